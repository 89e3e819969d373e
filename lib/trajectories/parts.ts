import type { SnapshotFigures } from './figures.ts';
import { printTriple } from './descriptor.ts';

/**
 * Says of one snapshot after the other which part of its session it belongs to. Without splitting, all are part 0; with it, there is one part
 * a prompt and run, and a run ends where the events of the snapshots before are gone. A snapshot that names no prompt stays with the one
 * before it in its run.
 */
export const makePartition = (isSplit: boolean): ((figures: Pick<SnapshotFigures, 'triple' | 'grows'>) => number) => {
  if (!isSplit) return () => 0;
  const parts = new Map<string, number>();
  let parted = 0;
  let last: number | null = null;
  let unnamed: number | null = null;
  return ({ triple, grows }) => {
    if (!grows) {
      parts.clear();
      [last, unnamed] = [null, null];
    }
    if (triple === null) return (last ??= unnamed = parted++);
    const name = printTriple(triple);
    const part = parts.get(name) ?? unnamed ?? parted++;
    unnamed = null;
    parts.set(name, part);
    return (last = part);
  };
};
