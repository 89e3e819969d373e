import type { ArchiveFacts, DeletedFile } from '../domain/data.ts';
import type { DeletionCounts, DeletionTarget } from '../domain/deletion.ts';

/** The archive as a whole. Deletes sessions for good, and remembers which, so that a followed file does not bring them back. */
export interface DataStore {
  describeArchive(): Promise<ArchiveFacts>;
  /** Whether there is neither a session nor an observation. */
  isEmpty(): Promise<boolean>;
  /**
   * Sessions that a deletion takes, by id, each with its subagents; empty where nothing matches. An import counts for the sessions that it
   * brought first.
   */
  previewDeletion(target: DeletionTarget): Promise<DeletionCounts & { ids: string[] }>;
  /**
   * Deletes sessions with all they own, and what imports say of the files that held them. Those files do not give them back but to a batch
   * that `restoresDeleted`. Answers how many there were. Words stay in the search index until `indexSome` is done.
   */
  deleteSessions(ids: readonly string[], atMs: number): Promise<number>;
  /** Deletes what is stored of an import, not its sessions. */
  deleteImport(id: string): Promise<void>;
  /** How many of the sessions that a file held were deleted; null: none. `isWhole`: it held no others. */
  findDeleted(path: string): Promise<{ sessions: number; isWhole: boolean } | null>;
  /** Lets a file give back what was deleted of it, once it is read again from its beginning. */
  restoreFile(path: string): Promise<void>;
  /** Files whose sessions were deleted and whose paths begin so, the last deleted first. */
  listDeletedFiles(limit: number, beginning?: string): Promise<DeletedFile[]>;
  /** Copies the archive as it is now to a new file of this user alone, while others go on writing, and checks the copy. `onCopied` is called with the share that is copied. Fails with `conflict` where the file exists, with `not_found` where its folder does not. */
  backup(file: string, onCopied?: (share: number) => void): Promise<void>;
  /** Gives back to the disk what deletions left free; needs as much free space as the archive has. Others wait meanwhile. */
  compact(): Promise<void>;
  /** Overwrites what was deleted wherever the engine still has copies; false: others were reading meanwhile, and some are left. */
  purge(): Promise<boolean>;
}
