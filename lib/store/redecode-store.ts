import type { IssueCode } from '../domain/issue.ts';
import type { CallLink, RawChunk, SourceRow } from './rows.ts';

/** Which version of its format decoded a source; null: one from before formats had versions. */
export type SourceVersion = { id: string; path: string; format: string | null; formatVersion: number | null };

/**
 * A run of stored lines: each begins at `offsets[i]` in its source and at byte `starts[i]` of its bytes. `firstOffset` is negative where the
 * source was written anew and has other lines there now. `repeats`: lines are in parts that they share.
 */
export type StoredChunk = { sessionId: string; firstOffset: number; offsets: number[]; repeats: boolean };

/** A stored record as far as it must be known to decide whether its source still gives it. */
export type SourceRecord = { id: string; lineHash: string };

/** One run that decoded sources again. `kept` sources stay as an older version decoded them, for `reasons`, at most 20. */
export type UpgradeRow = {
  id: string;
  startedAtMs: number;
  finishedAtMs: number | null;
  total: number;
  done: number;
  kept: number;
  reasons: string[];
  /** Formats and their versions at that time. */
  formats: string;
};

/** Decoding stored sources again with a newer version of their format, in place. */
export interface RedecodeStore {
  listSourceVersions(): Promise<SourceVersion[]>;
  /** A source and all that share sessions with it, directly or through others, by path. Empty: there is no such source. */
  listRelatedSources(sourceId: string): Promise<SourceRow[]>;
  /** In the order of the source; what it held before it was written anew comes first, the oldest at the beginning. */
  listRawChunks(sourceId: string): Promise<StoredChunk[]>;
  readRawChunk(
    sessionId: string,
    sourceId: string,
    firstOffset: number,
  ): Promise<(Pick<RawChunk, 'starts' | 'hashes'> & { bytes: Buffer }) | null>;
  /** Lines by byte offset, as far as the records of a source name them: several where it was written anew. */
  listStoredLines(sourceId: string): Promise<Map<number, { number: number; hash: string }[]>>;
  /** Records of a session that one of `sourceIds` gave, by id after `afterId`, at most `limit`. */
  listSourceRecords(sessionId: string, sourceIds: readonly string[], afterId: string, limit: number): Promise<SourceRecord[]>;
  /** Contents of a session beside records: ids of responses, and links to the sessions that its calls started. */
  listSessionParts(sessionId: string): Promise<{ responses: string[]; links: CallLink[] }>;
  removeSessionParts(sessionId: string, parts: { responses: readonly string[]; links: readonly CallLink[] }): Promise<void>;
  removeRawChunks(sourceId: string, chunks: readonly Pick<StoredChunk, 'sessionId' | 'firstOffset'>[]): Promise<void>;
  /** Removes those of `ids` that have no records left and no observation that somebody reported or ever triaged. Returns the removed ones. */
  removeEmptySessions(ids: readonly string[]): Promise<string[]>;
  /** Stores a source that was decoded again whole; its issues but those of `issueKeys` (`line:code`) go. Null keeps all. */
  finishRedecoding(source: SourceRow, issueKeys: ReadonlySet<string> | null): Promise<void>;
  /** Paths of files that were refused with one of `codes` and have not been imported since, oldest first. */
  listRefusedPaths(codes: readonly IssueCode[]): Promise<string[]>;
  putUpgrade(row: UpgradeRow): Promise<void>;
  findLastUpgrade(): Promise<UpgradeRow | null>;
}
