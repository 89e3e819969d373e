import type { Database } from 'better-sqlite3';
import type { DataStore } from '../../data-store.ts';
import type { IngestStore } from '../../ingest-store.ts';
import type { RedecodeStore } from '../../redecode-store.ts';
import type { Changes } from '../changes.ts';
import { makeDeleteSessions } from '../delete-sessions.ts';
import type { DeletedSessions } from '../deleted-sessions.ts';
import type { Observations } from '../observations/observations.ts';
import { makeRedecoding } from '../redecoding.ts';
import type { RawLines } from '../raw-lines.ts';
import { makeRevisions } from '../revisions.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Sources } from '../sources.ts';
import type { ReviewTotals } from '../reviews/review-totals.ts';
import type { SummaryTurns } from '../summaries/summary-turns.ts';
import type { Transactions } from '../transactions.ts';
import { makeAggregateCheckpoints } from './aggregate-checkpoints.ts';
import { makeAppend } from './append.ts';
import { makeInheritance } from './inheritance.ts';
import { makeLiveRecords } from './live-records.ts';
import { makeOverlaps } from './overlaps.ts';
import { makePairing } from './pairing.ts';
import { findGitRoots, type Projects } from './projects.ts';
import { makeParentage } from './parentage.ts';
import { makeRecomputeAggregates } from './recompute-aggregates.ts';
import { makeRecordRemoval } from './record-removal.ts';
import { makeRederive } from './rederive.ts';
import { makeRewriting } from './rewriting.ts';
import type { SessionsList } from './sessions-list.ts';
import { makeSubagentTree } from './subagent-tree.ts';
import type { StaleCheckpoints } from './stale-checkpoints.ts';
import type { Snapshots } from '../trajectories/snapshots.ts';
import type { Turns } from './turns.ts';

type Parts = {
  changes: Changes;
  sources: Sources;
  sessions: SessionsList;
  turns: Turns;
  projects: Projects;
  staleCheckpoints: StaleCheckpoints;
  observations: Observations;
  searchIndex: SearchIndex;
  deleted: DeletedSessions;
  rawLines: RawLines;
  snapshots: Snapshots;
  summaryTurns: SummaryTurns;
  reviewTotals: ReviewTotals;
};

/** Writes by imports and running agents, and the figures computed over them. */
export const makeIngestSlice = (
  db: Database,
  { reading, writing, writingTogether }: Transactions,
  parts: Parts,
): IngestStore & RedecodeStore & Pick<DataStore, 'deleteSessions'> => {
  const {
    changes,
    sources,
    sessions,
    turns,
    projects,
    staleCheckpoints,
    observations,
    searchIndex,
    deleted,
    rawLines,
    snapshots,
    summaryTurns,
    reviewTotals,
  } = parts;
  const overlaps = makeOverlaps(db);
  const pairing = makePairing(db);
  const revisions = makeRevisions(db);
  const heads = makeAggregateCheckpoints(db);
  const inheritance = makeInheritance(db, overlaps, staleCheckpoints);
  const parentage = makeParentage(db, changes, staleCheckpoints, projects);
  const recomputeAggregates = makeRecomputeAggregates(db, { inheritance, overlaps, heads, turns, parentage, summaryTurns, changes });
  const removal = makeRecordRemoval(db, { searchIndex, staleCheckpoints, snapshots });
  const live = makeLiveRecords(db, removal);
  const subagents = makeSubagentTree(db);
  const rederive = makeRederive(db, pairing, revisions, staleCheckpoints);
  const rewriting = makeRewriting(db, removal, pairing);
  const deleteSessions = makeDeleteSessions(db, {
    rawLines,
    searchIndex,
    overlaps,
    observations,
    reviewTotals,
    turns,
    projects,
    changes,
    recomputeAggregates,
  });
  const redecoding = makeRedecoding(db, { rawLines, sources, changes, deleted, deleteSessions });
  const append = writingTogether(
    makeAppend(db, {
      deleted,
      projects,
      reported: live,
      sources,
      overlaps,
      heads,
      staleCheckpoints,
      pairing,
      revisions,
      rewriting,
      changes,
      rawLines,
      snapshots,
      searchIndex,
    }),
  );
  const dropDemoExperiments = db.prepare<[], string>('DELETE FROM experiments WHERE synthetic = 1 RETURNING id').pluck();
  const deleteSynthetic = () => {
    const ids = sessions.listSynthetic();
    deleteSessions(ids);
    for (const id of dropDemoExperiments.all()) changes.add('experiment', id);
    return ids.length;
  };
  return {
    findSource: reading(sources.findByPath),
    findSourceBySha256: reading(sources.findBySha256),
    hasSourceOfBytes: reading(sources.hasBytes),
    findSessionRows: reading(sessions.findRows),
    findRecordPlaces: reading(rederive.findPlaces),
    append: async (batch) => append(batch, findGitRoots(batch.sessions)),
    findUnchangedRecords: reading(rewriting.findUnchanged),
    removeRecords: writing(removal.remove),
    listRecordHeads: reading(rederive.listHeads),
    listCallPairs: reading(rederive.listCallPairs),
    listLiveRecords: reading(live.list),
    findKnownCalls: reading(live.findCalls),
    findPrompt: reading(live.findPrompt),
    findAnsweredCall: reading(live.findAnswered),
    listRelatives: reading(subagents.listRelatives),
    findCallsOfRelatives: reading(subagents.findCallsOfRelatives),
    applyRederived: writing(rederive.apply),
    recomputeAggregates: writingTogether(recomputeAggregates),
    listStaleSessions: reading(sessions.listStaleSessions),
    placeSessions: writing(projects.placeWaiting),
    deleteSynthetic: writing(deleteSynthetic),
    deleteSessions: writing((ids, atMs) => {
      const found = sessions.findRows(ids).map(({ id }) => id);
      const finish = deleted.note(found, atMs);
      deleteSessions(found);
      finish();
      return found.length;
    }),
    listSourceVersions: reading(redecoding.listSourceVersions),
    listRelatedSources: reading(redecoding.listRelatedSources),
    listRawChunks: reading(redecoding.listRawChunks),
    readRawChunk: reading(redecoding.readRawChunk),
    listStoredLines: reading(redecoding.listStoredLines),
    listSourceRecords: reading(redecoding.listSourceRecords),
    listSessionParts: reading(redecoding.listSessionParts),
    removeSessionParts: writing(redecoding.removeSessionParts),
    removeRawChunks: writing(redecoding.removeRawChunks),
    removeEmptySessions: writing(redecoding.removeEmptySessions),
    finishRedecoding: writing((source, issueKeys) => {
      redecoding.finishRedecoding(source, issueKeys);
      summaryTurns.outdate(source.id);
    }),
    listRefusedPaths: reading(redecoding.listRefusedPaths),
    putUpgrade: writing(redecoding.putUpgrade),
    findLastUpgrade: reading(redecoding.findLastUpgrade),
  };
};
