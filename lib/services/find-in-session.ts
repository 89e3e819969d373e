import { AppError } from '../domain/errors.ts';
import type { Store } from '../store/store.ts';

export type FindInput = { text: string; after: number; limit: number; subagents: boolean };

/** The calls that lead to a subagent, each with the session that it started; none: the session itself. */
type Path = readonly { sessionId: string; call: number; seq: number }[];
type Found = { seq: number; callIndex: number; path: Path };

/**
 * Records of a session that hold a text; those of subagents come where these are drawn: after the call that started each. Every
 * session is read and counted once, however many calls lead to it. Fails with `invalid_input` for a position together with subagents,
 * as it says nothing of the records of those.
 */
export const findInSession = async (
  store: Pick<Store, 'listTextMatches' | 'listCallChildren' | 'countToolCalls'>,
  sessionId: string,
  { text, after, limit, subagents }: FindInput,
) => {
  if (subagents && after >= 0) {
    throw new AppError('invalid_input', 'query.after does not go with query.subagents: leave one out, and raise query.limit to get more.');
  }
  let total = 0;
  const met = new Set([sessionId]);
  const search = async (id: string, path: Path): Promise<Found[]> => {
    const own = await store.listTextMatches(id, text, after, limit);
    total += own.total;
    const matches = own.matches.map((match) => ({ ...match, path }));
    const children = subagents ? await store.listCallChildren(id, 1, await store.countToolCalls(id)) : [];
    const found: Found[] = [];
    let from = 0;
    for (const { sessionId: child, callIndex: call, seq, toolCalls } of children) {
      // One that a later call goes on with is drawn after the first.
      if (toolCalls === null || met.has(child)) continue;
      met.add(child);
      const inside = await search(child, [...path, { sessionId: child, call, seq }]);
      const until = matches.findIndex((match) => match.seq > seq);
      const to = until < 0 ? matches.length : until;
      found.push(...matches.slice(from, to), ...inside);
      from = to;
    }
    return [...found, ...matches.slice(from)];
  };
  const found = (await search(sessionId, [])).slice(0, limit);
  const paths = new Set(found.flatMap(({ path }) => (path.length === 0 ? [] : [path])));
  const places = new Map([...paths].map((path, at) => [path, at + 1]));
  return {
    total,
    seqs: found.map(({ seq }) => seq),
    calls: found.map(({ callIndex }) => callIndex),
    agents: found.map(({ path }) => places.get(path) ?? 0),
    subagents: [...paths].map((path) => [...path]),
  };
};
