import type { Session } from '../domain/session.ts';

/** The only prompt of a session with which a client warms up its cache. */
export const warmupTitle = 'Warmup';

/** A session of one turn without a call, which only warms up the cache. Stores list it by the same rule. */
export const isWarmup = ({ title, turns, toolCalls }: Pick<Session, 'title' | 'turns' | 'toolCalls'>): boolean =>
  title === warmupTitle && turns <= 1 && toolCalls === 0;
