import { toVisibleJson } from '../print/visible-text.ts';
import { isAppError } from './problem.ts';

type Level = 'info' | 'warn' | 'error';

/** Writes one event as a line of JSON to standard error. */
export const log = (level: Level, event: string, fields: Readonly<Record<string, unknown>> = {}): void => {
  process.stderr.write(`${toVisibleJson(JSON.stringify({ at: new Date().toISOString(), level, event, ...fields }))}\n`);
};

/** Fields of an error in the log. The message of an expected error says everything. */
export const toLogFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { error: String(error) };
  const isExpected = isAppError(error) && error.code !== 'internal';
  return { error: error.message, ...(!isExpected && { stack: error.stack }) };
};
