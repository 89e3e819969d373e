import type { Database } from 'better-sqlite3';
import { displayWindowBytes } from '../../../domain/display-window.ts';
import type { SessionStore } from '../../session-store.ts';
import type { RawLines } from '../raw-lines.ts';
import { makeTextMatches } from '../text-matches.ts';
import type { Transactions } from '../transactions.ts';
import { makeCallSpans } from './call-spans.ts';
import { makeIncomplete } from './incomplete.ts';
import { makeRecordsWindow } from './records-window.ts';
import { makeRowColumns } from './row-columns.ts';
import type { SessionsList } from './sessions-list.ts';
import { makeToolCalls } from './tool-calls.ts';
import type { Turns } from './turns.ts';

/** Sessions as pages show them. */
export const makeSessionSlice = (
  db: Database,
  { reading }: Transactions,
  { sessions, turns, rawLines }: { sessions: SessionsList; turns: Turns; rawLines: RawLines },
): SessionStore => {
  const toolCalls = makeToolCalls(db);
  const records = makeRecordsWindow(db, toolCalls, rawLines);
  const callSpans = makeCallSpans(db);
  return {
    listSessions: reading(sessions.list),
    findSession: reading(sessions.find),
    listIdsFrom: reading(sessions.listIdsFrom),
    findNeighbors: reading(sessions.findNeighbors),
    listChildren: reading(sessions.listChildren),
    sessionFacets: reading(sessions.facets),
    countRecords: reading(records.count),
    countToolCalls: reading(toolCalls.count),
    listRecords: reading(records.list),
    findRecord: reading(records.find),
    readText: reading(records.readText),
    listTextMatches: reading(makeTextMatches(db)),
    findIncomplete: reading(makeIncomplete(db)),
    readRaw: reading(records.readRaw),
    listToolCalls: reading(toolCalls.list),
    findCall: reading((sessionId, fromCall, direction, outcomes) =>
      toolCalls.findNearest(sessionId, fromCall, direction, outcomes, displayWindowBytes),
    ),
    rowColumns: reading(makeRowColumns(db)),
    listCallSpans: reading(callSpans.list),
    listCallNames: reading(callSpans.listNames),
    listCallChildren: reading(callSpans.listChildren),
    listTurns: reading(turns.list),
    listTurnOutcomes: reading(toolCalls.listTurnOutcomes),
  };
};
