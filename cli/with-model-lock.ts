import { toDatabasePath, toModelLockFile } from '../db/data-folder.ts';
import { openProcessLock } from '../db/process-lock.ts';
import { processVariables } from '../lib/server/env.ts';

/** Works with the lock of the one process that asks a model; `isTaken` false: another one, such as the server, has it. */
export const withModelLock = async (work: (isTaken: boolean) => Promise<void>): Promise<void> => {
  const lock = openProcessLock(toModelLockFile(toDatabasePath(processVariables())));
  const release = lock.take();
  try {
    await work(release !== null);
  } finally {
    release?.();
    lock.close();
  }
};
