import { hasCode } from '../domain/errors.ts';

/** Whether a process exists on this machine, whoever runs it. */
export const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};
