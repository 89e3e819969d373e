import type { Format } from '../../formats/format.ts';
import type { Store } from '../../store/store.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { PrefixMemory } from './prefix-memory.ts';

export type ImportProgress = { bytesRead: number; bytes: number; records: number; toolCalls: number };

/** An open file of lines. */
export type DecodeJob = { fd: number; bytes: number; formatId: string; path: string; redacts: boolean };

/** Does a part of what else there is to do; false: nothing is left. */
export type Work = () => Promise<boolean>;

/** Decodes a file whole, in another thread. While its next batch is not there yet, this thread does other work. */
export type DecodeElsewhere = (job: DecodeJob, work: Work) => AsyncIterable<DecodedLines>;

/** From this size on, starting a thread costs less than it saves. */
export const largeFileBytes = 8 * 1024 * 1024;

export type ImportDeps = {
  store: Store;
  now: () => number;
  /** Makes following a growing file cost only what was appended. */
  prefixMemory?: PrefixMemory;
  /** Folder for the copies that databases are read from; the system's temporary folder where none is given. */
  scratchFolder?: string;
  /** Formats that files are offered to; those of the registry where none are given. */
  formats?: readonly Format[];
  /** Lets large files be decoded while what was decoded before is stored. */
  decodeElsewhere?: DecodeElsewhere;
  /** Whether secrets are replaced before anything is stored; left out: they are not. */
  redacts?: () => boolean;
};

export type ImportInput = {
  /** Real path of the bytes. */
  file: string;
  /** Path that is shown and stored; what is known of a file is found again by it. */
  path: string;
  synthetic: boolean;
  /** Someone asked for this very file: what was deleted of it comes back. */
  restoresDeleted?: boolean;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** The caller recomputes the aggregates of the result's sessions, because it is about to add to them. */
  leavesAggregates?: boolean;
};
