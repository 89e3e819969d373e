import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { importFiles } from '../../../db/schema.ts';
import { AppError } from '../../domain/errors.ts';
import {
  fileResult,
  importSummaryFields,
  type FileResult,
  type ImportDetail,
  type ImportOrigin,
  type ImportSummary,
} from '../../domain/import.ts';
import type { Page } from '../../domain/page.ts';
import type { Changes } from './changes.ts';
import { parseCursor, toCursor } from './cursor.ts';
import { toJson } from './json.ts';
import { upsert } from './statements.ts';

const selectFrom = (
  imports: string,
): string => `SELECT i.id, i.origin, i.label, i.status, i.started_at_ms AS startedAtMs, i.finished_at_ms AS finishedAtMs,
  i.new_sessions AS newSessions, count(f.id) AS files, coalesce(sum(f.status NOT IN ('waiting', 'running')), 0) AS filesDone,
  coalesce(sum(f.bytes), 0) AS bytes, coalesce(sum(f.bytes_read), 0) AS bytesRead, coalesce(sum(f.records), 0) AS records,
  coalesce(sum(f.tool_calls), 0) AS toolCalls, coalesce(sum(f.tool_errors), 0) AS toolErrors,
  coalesce(sum(f.status = 'unchanged'), 0) AS unchanged, coalesce(sum(f.status IN ('refused', 'failed')), 0) AS failed,
  coalesce(sum(f.skipped_lines), 0) AS skippedLines
  FROM (${imports}) i LEFT JOIN import_files f ON f.import_id = i.id
  GROUP BY i.id ORDER BY i.started_at_ms DESC, i.id DESC`;

const newestFirst = 'ORDER BY started_at_ms DESC, id DESC LIMIT ?';

const listName = 'imports';

/** Rows as they are stored already speak the domain's words; the schema's output side checks them. */
const { startedAt: _, finishedAt: __, ...timeless } = importSummaryFields;
const storedSummary = z.object({ ...timeless, startedAtMs: z.number(), finishedAtMs: z.number().nullable() });

/** Imports with the result of each of their files; totals are kept with every result. */
export const makeImports = (db: Database, changes: Changes) => {
  const create = db.prepare<[string, string, string, number]>(
    "INSERT INTO imports (id, origin, label, status, started_at_ms) VALUES (?, ?, ?, 'open', ?)",
  );
  const exists = db.prepare<[string], { status: string }>('SELECT status FROM imports WHERE id = ?');
  const putFile = db.prepare(upsert(importFiles, ['importId', 'id'], [], ['position']));
  const nextPosition = db.prepare<[string], { position: number }>(
    'SELECT coalesce(max(position) + 1, 0) AS position FROM import_files WHERE import_id = ?',
  );
  const hasFile = db.prepare<[string, string]>('SELECT 1 FROM import_files WHERE import_id = ? AND id = ?');
  const claim = db.prepare<[string, string]>('UPDATE sessions SET first_import_id = ? WHERE id = ? AND first_import_id IS NULL');
  const addNew = db.prepare<[number, string]>('UPDATE imports SET new_sessions = new_sessions + ? WHERE id = ?');
  const finish = db.prepare<[string, number, string]>('UPDATE imports SET status = ?, finished_at_ms = ? WHERE id = ?');
  const find = db.prepare<[string]>(selectFrom('SELECT * FROM imports WHERE id = ?'));
  const results = db.prepare<[string], { result: string }>('SELECT result FROM import_files WHERE import_id = ? ORDER BY position, id');
  const first = db.prepare<[number]>(selectFrom(`SELECT * FROM imports ${newestFirst}`));
  const next = db.prepare<[number, string, number]>(selectFrom(`SELECT * FROM imports WHERE (started_at_ms, id) < (?, ?) ${newestFirst}`));
  const open = db.prepare<[], { id: string }>("SELECT id FROM imports WHERE status = 'open' ORDER BY started_at_ms, id");
  const count = db.prepare<[], { total: number }>('SELECT count(*) AS total FROM imports');

  const ensure = (id: string): void => {
    if (!exists.get(id)) throw new AppError('not_found', `There is no import ${id}.`);
  };
  const listAfter = (cursor: string | null, limit: number): ImportSummary[] => {
    if (cursor === null) return first.all(limit).map((row) => storedSummary.parse(row));
    const { value, id } = parseCursor(cursor, listName);
    return next.all(Number(value), id, limit).map((row) => storedSummary.parse(row));
  };
  return {
    create: (row: { id: string; origin: ImportOrigin; label: string; startedAtMs: number }): void => {
      create.run(row.id, row.origin, row.label, row.startedAtMs);
      changes.add('import', row.id);
    },
    /** Sessions that no import named before count as this one's. */
    putResults: (importId: string, results: readonly FileResult[]): void => {
      ensure(importId);
      let position = nextPosition.get(importId)?.position ?? 0;
      let claimed = 0;
      for (const result of results) {
        const isNew = hasFile.get(importId, result.id) === undefined;
        // One that is stored already keeps its place.
        putFile.run({ ...result, importId, position, result: toJson(result) });
        if (isNew) position += 1;
        for (const { id } of result.sessions) claimed += claim.run(importId, id).changes;
      }
      if (claimed > 0) addNew.run(claimed, importId);
      changes.add('import', importId);
    },
    finish: (importId: string, status: 'done' | 'cancelled', finishedAtMs: number): void => {
      ensure(importId);
      finish.run(status, finishedAtMs, importId);
      changes.add('import', importId);
    },
    find: (id: string): ImportDetail | null => {
      const row = find.get(id);
      if (!row) return null;
      return { ...storedSummary.parse(row), results: results.all(id).map(({ result }) => fileResult.parse(JSON.parse(result))) };
    },
    listOpen: (): string[] => open.all().map(({ id }) => id),
    list: ({ cursor, limit }: { cursor: string | null; limit: number }): Page<ImportSummary> => {
      const rows = listAfter(cursor, limit + 1);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const more = rows.length > limit && last;
      return {
        items,
        nextCursor: more ? toCursor({ list: listName, value: last.startedAtMs, id: last.id }) : null,
        total: count.get()?.total ?? 0,
      };
    },
  };
};
