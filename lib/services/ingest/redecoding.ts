import type { Issue } from '../../domain/issue.ts';
import type { Format } from '../../formats/format.ts';
import { groupBy } from '../../session/group-by.ts';
import type { CallLink, RawChunk, Redecoded, Replacement, SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { isBetterPlace } from './better-place.ts';
import { matchPrinted } from './match-printed.ts';
import type { OpenSession } from './open-session.ts';
import type { Rows } from './to-rows.ts';

/** Rows found so far while decoding sources again. Stored rows that are not found by the end are obsolete. */
export type Redecoding = {
  /** The source that is being read, as it stands in the store. */
  source: SourceRow;
  /** Ids of all sources that are read. */
  sourceIds: ReadonlySet<string>;
  /** Sessions whose facts were dropped, because every source of theirs is read again. */
  resets: Set<string>;
  /** Those of them whose row was written since. */
  written: Set<string>;
  /** True once for each session: its facts are to be dropped before the first source is read into it. */
  begin(sessionId: string): boolean;
  records: Set<string>;
  responses: Set<string>;
  links: Set<string>;
  lineHashes: Set<string>;
  /** Rows of the source that is being read: issues as `line:code`, and runs of lines that were stored. */
  issues: Set<string>;
  chunks: Set<string>;
  takesChunk(chunk: Pick<RawChunk, 'sessionId' | 'firstOffset'>): boolean;
  note(rows: Rows, issues: readonly Issue[]): void;
  /** Goes on with another source. `storedSessions`: sessions whose stored runs of lines stay; null where lines are read from the file. */
  next(source: SourceRow, storedSessions: ReadonlySet<string> | null): void;
};

/** `canReset`: false for a session that holds a source which cannot be read again. */
export const startRedecoding = (first: SourceRow, sourceIds: ReadonlySet<string>, canReset: (sessionId: string) => boolean): Redecoding => {
  let stored: ReadonlySet<string> | null = null;
  const begun = new Set<string>();
  const redecoding: Redecoding = {
    source: first,
    sourceIds,
    resets: new Set(),
    written: new Set(),
    begin: (sessionId) => {
      if (begun.has(sessionId) || !canReset(sessionId)) return false;
      begun.add(sessionId);
      redecoding.resets.add(sessionId);
      return true;
    },
    records: new Set(),
    responses: new Set(),
    links: new Set(),
    lineHashes: new Set(),
    issues: new Set(),
    chunks: new Set(),
    takesChunk: (chunk) => {
      if (stored?.has(chunk.sessionId)) return false;
      redecoding.chunks.add(toChunkKey(chunk));
      return true;
    },
    note: (rows, issues) => {
      for (const id of redecoding.resets) redecoding.written.add(id);
      for (const { sessionId, id } of rows.records) redecoding.records.add(toKey(sessionId, id));
      for (const { sessionId, id } of rows.responses) redecoding.responses.add(toKey(sessionId, id));
      for (const { line, code } of issues) redecoding.issues.add(`${line ?? 0}:${code}`);
    },
    next: (source, storedSessions) => {
      redecoding.source = source;
      redecoding.issues = new Set();
      redecoding.chunks = new Set();
      stored = storedSessions;
    },
  };
  return redecoding;
};

/** Size of a batch: rows that replace others cost several times as much as new ones. */
export const redecodedLimits = { batchLines: 200 };

export const toKey = (sessionId: string, id: string): string => `${sessionId}\0${id}`;
export const toLinkKey = (link: CallLink): string => [link.sessionId, link.nativeCallId, link.childSessionId].join('\0');
export const toChunkKey = (chunk: { sessionId: string; firstOffset: number }): string => `${chunk.sessionId}\0${chunk.firstOffset}`;

/** A format whose readers note the hash of each line that they see. */
export const noteLines = (format: Format, lineHashes: Set<string>): Format => ({
  ...format,
  ...(format.openLines && {
    openLines: (hints, state) => {
      const reader = format.openLines?.(hints, state);
      if (!reader) throw new Error(`Format ${format.id} has the shape of lines but reads none`);
      return {
        ...(reader.parse && { parse: reader.parse }),
        state: () => reader.state(),
        read: (line, value, out) => {
          lineHashes.add(line.hash);
          reader.read(line, value, out);
        },
      };
    },
  }),
  ...(format.readDocument && {
    *readDocument(value, hints) {
      for (const part of format.readDocument?.(value, hints) ?? []) {
        for (const { hash } of part.lines ?? []) lineHashes.add(hash);
        for (const { lineHash } of part.records) lineHashes.add(lineHash);
        yield part;
      }
    },
  }),
});

/**
 * New or changed rows, the stored rows that they replace, and live or printed rows that yield to them. `printed`: ids that the session's
 * own file has, so nothing of them stays.
 */
export const findChanged = async (
  store: Store,
  pool: { getById(sessionId: string): OpenSession },
  redecoding: Redecoding,
  rows: Rows,
): Promise<{ fresh: Rows; redecoded: Redecoded; replaced: Replacement[]; printed: string[] }> => {
  const unchanged = await store.findUnchangedRecords({ ...rows, results: [...rows.results, ...rows.outcomeOverrides] });
  const known = new Set(unchanged);
  const redecoded: Redecoded = {
    records: [],
    responses: [],
    sessions: [...redecoding.resets].filter((id) => !redecoding.written.has(id)),
  };
  const replaced: Replacement[] = [];
  const printed: string[] = [];
  const snapshots = new Set(rows.snapshots.map(({ recordId }) => recordId));
  for (const [sessionId, records] of groupBy(rows.records, (row) => row.sessionId)) {
    const matches = await matchPrinted(store, pool.getById(sessionId), records);
    for (const id of matches.known) known.add(id);
    replaced.push(...matches.replaced);
    printed.push(...matches.known);
    const changed = records.filter(({ id }) => !known.has(id));
    const stored = await store.findRecordPlaces(
      sessionId,
      changed.map(({ id }) => id),
    );
    for (const row of changed) {
      const place = stored.get(row.id);
      if (!place) continue;
      // Where an older decoder put it says nothing: the source that put it there is read again, too.
      if (snapshots.has(row.id) && place.sourceId !== row.sourceId) {
        known.add(row.id);
        continue;
      }
      const isOutdated = redecoding.sourceIds.has(place.sourceId) && !redecoding.records.has(toKey(sessionId, row.id));
      if (isOutdated || isBetterPlace(row, place)) redecoded.records.push({ sessionId, id: row.id });
      else known.add(row.id);
    }
  }
  redecoded.responses = rows.responses.filter(({ sessionId, id }) => !redecoding.responses.has(toKey(sessionId, id)));
  return { fresh: known.size === 0 ? rows : leaveOut(rows, known), redecoded, replaced, printed };
};

/** Rows without those of some records. Responses stay, whose counts may have grown, and snapshots: an older decoder knew of none. */
export const leaveOut = (rows: Rows, recordIds: ReadonlySet<string>): Rows => ({
  records: rows.records.filter((row) => !recordIds.has(row.id)),
  calls: rows.calls.filter((row) => !recordIds.has(row.id)),
  results: rows.results.filter((row) => !recordIds.has(row.recordId)),
  outcomeOverrides: rows.outcomeOverrides.filter((row) => !recordIds.has(row.recordId)),
  earlyPairs: [],
  responses: rows.responses,
  snapshots: rows.snapshots,
});
