import { toVisibleJson } from '../print/visible-text.ts';

type Level = 'info' | 'warn' | 'error';

/** Writes one event as a line of JSON to standard error. */
export const log = (level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
  process.stderr.write(`${toVisibleJson(JSON.stringify({ at: new Date().toISOString(), level, event, ...fields }))}\n`);
};

/** What the log keeps of an error. */
export const toLogFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
