'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { findSessionOf } from './agent-path.ts';
import { computeOpening, findLane, placeAgents } from './agent-rows.ts';
import type { Hit } from './find-hits.ts';
import type { Position } from './position.ts';
import { markRows, splitRuns } from './row-findings.ts';
import { findRowOfSeq } from './find-rows.ts';
import { foldTakenBack } from './taken-back-rows.ts';
import { countQuiet, hideQuiet, openRows, toViewRows, type ViewRow } from './view-rows.ts';
import type { Overview } from '@/lib/domain/overview.ts';
import { useAgentSources } from './use-agent-sources.ts';
import { useCallSets } from './use-call-sets.ts';
import type { Findings } from '@/components/findings/use-findings.ts';
import { useRowIndex } from './use-row-index.ts';

const noRows: readonly ViewRow[] = [];
const noLanes: Overview['lanes'] = [];
const listOpen = (opened: ReadonlyMap<string, boolean>) => new Set([...opened].flatMap(([key, isOpen]) => (isOpen ? [key] : [])));

type Shown = {
  overview: Overview | undefined;
  findings: Pick<Findings, 'marks' | 'cited' | 'known' | 'error'>;
  position: Position;
  hit: Hit | null;
  /** The selected record, if it is no call: it shows although it is quiet. */
  seq: number | null;
};

const isSame = (one: ReadonlyMap<string, boolean>, other: ReadonlyMap<string, boolean>): boolean =>
  one.size === other.size && [...one].every(([key, isOpen]) => other.get(key) === isOpen);

/** The rows to draw: the index, what is opened by hand or to show a hit, the filter, and what findings say of them. */
export const useTimelineRows = (sessionId: string, { overview, findings, position, hit, seq }: Shown) => {
  const { show, open, agent, quiet, call } = position;
  const [stale, setStale] = useState<{ seq: number } | null>(null);
  const index = useRowIndex(sessionId, (seq) => setStale({ seq }));
  const { marks, cited } = findings;
  const calls = useCallSets(sessionId, overview, show === 'errors' || show === 'edits');
  const citedOnly = findings.known || findings.error ? cited : null;
  const only = show === 'all' ? null : show === 'findings' ? citedOnly : (calls.sets?.[show] ?? null);
  const waiting = show !== 'all' && only === null;
  const onlyKey = only === null ? '' : only.join();
  const collapsed = useMemo(() => (index.data ? toViewRows(index.data) : noRows), [index.data]);
  const closed = useMemo(() => splitRuns(collapsed, cited), [cited, collapsed]);
  const [agentIds, setAgentIds] = useState<readonly string[]>([]);
  const { sources, sessions, state } = useAgentSources(agentIds);
  const lanes = overview?.lanes ?? noLanes;
  const collapsedOwn = useMemo(() => ({ rows: closed, lanes }), [closed, lanes]);
  const opening = useMemo(() => computeOpening(agent, hit, collapsedOwn, sources), [agent, collapsedOwn, hit, sources]);
  const [opened, setOpened] = useState(open);
  const wanted = new Map([...open, ...[...opening.hit, ...opening.agent].map((key) => [key, true] as const)]);
  // It stays the same object while it says the same, as a change of it lets go of the place that was jumped to.
  if (!isSame(opened, wanted)) setOpened(wanted);
  const kept = useMemo(() => {
    const rows = agent === null ? closed : (sources.get(findSessionOf(agent, sessionId))?.rows ?? noRows);
    const row = seq === null ? undefined : rows[findRowOfSeq(rows, seq)];
    return row?.kind === 'M' ? row.seq : null;
  }, [agent, closed, seq, sessionId, sources]);
  const toShown = useCallback(
    (rows: readonly ViewRow[], path: string | null) => (quiet ? rows : hideQuiet(rows, path === agent ? kept : null)),
    [agent, kept, quiet],
  );
  const turns = useQuery(sessionQueries.turns(sessionId));
  const gone = useMemo(
    () => new Set(turns.data?.turns.flatMap(({ turnIdx, ended }) => (ended === 'taken_back' ? [turnIdx] : [])) ?? []),
    [turns.data],
  );
  const own = useMemo(() => {
    if (waiting) return noRows;
    const shown = openRows(
      toShown(closed, null),
      listOpen(opened),
      show === 'all' ? null : onlyKey === '' ? [] : onlyKey.split(',').map(Number),
    );
    if (show !== 'all') return markRows(shown, marks);
    const isWanted = (row: ViewRow): boolean =>
      (agent === null && (row.seq === seq || (call !== null && row.call <= call && call <= row.lastCall))) ||
      (hit?.agent === null &&
        (row.seq === hit.seq || (hit.call !== null && hit.call > 0 && row.call <= hit.call && hit.call <= row.lastCall)));
    return markRows(foldTakenBack(shown, gone, opened, isWanted), marks);
  }, [agent, call, closed, gone, hit, marks, onlyKey, opened, seq, show, toShown, waiting]);
  const placed = useMemo(
    () => placeAgents({ rows: own, lanes }, listOpen(opened), sources, toShown),
    [lanes, opened, own, sources, toShown],
  );
  if (placed.opened.join() !== agentIds.join()) setAgentIds(placed.opened);
  const lane = useMemo(() => findLane(agent, collapsedOwn, sources), [agent, collapsedOwn, sources]);
  const quietRecords = useMemo(
    () => countQuiet([closed, ...agentIds.map((id) => sources.get(id)?.rows ?? noRows)].flat()),
    [agentIds, closed, sources],
  );
  return {
    index,
    closed,
    ...placed,
    quietRecords,
    lane,
    agentKeys: opening.agent,
    agents: sessions,
    agentState: state,
    stale,
    openRows: opened,
    calls,
    waiting,
  };
};

export type TimelineRows = ReturnType<typeof useTimelineRows>;
