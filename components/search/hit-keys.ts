import type { SearchAnswer, SearchHit } from '@/lib/domain/search.ts';

/** Identifies a match. The record alone does not: a summary shares it with its prompt, which may match as well. */
export const toHitKey = ({
  kind,
  sessionId,
  recordId,
  observationId,
}: Pick<SearchHit, 'kind' | 'sessionId' | 'recordId' | 'observationId'>): string =>
  `hit ${kind} ${sessionId ?? ''} ${recordId ?? observationId ?? ''}`;

/** The key of the way to all matches. */
export const allKey = 'all';

/** Keys of the options in their order: the matches, then the way to all of them. */
export const listMatchKeys = ({ hits }: Pick<SearchAnswer, 'hits'>): string[] => (hits.length === 0 ? [] : [...hits.map(toHitKey), allKey]);
