import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { codeOf } from '../lib/domain/errors.ts';
import { detectFormat, formats } from '../lib/formats/registry.ts';
import { batchesAhead, type FromDecoder, type ToDecoder } from '../lib/services/ingest/decode-in-thread.ts';
import { largeFileBytes, type AheadJob, type DecodeJob } from '../lib/services/ingest/import-input.ts';
import { decodeLines } from '../lib/services/ingest/decode-lines.ts';
import { makePlacer } from '../lib/services/ingest/place-drafts.ts';
import { toFileFacts } from '../lib/services/ingest/source-facts.ts';
import { sourceIdOf } from '../lib/session/ids.ts';
import { readFileHead } from '../lib/sources/file-head.ts';
import { readRange } from '../lib/sources/read-range.ts';

const port = parentPort;
if (!port) throw new Error('The decode worker must be started by an import.');

/** A job that is not done: the batches of it that may be posted before more are consumed. */
type Running = { id: number; job: DecodeJob | AheadJob; mayPost: number; isSkipped: boolean };

const running = new Map<number, Running>();
let wake = () => {};
let work = Promise.resolve();

const report = (message: FromDecoder) => port.postMessage(message);

const decode = async (run: Running, job: DecodeJob) => {
  const format = formats.find(({ id }) => id === job.formatId);
  const reader = format?.openLines?.({ path: job.path }, undefined);
  if (!format || !reader) throw new Error(`Format ${job.formatId} does not read lines`);
  // The descriptor keeps the recognized file, even if its path points elsewhere by now.
  const bytes = readRange(job.fd, 0, job.bytes);
  const placer = makePlacer({ sourceId: sourceIdOf(job.path), family: format.agent.id });
  for await (const batch of decodeLines(bytes, reader, placer, {
    offset: 0,
    line: 0,
    redacts: job.redacts,
    file: job.file,
    repeats: format.repeats ?? false,
  })) {
    while (run.mayPost === 0 && !run.isSkipped) await new Promise<void>((resolve) => (wake = resolve));
    if (run.isSkipped) return;
    run.mayPost -= 1;
    report({ id: run.id, kind: 'batch', batch });
  }
};

/** Facts and format of a file that this thread may decode by itself; null for any other or unreadable file: the importer says why. */
const inspect = async (file: FileHandle) => {
  const stats = await file.stat({ bigint: true });
  const facts = toFileFacts(stats);
  if (!stats.isFile() || facts.bytes === 0 || facts.bytes >= largeFileBytes) return null;
  const detected = detectFormat(await readFileHead(file));
  // Snapshots are compared with those that are stored before they are read.
  const isReadAhead = 'format' in detected && detected.format.shape === 'lines' && !detected.format.repeats;
  return isReadAhead ? { facts, formatId: detected.format.id } : null;
};

const openAndDecode = async (run: Running, job: AheadJob) => {
  const file = await open(job.file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  try {
    const opened = file && (await inspect(file).catch(() => null));
    report({ id: run.id, kind: 'opened', opened });
    if (file && opened) await decode(run, { ...job, fd: file.fd, bytes: opened.facts.bytes, formatId: opened.formatId });
  } finally {
    await file?.close();
  }
};

const runJob = async (run: Running) => {
  const { id, job } = run;
  try {
    if (!run.isSkipped) await ('fd' in job ? decode(run, job) : openAndDecode(run, job));
  } catch (error) {
    report({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error), code: codeOf(error) });
  } finally {
    running.delete(id);
  }
};

port.on('message', (message: ToDecoder) => {
  const { id } = message;
  const run = running.get(id);
  if (message.kind === 'job') {
    const begun = { id, job: message.job, mayPost: batchesAhead, isSkipped: false };
    running.set(id, begun);
    work = work.then(() => runJob(begun));
  } else if (run && message.kind === 'next') run.mayPost += 1;
  else if (run) run.isSkipped = true;
  wake();
});
