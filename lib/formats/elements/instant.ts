import { toEpochMs } from '../instant.ts';
import { toName } from '../narrow.ts';

/** Epoch milliseconds of an ISO 8601 text; a time without a zone is taken as UTC. */
export const toInstant = (value: unknown): number | null => {
  const text = toName(value, 64);
  if (text === null || !/^\d{4}-\d{2}-\d{2}/u.test(text)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/iu.test(text) || !text.includes(':');
  return toEpochMs(Date.parse(hasZone ? text : `${text}Z`));
};
