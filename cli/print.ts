import { once } from 'node:events';
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
