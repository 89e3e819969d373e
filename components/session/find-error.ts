import type { Overview } from '@/lib/domain/overview.ts';
import { findParentOf, findSessionOf, joinPath, listStarts, splitPath } from './agent-path.ts';

/** A call of the session at the end of a path of subagents; null: of the page's own. */
export type CallPlace = { agent: string | null; call: number };
export type ErrorSource = {
  /** The failed call of a session nearest to `from`, itself included, in a direction; null without one. */
  nearest: (sessionId: string, from: number, direction: 1 | -1) => Promise<number | null>;
  lanes: (sessionId: string) => Promise<Overview['lanes']>;
};

const beyondAll = 999_999_999;

/**
 * The next failed call or the previous one, in the order in which they are drawn: the calls of a subagent come after the call that
 * started it. Sessions in which none failed are not read.
 */
export const findError = async (
  { nearest, lanes }: ErrorSource,
  sessionId: string,
  from: CallPlace,
  direction: 1 | -1,
): Promise<CallPlace | null> => {
  /** From a call of one session on, or from behind its subagent. */
  const search = async ({ agent, call }: CallPlace, behind: boolean): Promise<CallPlace | null> => {
    const id = findSessionOf(agent, sessionId);
    const start = direction === 1 ? call + 1 : behind ? call : call - 1;
    const own = start < 1 ? null : await nearest(id, start, direction);
    const isBetween = (at: number): boolean =>
      direction === 1 ? (behind ? at > call : at >= call) && (own === null || at < own) : at < call && (own === null || at >= own);
    const failing = listStarts(await lanes(id)).filter(
      (lane) => (lane.toolErrors ?? 0) > 0 && isBetween(lane.firstCall) && !splitPath(agent).includes(lane.sessionId),
    );
    for (const lane of direction === 1 ? failing : failing.toReversed()) {
      const found = await search({ agent: joinPath(agent, lane.sessionId), call: direction === 1 ? 0 : beyondAll }, false);
      if (found) return found;
    }
    return own === null ? null : { agent, call: own };
  };
  let at = from;
  let behind = false;
  for (;;) {
    const found = await search(at, behind);
    if (found !== null || at.agent === null) return found;
    const parent = findParentOf(at.agent);
    const left = findSessionOf(at.agent, sessionId);
    const lane = (await lanes(findSessionOf(parent, sessionId))).find((one) => one.sessionId === left);
    if (!lane) return null;
    at = { agent: parent, call: lane.firstCall };
    behind = true;
  }
};
