import type { SnapshotSource } from '../domain/trajectory.ts';
import { printCounted } from './number.ts';

const words: Record<SnapshotSource['kind'], readonly [singular: string, plural: string]> = {
  bundle: ['a debug bundle', 'debug bundles'],
  tree: ['a dump of a session tree', 'dumps of session trees'],
  renders: ['a dump of renders', 'dumps of renders'],
  snapshot: ['a single snapshot', 'single snapshots'],
};

/** Sources of snapshots: `2 debug bundles, a dump of renders`. */
export const printSnapshotSources = (sources: readonly SnapshotSource[]): string =>
  sources.map(({ kind, files }) => (files === 1 ? words[kind][0] : printCounted(files, ...words[kind]))).join(', ');
