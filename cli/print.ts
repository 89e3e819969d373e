import { once } from 'node:events';
import { debuglog } from 'node:util';
import { codeOf } from '../lib/domain/errors.ts';
import { toOneLine } from '../lib/print/one-line.ts';
import { toVisibleJson, toVisibleText } from '../lib/print/visible-text.ts';

/** Prints a value to standard output as indented JSON, whose strings hold nothing that a terminal would obey. */
export const printJson = (value: unknown): void => void process.stdout.write(`${toVisibleJson(JSON.stringify(value, null, 2))}\n`);

/** The same on one line. */
export const printJsonLine = (value: unknown): void => void process.stdout.write(`${toVisibleJson(JSON.stringify(value))}\n`);

/** Prints a line of text, which may repeat arguments, to standard output. */
export const printLine = (text: string): void => void process.stdout.write(`${toVisibleText(text)}\n`);

/** Prints an error or a note, which may repeat arguments, to standard error. */
export const printNote = (text: string): void => void process.stderr.write(`${toVisibleText(text)}\n`);

/** Prints a part of a file to standard output: as it is, but for a terminal without what that would obey. */
export const printPart = async (text: string): Promise<void> => {
  if (!process.stdout.write(process.stdout.isTTY ? toVisibleText(text) : text)) await once(process.stdout, 'drain');
};

/** An unexpected error on one line. Its stack goes to standard error with `NODE_DEBUG=observatory`. */
export const describeFailure = (error: unknown): string => {
  const message = toOneLine(error instanceof Error ? error.message : String(error), maxFailureChars);
  debuglog('observatory')('%s', toVisibleText(error instanceof Error ? (error.stack ?? message) : message));
  // The system's own errors are no bugs.
  if (codeOf(error) !== null) return `observatory failed: ${message}`;
  return `observatory failed: ${message.replace(/\.$/u, '')}. This is a bug. NODE_DEBUG=observatory prints where it happened.`;
};

const maxFailureChars = 500;
