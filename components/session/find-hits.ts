import { joinPath } from './agent-path.ts';
import { findRowOfCall, findRowOfSeq } from './find-rows.ts';
import type { ViewRow } from './view-rows.ts';

/** A call, or a record; seq -1 before the first. */
type Spot = { call: number | null; seq: number };
/**
 * Matching records in the order in which they are drawn: position and call number (0: none) of each, and the place of its session in
 * `subagents`, from 1 (0: the session of the page). Each of those is the calls that lead there. `total` includes matches beyond the window.
 */
export type Hits = {
  total: number;
  seqs: readonly number[];
  calls: readonly number[];
  agents: readonly number[];
  subagents: readonly (readonly { sessionId: string; call: number; seq: number }[])[];
};
/** A record or a call of the subagent at the end of a path; null: of the page's own session. */
export type Hit = Spot & { agent: string | null };

export const noHits: Hits = { total: 0, seqs: [], calls: [], agents: [], subagents: [] };

const listAgents = ({ subagents }: Hits): (string | null)[] => [
  null,
  ...subagents.map((steps) => steps.reduce<string | null>((path, { sessionId }) => joinPath(path, sessionId), null)),
];

export const hitAt = (hits: Hits, at: number): Hit | null => {
  const [seq, call] = [hits.seqs[at], hits.calls[at]];
  if (seq === undefined || call === undefined) return null;
  return { seq, call: call > 0 ? call : null, agent: listAgents(hits)[hits.agents[at] ?? 0] ?? null };
};

/** Index of the match at the place; -1: none. Calls are compared by number, as a collapsed run has no positions of its calls. */
export const findHitAt = (hits: Hits, { agent, call, seq }: Hit): number => {
  const from = listAgents(hits).indexOf(agent);
  return hits.seqs.findIndex((one, at) => hits.agents[at] === from && (call === null ? one === seq : hits.calls[at] === call));
};

/** Whether a place in one session comes after another one there. */
const isAfter = (one: Spot, other: Spot): boolean =>
  one.call !== null && other.call !== null && one.call > 0 ? one.call > other.call : one.seq > other.seq;

/** Whether the place at the end of steps through subagents comes after another one: what is in a subagent comes after the call that started it. */
const comesAfter = (steps: readonly Spot[], others: readonly Spot[]): boolean => {
  for (const [at, step] of steps.entries()) {
    const other = others[at];
    if (!other || isAfter(step, other)) return true;
    if (isAfter(other, step)) return false;
  }
  return false;
};

/**
 * The next hit after a place or the one before it, around the end; null without hits. `own`: the same place in the page's session,
 * from which one goes on where nothing is found in the subagent.
 */
export const findNextHit = (hits: Hits, place: Hit, own: Spot, direction: 1 | -1): Hit | null => {
  const most = hits.seqs.length;
  const at = findHitAt(hits, place);
  if (at >= 0) return hitAt(hits, (at + direction + most) % most);
  const from = listAgents(hits).indexOf(place.agent);
  const here = from < 0 ? [own] : [...(hits.subagents[from - 1] ?? []), place];
  const after = hits.seqs.findIndex((seq, index) =>
    comesAfter([...(hits.subagents[(hits.agents[index] ?? 0) - 1] ?? []), { call: hits.calls[index] ?? 0, seq }], here),
  );
  if (direction === 1) return hitAt(hits, Math.max(0, after));
  return hitAt(hits, (after <= 0 ? most : after) - 1);
};

/** Keys of the rows to expand for a match to be visible: the run that contains it, and its own. `rows` has none expanded. */
export const computeHitKeys = (rows: readonly ViewRow[], { call, seq }: Spot): string[] => {
  const row = rows[call === null ? findRowOfSeq(rows, seq) : findRowOfCall(rows, call)];
  if (!row) return [];
  return row.members ? [row.key, call === null ? `s${seq}` : `c${call}`] : [row.key];
};
