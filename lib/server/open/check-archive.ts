import { spawn } from 'node:child_process';
import path from 'node:path';
import { log, toLogFields } from '../log.ts';
import type { Places } from './places.ts';

/** Looks for damage in the archive, in a process of low priority. Ends it early on `close`. */
export const checkArchive = ({ root, databaseFile }: Places): { close(): void } => {
  const checking = spawn(process.execPath, [path.join(root, 'dist/check-main.mjs'), databaseFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  checking.on('error', (error) => log('warn', 'check of the database', toLogFields(error)));
  checking.unref();
  return { close: () => void checking.kill() };
};
