import path from 'node:path';
import { toConfigCopyPath, toConfigPath, toDatabasePath } from '../../../db/data-folder.ts';

export type ServerOptions = { root: string; version: string; variables: Readonly<Record<string, string | undefined>> };

/** Files and folders of a server: plain data, also for its workers. */
export type Places = {
  root: string;
  databaseFile: string;
  migrationsFolder: string;
  config: { file: string; copyFile: string };
};

export const toPlaces = ({ root, variables }: ServerOptions): Places => {
  return {
    root,
    databaseFile: toDatabasePath(variables),
    migrationsFolder: path.join(root, 'db/migrations'),
    config: { file: toConfigPath(variables), copyFile: toConfigCopyPath(variables) },
  };
};

/** The built program of a worker thread. */
export const toWorkerFile = ({ root }: Places, name: 'import' | 'observer' | 'trial' | 'data'): string =>
  path.join(root, `dist/${name}-worker.mjs`);
