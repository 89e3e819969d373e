import type { Overview } from '@/lib/domain/overview.ts';
import { findParentOf, findSessionOf, joinPath, listStarts, splitPath } from './agent-path.ts';
import { computeHitKeys, type Hit } from './find-hits.ts';
import { openRows, type ViewRow } from './view-rows.ts';

/** A session with subagents: its rows, none opened, and the calls that started them. */
export type AgentSource = { rows: readonly ViewRow[]; lanes: Overview['lanes'] };
type Sources = ReadonlyMap<string, AgentSource>;

export type PlacedRows = {
  /** All rows to draw. */
  rows: readonly ViewRow[];
  /** The rows of each session alone, by the path to it; null: the session of the page. The same objects as in `rows`. */
  lists: ReadonlyMap<string | null, readonly ViewRow[]>;
  /** The subagents that are opened, whether their rows are there or not. */
  opened: readonly string[];
};

/** Keys of the rows inside the row with this key. */
const within = (key: string): string => `${key}_`;

/**
 * Puts the rows of each opened subagent behind the call that started it, followed by one row of the kind A that ends them. They
 * take the turn of that call. `toShown` leaves out what is hidden. Linear in the rows; all but the calls that open to a subagent stay
 * the same objects.
 */
export const placeAgents = (
  own: AgentSource,
  open: ReadonlySet<string>,
  sources: Sources,
  toShown: (rows: readonly ViewRow[], path: string) => readonly ViewRow[],
): PlacedRows => {
  const lists = new Map<string | null, readonly ViewRow[]>();
  const opened: string[] = [];
  const place = (rows: readonly ViewRow[], lanes: Overview['lanes'], agent: string | null): readonly ViewRow[] => {
    if (lanes.length === 0) {
      lists.set(agent, rows);
      return rows;
    }
    const byCall = new Map(
      listStarts(lanes)
        .filter(({ toolCalls }) => toolCalls !== null)
        .map((lane) => [lane.firstCall, lane.sessionId]),
    );
    const list: ViewRow[] = [];
    lists.set(agent, list);
    return rows.flatMap((row) => {
      const id = row.kind === 'C' ? byCall.get(row.call) : undefined;
      const opensAgent = id !== undefined && !splitPath(agent).includes(id);
      const head = opensAgent ? { ...row, opensAgent, opened: open.has(row.key) } : row;
      list.push(head);
      if (!opensAgent || !head.opened) return [head];
      opened.push(id);
      const path = joinPath(agent, id);
      const source = sources.get(id);
      const prefix = within(row.key);
      const keys = new Set([...open].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])));
      const inside = openRows(toShown(source?.rows ?? [], path), keys, null).map((one) => ({
        ...one,
        key: `${prefix}${one.key}`,
        agent: path,
        turn: row.turn,
      }));
      const end: ViewRow = { ...row, kind: 'A', key: `${prefix}end`, agent: path, findings: null };
      return [head, ...place(inside, source?.lanes ?? [], path), end];
    });
  };
  return { rows: place(own.rows, own.lanes, null), lists, opened: [...new Set(opened)] };
};

/**
 * Keys of the rows to open, as far as the sessions on the way are known: `agent` for the rows of a subagent to be there, `hit` for a
 * match in it to be visible.
 */
export const computeOpening = (
  agent: string | null,
  hit: Hit | null,
  own: AgentSource,
  sources: Sources,
): { agent: string[]; hit: string[] } => {
  const keys: string[] = [];
  let source: AgentSource | undefined = own;
  let prefix = '';
  for (const id of splitPath(agent)) {
    const lane: Overview['lanes'][number] | undefined = source?.lanes.find(({ sessionId }) => sessionId === id);
    if (!source || !lane) return { agent: keys, hit: [] };
    const opening = computeHitKeys(source.rows, { call: lane.firstCall, seq: -1 }).map((key) => `${prefix}${key}`);
    keys.push(...opening);
    prefix = within(opening.at(-1) ?? '');
    source = sources.get(id);
  }
  return { agent: keys, hit: source && hit ? computeHitKeys(source.rows, hit).map((key) => `${prefix}${key}`) : [] };
};

/** The call of the page's session that a path of subagents begins at, and what the last of them is called; null if unknown. */
export const findLane = (agent: string | null, own: AgentSource, sources: Sources): { call: number; label: string } | null => {
  const [first] = splitPath(agent);
  const call = own.lanes.find(({ sessionId }) => sessionId === first)?.firstCall;
  if (agent === null || call === undefined) return null;
  const parent = findParentOf(agent);
  const { lanes } = (parent === null ? own : sources.get(findSessionOf(parent, ''))) ?? { lanes: [] };
  return { call, label: lanes.find(({ sessionId }) => sessionId === findSessionOf(agent, ''))?.label ?? 'subagent' };
};
