import type { DeletionCounts } from '../domain/deletion.ts';
import { printBytes } from './bytes.ts';
import { printCounted } from './number.ts';

/** What a deletion takes: `2 sessions with 340 records and 1 observation (81 kB)`. */
export const printDeletion = ({ sessions, records, observations, bytes }: DeletionCounts): string =>
  `${printCounted(sessions, 'session')} with ${printCounted(records, 'record')} and ${printCounted(observations, 'observation')} (${printBytes(bytes)})`;
