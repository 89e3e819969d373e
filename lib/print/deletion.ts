import type { DeletionCounts } from '../domain/deletion.ts';
import { printBytes } from './bytes.ts';
import { printCounted } from './number.ts';
import { printSessionCount } from './session-count.ts';

/** Data that a deletion removes: `2 sessions and 1 subagent with 340 records and 1 observation (81 kB)`. */
export const printDeletion = ({ records, observations, bytes, ...counts }: DeletionCounts): string =>
  `${printSessionCount(counts)} with ${printCounted(records, 'record')} and ${printCounted(observations, 'observation')} (${printBytes(bytes)})`;
