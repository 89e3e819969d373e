import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import { AppError } from '../lib/domain/errors.ts';
import { isUnsupported, type FileResult } from '../lib/domain/import.ts';
import { supportedFormats } from '../lib/formats/registry.ts';
import { importFile } from '../lib/services/ingest/import-file.ts';
import type { Store } from '../lib/store/store.ts';
import { migrationsFolder } from './open-archive.ts';

/** Larger files use a temporary archive on disk. */
const maxBytesInMemory = 64 * 1024 * 1024;

/** A temporary folder, removed when the process ends or is interrupted. */
const makeScratchFolder = (): { folder: string; remove(): void } => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-file-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = () => process.exit(1);
  process.once('exit', remove);
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return {
    folder,
    remove: () => {
      process.off('exit', remove);
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      remove();
    },
  };
};

/** Reads a file into a temporary archive, passes that to `use`, and removes it. Fails if the file has no session. */
export const withFile = async <T>(file: string, use: (archive: { store: Store; result: FileResult }) => Promise<T>): Promise<T> => {
  const { size } = await stat(file);
  const scratch = makeScratchFolder();
  const databaseFile = size > maxBytesInMemory ? path.join(scratch.folder, 'archive.db') : ':memory:';
  const store = openStore(databaseFile, { migrationsFolder });
  try {
    const signal = new AbortController().signal;
    const input = { file, path: path.resolve(file), synthetic: false, signal, onProgress: () => undefined };
    const result = await importFile({ store, now: Date.now, scratchFolder: path.join(scratch.folder, 'copies') }, input);
    if (result.sessions.length === 0) {
      const formats = isUnsupported(result) ? ` Supported formats: ${supportedFormats.join('; ')}.` : '';
      throw new AppError('unsupported_format', `${file}: ${result.issues[0]?.message ?? 'This file has no session.'}${formats}`);
    }
    return await use({ store, result });
  } finally {
    await store.close();
    scratch.remove();
  }
};
