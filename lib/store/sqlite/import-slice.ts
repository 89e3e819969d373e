import type { Database, RunResult } from 'better-sqlite3';
import { and, count, desc, eq, inArray, min, sql, type Column, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import * as z from 'zod';
import { importFiles, imports } from '../../../db/schema.ts';
import { AppError } from '../../domain/errors.ts';
import { fileResult, importSummaryFields, type FileResult, type ImportSummary } from '../../domain/import.ts';
import { groupBy } from '../../session/group-by.ts';
import type { ImportStore } from '../import-store.ts';
import type { Changes } from './changes.ts';
import { parseCursor, toCursor } from './cursor.ts';
import { parseJson, toJson, validJson, parseStored } from './json.ts';
import type { Projects } from './sessions/projects.ts';
import type { Sources } from './sources.ts';
import { upsert } from './statements.ts';
import { sumOfCounts } from './sums.ts';
import type { Transactions } from './transactions.ts';

const listName = 'imports';

/** Stored rows use the domain's words; the schema's output side checks them. */
const { startedAt: _, finishedAt: __, ...timeless } = importSummaryFields;
const storedSummary = z.object({ ...timeless, startedAtMs: z.number(), finishedAtMs: z.number().nullable() });

const countWhere = (condition: SQL) => sql<number>`coalesce(sum(${condition}), 0)`;
const sumOfColumn = ({ name }: Column) => sql<number>`coalesce(${sql.raw(sumOfCounts(`"import_files"."${name}"`))}, 0)`;
/** The result of a file that is damaged in the database. */
const toUnreadable = (row: Omit<typeof importFiles.$inferSelect, 'result'>): FileResult => ({
  ...row,
  status: 'failed',
  path: `(file ${row.position + 1})`,
  ...{ sourceId: null, format: null, formatLabel: null, sha256: null },
  ...{ unchanged: false, grew: false, pendingTail: false },
  ...{ sessions: [], sessionCount: 0, newRecords: 0, unknownRecords: 0 },
  issues: [
    {
      line: null,
      code: 'unreadable',
      message: 'The result of this file is damaged in the database. Import the file again.',
      excerpt: null,
    },
  ],
  issueCount: 1,
});

const { status } = importFiles;
const isSkipped = sql`${status} IN ('refused', 'failed')`;
const isRead = sql`${status} IN ('imported', 'partial')`;
const result = sql.raw(validJson('"import_files"."result"', 'null'));
/** Results from before it was told are of new files. */
const grew = sql`coalesce(json_extract(${result}, '$.grew'), 0)`;
const totals = {
  files: count(importFiles.id),
  filesDone: countWhere(sql`${status} NOT IN ('waiting', 'running')`),
  bytes: sumOfColumn(importFiles.bytes),
  bytesRead: sumOfColumn(importFiles.bytesRead),
  records: sumOfColumn(importFiles.records),
  toolCalls: sumOfColumn(importFiles.toolCalls),
  toolErrors: sumOfColumn(importFiles.toolErrors),
  newFiles: countWhere(sql`${isRead} AND NOT ${grew}`),
  grew: countWhere(sql`${isRead} AND ${grew}`),
  unchanged: countWhere(sql`${status} = 'unchanged'`),
  skipped: countWhere(isSkipped),
  notRead: countWhere(sql`${status} = 'cancelled'`),
  skippedLines: sumOfColumn(importFiles.skippedLines),
};

/** Imports with the result of each of their files. */
export const makeImportSlice = (
  db: Database,
  { reading, writing }: Transactions,
  { sources, projects, changes }: { sources: Sources; projects: Projects; changes: Changes },
): ImportStore => {
  const database = drizzle(db);

  /** Why files of some imports were skipped, by import: each file's first issue, the most frequent first. */
  const listReasons = (ids: readonly string[]) => {
    const code = sql<string | null>`json_extract(${result}, '$.issues[0].code')`;
    const files = count();
    const { importId, position } = importFiles;
    const rows = database
      .select({ importId, code, files })
      .from(importFiles)
      .where(and(inArray(importId, [...ids]), isSkipped))
      .groupBy(importId, code)
      .orderBy(desc(files), min(position))
      .all();
    return groupBy(rows, (row) => row.importId);
  };

  /** Newest first, with totals over their files. */
  const listSummaries = (where: SQL, limit: number): ImportSummary[] => {
    const page = database.select().from(imports).where(where).orderBy(desc(imports.startedAtMs), desc(imports.id)).limit(limit).as('page');
    const { id, origin, label, status: state, startedAtMs, finishedAtMs, newSessions } = page;
    const rows = database
      .select({ id, origin, label, status: state, startedAtMs, finishedAtMs, newSessions, ...totals })
      .from(page)
      .leftJoin(importFiles, eq(importFiles.importId, page.id))
      .groupBy(page.id)
      .orderBy(desc(page.startedAtMs), desc(page.id))
      .all();
    const reasons = listReasons(rows.filter(({ skipped }) => skipped > 0).map((row) => row.id));
    return rows.map((row) => parseStored(storedSummary, { ...row, skippedReasons: reasons.get(row.id) ?? [] }));
  };
  const claim = db.prepare<[string, string]>('UPDATE sessions SET first_import_id = ? WHERE id = ? AND first_import_id IS NULL');
  const lastPosition = db.prepare<[string], number>('SELECT coalesce(max(position), -1) FROM import_files WHERE import_id = ?').pluck();
  const addSessions = db.prepare<[number, string]>('UPDATE imports SET new_sessions = new_sessions + ? WHERE id = ?');
  const finish = db.prepare<[string, number, string]>('UPDATE imports SET status = ?, finished_at_ms = ? WHERE id = ?');
  const change = (id: string, { changes: updated }: RunResult): void => {
    if (updated === 0) throw new AppError('not_found', `There is no import ${id}.`);
    changes.add('import', id);
  };
  // A result that is stored already keeps its place.
  const putResult = db.prepare(upsert(importFiles, ['importId', 'id'], [], ['position']));

  return {
    createImport: writing((row) => {
      database
        .insert(imports)
        .values({ ...row, status: 'open' })
        .run();
      changes.add('import', row.id);
    }),
    /** Sessions that no import named before count as this one's. */
    putFileResults: writing((importId, results) => {
      const claimed = results.flatMap((result) => result.sessions).reduce((sum, { id }) => sum + claim.run(importId, id).changes, 0);
      change(importId, addSessions.run(claimed, importId));
      const first = (lastPosition.get(importId) ?? -1) + 1;
      for (const [index, result] of results.entries())
        putResult.run({ ...result, importId, position: first + index, result: toJson(result) });
    }),
    finishImport: writing((importId, finished, finishedAtMs) => {
      change(importId, finish.run(finished, finishedAtMs, importId));
      projects.placeWaiting();
    }),
    findImport: reading((id) => {
      const [summary] = listSummaries(eq(imports.id, id), 1);
      if (!summary) return null;
      const rows = database
        .select()
        .from(importFiles)
        .where(eq(importFiles.importId, id))
        .orderBy(importFiles.position, importFiles.id)
        .all();
      const results = rows.map(({ result, ...row }) => parseJson(fileResult, result, null) ?? toUnreadable(row));
      return { ...summary, results };
    }),
    listImports: reading(({ cursor, limit }) => {
      const at = cursor === null ? null : parseCursor(cursor, listName);
      const isAfter = at ? sql`(${imports.startedAtMs}, ${imports.id}) < (${Number(at.value)}, ${at.id})` : sql`1`;
      const rows = listSummaries(isAfter, limit + 1);
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items,
        nextCursor: last ? toCursor({ list: listName, value: last.startedAtMs, id: last.id }) : null,
        total: database.select({ total: count() }).from(imports).get()?.total ?? 0,
      };
    }),
    listOpenImports: reading(() =>
      database
        .select({ id: imports.id, processId: imports.processId })
        .from(imports)
        .where(eq(imports.status, 'open'))
        .orderBy(imports.startedAtMs, imports.id)
        .all(),
    ),
    listSourceIssues: reading(sources.listIssues),
    findIssueLine: reading(sources.findIssueLine),
  };
};
