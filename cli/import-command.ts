import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { AppError } from '../lib/domain/errors.ts';
import { isUnsupported } from '../lib/domain/import.ts';
import { makeDecodeAhead, makeDecodeInThread } from '../lib/services/ingest/decode-in-thread.ts';
import { largeFileBytes } from '../lib/services/ingest/import-input.ts';
import { parseGivenDescriptor } from './parse-given-descriptor.ts';
import { planImport } from './import-plan.ts';
import { printResults, printSummary, toImportExitCode, toImportJson } from './import-report.ts';
import { printJsonLine, printNote } from './print.ts';

/** `observe`: run observers before the command ends; otherwise the server does. */
export type ImportOptions = { json: boolean; observe: boolean; ns?: string; key?: string; tag?: string };

/**
 * Garbage collection flags. One core decodes and one stores, so parallel collector threads cost more than they save. The heap may grow to
 * 2.8 times the live size before the next collection, less than the default, to save memory.
 */
const heapFlags = ['--no-parallel-scavenge', '--no-concurrent-marking', '--heap-growing-percent=180'];

/** `import PATH…`: returns the exit code. Ctrl-C stops after the current transaction, which leaves the archive consistent. */
export const importCommand = async (places: readonly string[], { json, observe, ...given }: ImportOptions): Promise<number> => {
  const descriptor = parseGivenDescriptor(given);
  for (const flag of heapFlags) setFlagsFromString(flag);
  const files = await planImport(places);
  if (files.length === 0) throw new AppError('not_found', `No files found in ${places.join(', ')}.`);
  // The thread starts while the store is loaded and opened.
  const startsNow = files.some(({ bytes }) => bytes >= largeFileBytes);
  const worker = path.join(import.meta.dirname, 'decode-worker.mjs');
  const decoding = { decodeElsewhere: makeDecodeInThread(worker, { startsNow }), decodeAhead: makeDecodeAhead(worker) };
  const { importFiles } = await import('./import-files.ts');
  const outcomes = await importFiles(decoding, files, {
    label: places.join(' '),
    observe,
    descriptor,
    // A bar and results on one terminal would overwrite each other.
    showsBar: !json || !process.stdout.isTTY,
    ...(json && { onResult: ({ planned, result }) => printJsonLine(toImportJson(planned.shown, result)) }),
  });
  const results = outcomes.map(({ result }) => result);
  const wasStopped = results.some(({ status }) => status === 'cancelled');
  if (!json) for (const line of printResults(outcomes)) process.stdout.write(`${line}\n`);
  if (!json || wasStopped) printNote(printSummary(results));
  if (results.some(isUnsupported)) {
    const { supportedFormats } = await import('../lib/formats/registry.ts');
    printNote(`Supported formats: ${supportedFormats.join('; ')}.`);
  }
  if (wasStopped) printNote('Stopped. Run the same command again to continue.');
  return toImportExitCode(results);
};
