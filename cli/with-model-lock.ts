import { setTimeout as sleep } from 'node:timers/promises';
import { toDatabasePath, toModelLockFile } from '../db/data-folder.ts';
import { openProcessLock } from '../db/process-lock.ts';
import { processVariables } from '../lib/server/env.ts';

const lookEveryMs = 500;

/**
 * Works with the lock of the one process that asks a model; `isTaken` false: another one, such as the server, has it. With `onWait`, which
 * is called once if it has to, it waits until the other one is done.
 */
export const withModelLock = async (work: (isTaken: boolean) => Promise<void>, onWait?: () => void): Promise<void> => {
  const lock = openProcessLock(toModelLockFile(toDatabasePath(processVariables())));
  let release = lock.take();
  try {
    if (!release && onWait) {
      onWait();
      for (; !release; release = lock.take()) await sleep(lookEveryMs);
    }
    await work(release !== null);
  } finally {
    release?.();
    lock.close();
  }
};
