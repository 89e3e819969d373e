import { appendFileSync, renameSync, statSync } from 'node:fs';

const maxBytes = 1024 * 1024;

/** Appends a line to a log. A full log is renamed to `.1` first. Write errors are ignored. */
export const makeHookLog =
  (file: string) =>
  (event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`, { mode: 0o600 });
    } catch {
      // The agent must not fail because of the log.
    }
  };

export type HookLog = ReturnType<typeof makeHookLog>;
