import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TableShape } from '../formats/format.ts';
import { openForeignDatabase } from './sqlite-database.ts';

const megabyte = 1024 * 1024;

/** From this size on the tables of a database are looked at before it is copied. */
export const largeDatabaseBytes = 32 * megabyte;

/** The list of tables begins on the first page; what follows it stands near, since it was written first. */
const headBytes = 4 * megabyte;
const maxLogBytes = 64 * megabyte;

/**
 * The tables of a database, from a copy of its first pages with a hole for the rest, and of its log. Null where they cannot be
 * told from that: a longer list of tables goes on elsewhere. Nothing is kept of the copy, and nothing written beside the file.
 */
export const peekTables = async (file: string, folder: string): Promise<readonly TableShape[] | null> => {
  const copy = path.join(folder, `${String(process.pid)}-schema-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyHead(file, copy);
    const log = await stat(`${file}-wal`).catch(() => null);
    if (log && log.size > maxLogBytes) return null;
    if (log) await copyFile(`${file}-wal`, `${copy}-wal`);
    const database = openForeignDatabase(copy, { isWhole: false });
    const { tables } = database;
    database.close();
    return tables;
  } catch {
    return null;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true });
  }
};

const copyHead = async (from: string, to: string): Promise<void> => {
  const [source, target] = [await open(from), await open(to, 'wx', 0o600)];
  try {
    const { size } = await source.stat();
    const { bytesRead, buffer } = await source.read(Buffer.alloc(Math.min(size, headBytes)), 0, null, 0);
    await target.write(buffer, 0, bytesRead, 0);
    await target.truncate(size);
  } finally {
    await source.close();
    await target.close();
  }
};
