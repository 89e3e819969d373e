import path from 'node:path';
import envPaths from 'env-paths';

/** Where the database lies: `OBSERVATORY_DB` if it is set, else the system's folder for an application's data. Absolute. */
export const toDatabasePath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env.OBSERVATORY_DB || path.join(defaultDataFolder, 'observatory.db'));

/** Where the configuration lies: `OBSERVATORY_CONFIG` if it is set, else beside the database. Absolute. */
export const toConfigPath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env.OBSERVATORY_CONFIG || path.join(toDataFolder(env), 'observatory.config.yaml'));

/** Where a copy of the configuration is kept from when it was last read without a problem. */
export const toConfigCopyPath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.join(toDataFolder(env), 'observatory.config.last.yaml');

const defaultDataFolder = envPaths('trajectory-observatory', { suffix: '' }).data;

/** Folder of the database; spooled uploads and the demo's files lie beside it. */
export const toDataFolder = (env: Readonly<Record<string, string | undefined>>): string => path.dirname(toDatabasePath(env));
