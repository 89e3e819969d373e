import path from 'node:path';
import { toConfigCopyPath, toConfigPath, toDatabasePath } from '../../../db/data-folder.ts';

export type ServerOptions = { root: string; version: string; variables: Readonly<Record<string, string | undefined>> };

/** Files and folders of a server: plain data, also for its workers. `dataFolder` holds the database and what belongs to it. */
export type Places = {
  root: string;
  databaseFile: string;
  migrationsFolder: string;
  dataFolder: string;
  config: { file: string; copyFile: string };
};

export const toPlaces = ({ root, variables }: ServerOptions): Places => {
  const databaseFile = toDatabasePath(variables);
  return {
    root,
    databaseFile,
    migrationsFolder: path.join(root, 'db/migrations'),
    dataFolder: path.dirname(databaseFile),
    config: { file: toConfigPath(variables), copyFile: toConfigCopyPath(variables) },
  };
};

/** The built program of a worker thread. */
export const toWorkerFile = ({ root }: Places, name: 'import' | 'observer' | 'trial'): string => path.join(root, `dist/${name}-worker.mjs`);
