import path from 'node:path';
import envPaths from 'env-paths';

/** Where the database lies: `OBSERVATORY_DB` if it is set, else the system's folder for an application's data. Absolute. */
export const toDatabasePath = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env.OBSERVATORY_DB || path.join(defaultDataFolder, 'observatory.db'));

const defaultDataFolder = envPaths('trajectory-observatory', { suffix: '' }).data;

/** Folder of the database; spooled uploads and the demo's files lie beside it. */
export const toDataFolder = (env: Readonly<Record<string, string | undefined>>): string => path.dirname(toDatabasePath(env));
