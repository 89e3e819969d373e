import { open } from 'node:fs/promises';
import type { FileResult } from '../../domain/import.ts';
import type { Issue } from '../../domain/issue.ts';
import { detectFormat } from '../../formats/registry.ts';
import { readFileHead } from '../../sources/file-head.ts';
import { openForeignDatabase, type ForeignDatabase } from '../../sources/sqlite-database.ts';
import { largeDatabaseBytes, peekTables } from '../../sources/sqlite-schema.ts';
import { hasLog, isLogged, readDatabaseFacts, takeDatabaseSnapshot, type Snapshot } from '../../sources/sqlite-snapshot.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { completeResult, refuse } from './file-result.ts';
import { openScratchFolder, type ImportDeps, type ImportInput } from './import-input.ts';
import { isOutOfOrder } from './open-session.ts';
import { readRowsInto } from './read-rows-into.ts';
import { rederiveSession } from './rederive.ts';
import { findCopy, isSameFile, makeSource, toWrittenAtMs, type FileFacts } from './source-facts.ts';

/**
 * Reads a SQLite database into the archive, from a private copy: the file and its folder stay as they are. Rows that stand
 * in its log alone are read. Unchanged is a database whose file and log have the bytes that they had.
 */
export const importDatabase = async (deps: ImportDeps, input: ImportInput, header: Uint8Array): Promise<FileResult> => {
  const { store } = deps;
  const facts = await readDatabaseFacts(input.file);
  const notices = isLogged(header) && (await lacksLog(input)) ? [toMissingLog(input.path)] : [];
  const known = await store.findSource(input.path);
  if (known?.sha256 && isSameFile(known, facts)) return completeResult(store, input, known, { unchanged: true, notices });
  const folder = openScratchFolder(deps);
  const refusal = facts.bytes >= largeDatabaseBytes ? await refuseUnread(input, facts, folder) : null;
  if (refusal) return refusal;
  const snapshot = await takeDatabaseSnapshot(input.file, folder);
  try {
    const same = known?.sha256 === snapshot.sha256 ? known : await findCopy(store, snapshot.sha256);
    if (same) return await completeResult(store, input, same, { unchanged: true, notices });
    const database = openForeignDatabase(snapshot.file);
    try {
      return await importTables({ store, redacts: deps.redacts?.() ?? false, input, known, facts, snapshot, database, notices });
    } finally {
      database.close();
    }
  } finally {
    await snapshot.remove();
  }
};

/** A large database of something else is refused by its tables, before it is copied and hashed. */
const refuseUnread = async (input: ImportInput, facts: FileFacts, folder: string): Promise<FileResult | null> => {
  const tables = await peekTables(input.file, folder);
  const detected = tables && detectFormat({ ...(await readHead(input.file)), tables });
  return detected && 'refusal' in detected ? refuse(input, facts.bytes, detected.refusal.code, detected.refusal.message) : null;
};

/** An uploaded file came alone, whatever stood beside the original. */
const lacksLog = async (input: ImportInput): Promise<boolean> => input.file !== input.path && !(await hasLog(input.file));

const toMissingLog = (path: string): Issue => {
  const log = `${path.split(/[/\\]/u).at(-1) ?? path}-wal`;
  return {
    line: null,
    code: 'missing_log',
    message: `Rows may be missing: the file came without ${log}, which holds the newest rows while the agent runs. Import it from its folder with the command line, or drop it again after the agent has ended.`,
    excerpt: null,
  };
};

type Opened = {
  store: Store;
  redacts: boolean;
  input: ImportInput;
  known: SourceRow | null;
  facts: FileFacts;
  snapshot: Snapshot;
  database: ForeignDatabase;
  notices: readonly Issue[];
};

const importTables = async ({ store, redacts, input, known, facts, snapshot, database, notices }: Opened): Promise<FileResult> => {
  const head = await readHead(snapshot.file);
  const detected = detectFormat({ ...head, tables: database.tables });
  if ('refusal' in detected) return refuse(input, facts.bytes, detected.refusal.code, detected.refusal.message, snapshot.sha256);
  const { format } = detected;
  const source =
    known?.format === format.id ? { ...known, ...facts, writtenAtMs: toWrittenAtMs(input, facts) } : makeSource(input, format, facts);
  const read = await readRowsInto({ store, source, format, input, redacts }, database, snapshot.sha256);
  for (const session of read.sessions) if (isOutOfOrder(session)) await rederiveSession(store, session.id);
  await store.recomputeAggregates(read.sessions.map((session) => session.id));
  return completeResult(store, input, read.source, { unchanged: false, notices, ...read });
};

const readHead = async (file: string) => {
  const handle = await open(file);
  try {
    return await readFileHead(handle);
  } finally {
    await handle.close();
  }
};
