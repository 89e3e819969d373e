import type { Database } from 'better-sqlite3';
import { rawChunks } from '../../../db/schema.ts';
import { codeOf } from '../../domain/errors.ts';
import { toLineHash } from '../../sources/lines.ts';
import { decompress, makeDamagedError } from '../compress.ts';
import type { RawChunk } from '../rows.ts';
import { listLineHashes } from '../list-line-hashes.ts';
import { parseHashes, parseNumbers, toJson } from './json.ts';
import { upsert } from './statements.ts';

export type RawLines = ReturnType<typeof makeRawLines>;

/** How the bytes of a run of lines are stored. */
export type StoredBytes = { data: Buffer; parts: string | null };

/** A run of lines as its row has it. */
type StoredRun = StoredBytes & { offsets: string; starts: string; hashes: string | null };
type Key = Pick<RawChunk, 'sessionId' | 'firstOffset'>;

const noBytes = Buffer.alloc(0);

/** Raw lines in compressed runs, and the parts that those of lines which repeat each other share. */
export const makeRawLines = (db: Database) => {
  const keyIs = 'session_id = ? AND source_id = ? AND first_offset = ?';
  const put = db.prepare(upsert(rawChunks, ['sessionId', 'sourceId', 'firstOffset']));
  const find = db.prepare<[string, string, number], StoredRun>(
    `SELECT offsets, starts, hashes, data, parts FROM raw_chunks WHERE ${keyIs}`,
  );
  const setAside = db.prepare<[Key & { sourceId: string }]>(
    `UPDATE raw_chunks SET first_offset = (
      SELECT min(0, min(first_offset)) - 1 FROM raw_chunks WHERE session_id = @sessionId AND source_id = @sourceId
    ) WHERE session_id = @sessionId AND source_id = @sourceId AND first_offset = @firstOffset`,
  );
  const drop = db.prepare<[string, string, number], string | null>(`DELETE FROM raw_chunks WHERE ${keyIs} RETURNING parts`).pluck();
  const findPart = db.prepare<[Uint8Array, string], { id: number; isSame: number }>(
    'SELECT id, data = ? AS isSame FROM raw_parts WHERE hash = ?',
  );
  const addPart = db.prepare<[string, Uint8Array]>('INSERT INTO raw_parts (hash, data) VALUES (?, ?)');
  const replacePart = db.prepare<[Uint8Array, number]>('UPDATE raw_parts SET data = ? WHERE id = ?');
  const readPart = db.prepare<[number], { hash: string; data: Buffer }>('SELECT hash, data FROM raw_parts WHERE id = ?');
  const addUse = db.prepare<[string, number]>('INSERT OR IGNORE INTO raw_part_uses (session_id, part_id) VALUES (?, ?)');
  const dropUses = db.prepare<[string], number>('DELETE FROM raw_part_uses WHERE session_id = ? RETURNING part_id').pluck();
  const dropUnused = db
    .prepare<[string, string], number>(
      `DELETE FROM raw_part_uses WHERE session_id = ? AND part_id NOT IN (
        SELECT p.value FROM raw_chunks c, json_each(c.parts) p WHERE c.session_id = ? AND c.parts IS NOT NULL
      ) RETURNING part_id`,
    )
    .pluck();
  const dropParts = db.prepare<[string]>(
    `DELETE FROM raw_parts WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM raw_part_uses u WHERE u.part_id = raw_parts.id)`,
  );
  /** The last run that was read: the lines of a run are often read one after the other. */
  let last: { parts: string; bytes: Buffer } | null = null;

  const release = (sessionId: string): void => {
    dropParts.run(toJson(dropUnused.all(sessionId, sessionId)));
  };
  /** Ids of the parts of a run, in the order of its lines. */
  const storeParts = ({ sessionId, data, parts }: RawChunk): number[] | null => {
    if (!parts) return null;
    const ids = parts.hashes.map((hash, at) => {
      const bytes = data.subarray(parts.ends[at - 1] ?? 0, parts.ends[at]);
      const known = findPart.get(bytes, hash);
      // Other bytes under the same hash are damaged, or were compressed by another version.
      if (known?.isSame === 0) {
        replacePart.run(bytes, known.id);
        last = null;
      }
      const id = known?.id ?? Number(addPart.run(hash, bytes).lastInsertRowid);
      addUse.run(sessionId, id);
      return id;
    });
    return parts.order.flatMap((at) => ids[at] ?? []);
  };
  /** The bytes of a run of lines. Fails with `unreadable` where they are damaged. */
  const read = ({ data, parts }: StoredBytes): Buffer => {
    if (parts === null) return decompress(data);
    if (last?.parts === parts) return last.bytes;
    const known = new Map<number, Buffer>();
    const bytesOf = (id: number): Buffer => {
      const before = known.get(id);
      if (before) return before;
      const part = readPart.get(id);
      const bytes = decompress(part?.data ?? noBytes);
      if (toLineHash(bytes) !== part?.hash) throw makeDamagedError();
      known.set(id, bytes);
      return bytes;
    };
    last = { parts, bytes: Buffer.concat(parseNumbers(parts).map(bytesOf)) };
    return last.bytes;
  };
  /** Lines by their places. None where they are damaged: then nothing of them can be kept. */
  const listPlaced = ({ offsets, starts, hashes, ...stored }: StoredRun): string[] => {
    try {
      const at = parseNumbers(offsets);
      const bytes = read(stored);
      return listLineHashes({ bytes, starts: parseNumbers(starts), hashes: parseHashes(hashes) }).map(
        (hash, index) => `${at[index]} ${hash}`,
      );
    } catch (error) {
      if (codeOf(error) === 'unreadable') return [];
      throw error;
    }
  };
  const holdsAll = (run: StoredRun, former: StoredRun): boolean => {
    const held = new Set(listPlaced(run));
    return listPlaced(former).every((line) => held.has(line));
  };
  return {
    put: (chunks: readonly RawChunk[]): void => {
      const replaced = new Set<string>();
      for (const chunk of chunks) {
        const { sessionId, sourceId, firstOffset, offsets, starts, hashes, rawBytes } = chunk;
        const ids = storeParts(chunk);
        const parts = ids && toJson(ids);
        const run = { offsets: toJson(offsets), starts: toJson(starts), hashes: hashes && toJson(hashes), parts };
        const before = find.get(sessionId, sourceId, firstOffset);
        if (before && before.parts !== parts) {
          // A dump that was written anew has other snapshots there: those that are stored stay.
          if (parts && !holdsAll({ ...run, data: noBytes }, before)) setAside.run({ sessionId, sourceId, firstOffset });
          else if (before.parts !== null) replaced.add(sessionId);
        }
        put.run({ sessionId, sourceId, firstOffset, rawBytes, ...run, data: parts ? noBytes : chunk.data });
      }
      for (const id of replaced) release(id);
    },
    read,
    remove: (sourceId: string, chunks: readonly Key[]): void => {
      const left = new Set<string>();
      for (const { sessionId, firstOffset } of chunks) if (drop.get(sessionId, sourceId, firstOffset)) left.add(sessionId);
      for (const id of left) release(id);
    },
    /** Before a session is deleted: parts that no other one has go with it. */
    forgetSession: (sessionId: string): void => {
      dropParts.run(toJson(dropUses.all(sessionId)));
    },
  };
};
