import { appendFileSync, renameSync, statSync } from 'node:fs';

const maxBytes = 1024 * 1024;

/** Adds a line to a log; one that is full is kept beside it under `.1`. Where nothing can be written, nothing is. */
export const makeHookLog =
  (file: string) =>
  (event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`, { mode: 0o600 });
    } catch {
      // The agent works on, whatever becomes of the log.
    }
  };

export type HookLog = ReturnType<typeof makeHookLog>;
