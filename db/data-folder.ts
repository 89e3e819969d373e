import path from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { AppError } from '../lib/domain/errors.ts';
import type { PrivatePaths } from '../lib/sources/private-files.ts';

/** The file of a database that is given as a path or `file:` URL. Any other scheme fails with `invalid_input`. */
export const toDatabaseFile = (url: string): string => {
  if (url.startsWith('file:')) return fileURLToPath(url);
  // A single letter is a drive.
  const scheme = /^([a-z][a-z\d+.-]+):\/\//iu.exec(url)?.[1];
  if (scheme === undefined) return url;
  throw new AppError('invalid_input', `There is no engine for ${scheme}: archives. Set OBSERVATORY_DB to the path of a SQLite database.`);
};

/**
 * Where the database lies: `OBSERVATORY_DB`, a path or `file:` URL, if it is set, else the system's folder for an application's data.
 * Absolute. Any other URL fails with `invalid_input`.
 */
export const toDatabasePath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(toDatabaseFile(env.OBSERVATORY_DB || path.join(defaultDataFolder, 'observatory.db')));

/** Where the configuration lies: `OBSERVATORY_CONFIG` if it is set, else beside the database. Absolute. */
export const toConfigPath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env.OBSERVATORY_CONFIG || path.join(toDataFolder(env), 'observatory.config.yaml'));

/** Where a copy of the configuration is kept from when it was last read without a problem. */
export const toConfigCopyPath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.join(toDataFolder(env), 'observatory.config.last.yaml');

/** Where the hook keeps what it has read of the configuration. */
export const toHookConfigPath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.join(toDataFolder(env), 'observatory.config.hook.json');

const defaultDataFolder = envPaths('trajectory-observatory', { suffix: '' }).data;

/** Folder of the database; spooled uploads and the demo's files lie beside it. */
export const toDataFolder = (env: Readonly<Record<string, string | undefined>>): string => path.dirname(toDatabasePath(env));

/** A file beside the database, whose lock the one process holds that asks a model for summaries. */
export const toModelLockFile = (databaseFile: string): string => `${databaseFile}-models`;

/**
 * Paths that only this user may read. `data`: the database. `trusted`: the configuration, and the folder unless it is one of the user's own
 * choice. A token that others could read is not among these paths: it is replaced.
 */
export const listPrivatePaths = (env: Readonly<Record<string, string | undefined>>): PrivatePaths => {
  const file = toDatabasePath(env);
  const configs = [toConfigPath(env), toConfigCopyPath(env), toHookConfigPath(env)];
  return { data: [file, `${file}-wal`, `${file}-shm`], trusted: env.OBSERVATORY_DB ? configs : [defaultDataFolder, ...configs] };
};
