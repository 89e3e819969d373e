import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../lib/domain/errors.ts';
import { printCount, printCounted } from '../../lib/print/number.ts';
import type { Redacted } from '../../lib/redaction/redact.ts';
import { getSessionId } from '../get-session-id.ts';
import { withTriage } from './open-triage.ts';
import { toFilter, type FilterOptions } from './to-filter.ts';
import { printJsonLine, printNote, printPart } from '../print.ts';

/** Writes a file atomically, readable by its owner only, because it holds notes and quotes. */
const writeFile = async (file: string, lines: AsyncIterable<Redacted<string>>): Promise<void> => {
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(lines), createWriteStream(scratch, { mode: 0o600 }));
    renameSync(scratch, file);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw toFileError(file, error);
  }
};

const toFileError = (file: string, error: unknown): unknown => {
  const isOfFile = error instanceof Error && 'syscall' in error;
  return isOfFile ? new AppError('unreadable', `${file}: ${error.message}`) : error;
};

export type ExportOptions = FilterOptions & { includeSecrets: boolean };

/** `observations export`: one JSON object per line, oldest first. With a file, prints how many were written and left out. */
export const exportObservations = (place: string, options: ExportOptions): Promise<number> =>
  withTriage(async ({ store, observations }) => {
    const filter = await toFilter(store, options);
    const lines = observations.export(filter, options);
    if (place === '-') {
      for await (const chunk of lines) await printPart(chunk);
      return 0;
    }
    await writeFile(place, lines);
    const count = async (withCleared: boolean) => {
      const window = { sort: 'severity', descending: true, cursor: null, limit: 1 } as const;
      return (await observations.list({ filter: { ...filter, withCleared }, ...window })).total;
    };
    const [written, all] = [await count(options.all), await count(true)];
    const left = all > written ? `; ${printCount(all - written)} archived not included (use --all)` : '';
    process.stdout.write(`${printCounted(written, 'observation')} written${left}\n`);
    return 0;
  });

const openFile = (file: string): Readable => {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new AppError('not_found', `There is no file ${file}.`);
  if (stats.isDirectory()) throw new AppError('invalid_input', `${file} is a folder. Use a JSONL file.`);
  return createReadStream(file);
};

/** `observations import`: stores valid lines and reports invalid ones by number. */
export const importObservations = (place: string, options: { session?: string; json: boolean }): Promise<number> =>
  withTriage(async ({ store, observations }) => {
    const session = options.session === undefined ? null : await getSessionId(store, options.session);
    const lines = place === '-' ? process.stdin : openFile(place);
    const result = await observations.import({ session, lines });
    const { created, updated, unchanged, problems } = result;
    for (const { line, message } of problems) printNote(`${line > 0 ? `line ${line}: ` : ''}${message}`);
    const done = created + updated + unchanged;
    if (options.json) printJsonLine(result);
    else if (done > 0 || problems.length === 0) {
      process.stdout.write(`${printCounted(created, 'observation')} added, ${updated} updated, ${unchanged} unchanged\n`);
    }
    if (problems.length === 0) return 0;
    return done > 0 ? 3 : 1;
  });
