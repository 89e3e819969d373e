import { parentPort } from 'node:worker_threads';
import { codeOf } from '../lib/domain/errors.ts';
import { formats } from '../lib/formats/registry.ts';
import { batchesAhead, type FromDecoder, type ToDecoder } from '../lib/services/ingest/decode-in-thread.ts';
import type { DecodeJob } from '../lib/services/ingest/import-input.ts';
import { decodeLines } from '../lib/services/ingest/decode-lines.ts';
import { makePlacer } from '../lib/services/ingest/place-drafts.ts';
import { sourceIdOf } from '../lib/session/ids.ts';
import { readRange } from '../lib/sources/read-range.ts';

const port = parentPort;
if (!port) throw new Error('The decode worker must be started by an import.');

let mayPost = batchesAhead;
let wake = () => {};
const begun = new Promise<DecodeJob>((resolve) => {
  port.on('message', (message: ToDecoder) => {
    if (message.kind === 'job') resolve(message.job);
    else mayPost += 1;
    wake();
  });
});

const report = (message: FromDecoder) => port.postMessage(message);

const decode = async (job: DecodeJob) => {
  const format = formats.find(({ id }) => id === job.formatId);
  const reader = format?.openLines?.({ path: job.path }, undefined);
  if (!format || !reader) throw new Error(`Format ${job.formatId} does not read lines`);
  // The importer's descriptor keeps the recognized file, even if its path points elsewhere by now.
  const bytes = readRange(job.fd, 0, job.bytes);
  const placer = makePlacer({ sourceId: sourceIdOf(job.path), family: format.agent.id });
  for await (const batch of decodeLines(bytes, reader, placer, { offset: 0, line: 0, redacts: job.redacts })) {
    while (mayPost === 0) await new Promise<void>((resolve) => (wake = resolve));
    mayPost -= 1;
    report({ kind: 'batch', batch });
  }
};

try {
  await decode(await begun);
  report({ kind: 'done' });
} catch (error) {
  report({ kind: 'failed', message: error instanceof Error ? error.message : String(error), code: codeOf(error) });
}
port.close();
