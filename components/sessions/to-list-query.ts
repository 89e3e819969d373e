import type { SessionListFilter, SessionListPlace } from './use-session-list-state.ts';

export const pageSize = 50;

/** What to ask the server for: the state of the address as its query, without what is off. */
export const toListQuery = ({
  q,
  project,
  agent,
  model,
  errors,
  starred,
  subagents,
  warmups,
  demo,
  sort,
  order,
  at,
}: SessionListFilter & SessionListPlace) => ({
  q: q.trim() === '' ? undefined : q.trim(),
  project: project ?? undefined,
  family: agent ?? undefined,
  model: model ?? undefined,
  hasErrors: errors ? 'true' : undefined,
  starred: starred ? 'true' : undefined,
  includeChildren: subagents ? 'true' : undefined,
  warmups: warmups ? undefined : ('hide' as const),
  hidesDemo: demo ? undefined : 'true',
  sort,
  order,
  cursor: at ?? undefined,
  limit: pageSize,
});

/** Counts the warm-up sessions that the same filters would list. */
export const toWarmupQuery = (state: SessionListFilter & SessionListPlace) => ({
  ...toListQuery({ ...state, at: null }),
  warmups: 'only' as const,
  limit: 1,
});
