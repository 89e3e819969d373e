import type { Overview } from '@/lib/domain/overview.ts';

const separator = '.';

/** The lanes of the calls that started subagents. A call that goes on with one has a lane, too, but its records stand where it was started. */
export const listStarts = (lanes: Overview['lanes']): Overview['lanes'] => {
  const met = new Set<string>();
  return lanes.filter(({ sessionId }) => met.size < met.add(sessionId).size);
};

/** The ids of the sessions that lead to a subagent; none: the session of the page. */
export const splitPath = (agent: string | null): string[] => agent?.split(separator) ?? [];

/** The session at the end of a path of subagents; the page's own without one. */
export const findSessionOf = (agent: string | null, own: string): string => splitPath(agent).at(-1) ?? own;

/** The path to the session that started the one at the end of a path. */
export const findParentOf = (agent: string): string | null => splitPath(agent).slice(0, -1).join(separator) || null;

/** The path to a subagent of the session at the end of a path. */
export const joinPath = (agent: string | null, id: string): string => (agent === null ? id : `${agent}${separator}${id}`);
