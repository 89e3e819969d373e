import type { Store } from '../../store/store.ts';
import type { PrefixMemory } from './prefix-memory.ts';

export type ImportProgress = { bytesRead: number; bytes: number; records: number; toolCalls: number };

export type ImportDeps = {
  store: Store;
  now: () => number;
  /** Makes following a growing file cost only what was appended. */
  prefixMemory?: PrefixMemory;
  /** Folder for the copies that databases are read from; the system's temporary folder where none is given. */
  scratchFolder?: string;
};

export type ImportInput = {
  /** Real path of the bytes. */
  file: string;
  /** Path that is shown and stored; what is known of a file is found again by it. */
  path: string;
  synthetic: boolean;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
};
