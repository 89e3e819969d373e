import { tmpdir } from 'node:os';
import type { GivenDescriptor } from '../../domain/trajectory.ts';
import type { Format } from '../../formats/format.ts';
import { makePrivateFolder } from '../../sources/private-files.ts';
import type { Store } from '../../store/store.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { PrefixMemory } from './prefix-memory.ts';
import type { FileFacts } from './source-facts.ts';

export type ImportProgress = { bytesRead: number; bytes: number; records: number; toolCalls: number };

/** An open file of lines. */
export type DecodeJob = { fd: number; file: string; bytes: number; formatId: string; path: string; redacts: boolean };

/** Does a part of what else there is to do; false: nothing is left. */
export type Work = () => Promise<boolean>;

/** Decodes a file whole, in another thread. While its next batch is not there yet, this thread does other work. */
export type DecodeElsewhere = (job: DecodeJob, work: Work) => AsyncIterable<DecodedLines>;

/** A file of lines that is about to be imported: its bytes, and the path that it is known by. */
export type AheadJob = { file: string; path: string; redacts: boolean };

/** A file that is being decoded before its import began. */
export type BegunFile = {
  /** Facts and format of the file, as it was opened; null leaves both to the importer. */
  open(): Promise<{ facts: FileFacts; formatId: string } | null>;
  /** Its batches. */
  read(): AsyncGenerator<DecodedLines, void>;
  /** Nobody reads it, or the rest of it. */
  skip(): void;
};

/** Begins to decode a file in another thread, after those that were begun before it. */
export type DecodeAhead = (job: AheadJob) => BegunFile;

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
  /** Lets other files be decoded while those before are stored. */
  decodeAhead?: DecodeAhead;
  /** Whether secrets are replaced before anything is stored; left out: they are not. */
  redacts?: () => boolean;
};

/** The folder for copies. Fails with `forbidden` where other users can change what is in it. */
export const openScratchFolder = ({ scratchFolder }: ImportDeps): string =>
  scratchFolder === undefined ? tmpdir() : makePrivateFolder(scratchFolder);

export type ImportInput = {
  /** Real path of the bytes. */
  file: string;
  /** Path that is shown and stored; what is known of a file is found again by it. */
  path: string;
  synthetic: boolean;
  /** Someone asked for this very file: what was deleted of it comes back. */
  restoresDeleted?: boolean;
  /** Descriptor for snapshots without one. */
  descriptor?: GivenDescriptor | undefined;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** The caller recomputes the aggregates of the result's sessions, because it is about to add to them. */
  leavesAggregates?: boolean;
  /** Where it is known. */
  bytes?: number;
  /** Others are imported before: it is decoded meanwhile. */
  isAhead?: boolean;
};
