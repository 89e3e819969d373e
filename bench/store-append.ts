import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../lib/store/make-batch.ts';
import type { AppendBatch } from '../lib/store/rows.ts';

/**
 * Rows a second of the SQLite store: records alone, and a session's usual mixture with calls and results; then settling,
 * indexing and reading. `node --import tsx bench/store-append.ts [batches]`.
 */
const batchRecords = 2_000;
const batchesASession = 10;
const batches = Number(process.argv[2] ?? 50);
const words = 'the agent reads a file and then edits what the test said about a missing import of the parser in line forty two ';
const text = words.repeat(4).slice(0, 400);

const makeRecords = (at: number, withCalls: boolean): AppendBatch => {
  const sessionId = hashId('session', Math.floor(at / batchesASession));
  const sourceId = hashId('source', sessionId);
  const batch = makeBatch({ sessions: [makeSessionRow({ id: sessionId })] });
  for (let row = 0; row < batchRecords; row += 1) {
    const seq = (at % batchesASession) * batchRecords + row;
    const id = hashId(sessionId, seq);
    const kind = !withCalls
      ? 'response'
      : seq % 100 === 0
        ? 'prompt'
        : seq % 3 === 0
          ? 'tool_call'
          : seq % 3 === 1
            ? 'tool_result'
            : 'response';
    batch.records.push(
      makeRecordRow({
        sessionId,
        seq,
        id,
        kind,
        sourceId,
        text: `${seq} ${text}`,
        turnIdx: Math.floor(seq / 100),
        nativeKey: `claude-code:${id}:0`,
      }),
    );
    if (kind === 'tool_call')
      batch.calls.push(makeToolCallRow({ sessionId, seq, id, callIndex: Math.floor(seq / 3) + 1, turnIdx: Math.floor(seq / 100) }));
    if (kind === 'tool_result') {
      const callId = (seq - 1) % 100 === 0 ? null : hashId(sessionId, seq - 1);
      batch.results.push(makeToolResultRow({ sessionId, recordId: id, callId, resultKey: id }));
    }
  }
  return batch;
};

const time = async (label: string, rows: number, work: () => Promise<unknown>): Promise<void> => {
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  process.stdout.write(`${label}: ${ms.toFixed(0)} ms, ${Math.round((rows / ms) * 1_000)} rows/s\n`);
};

const run = async (label: string, withCalls: boolean): Promise<void> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-bench-'));
  try {
    const file = path.join(folder, 'observatory.db');
    const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');
    const store = openStore(file, { migrationsFolder });
    const made = Array.from({ length: batches }, (_, at) => makeRecords(at, withCalls));
    const rows = batches * batchRecords;
    process.stdout.write(`${label}: ${rows} records of ${text.length} characters\n`);
    await time('  append', rows, async () => {
      for (const batch of made) await store.append(batch);
    });
    const ids = [...new Set(made.flatMap((batch) => batch.sessions.map((session) => session.id)))];
    await time('  recompute aggregates', rows, async () => {
      for (const id of ids) await store.recomputeAggregates([id]);
    });
    await time('  recompute again', rows, async () => {
      for (const id of ids) await store.recomputeAggregates([id]);
    });
    await time('  index', rows, async () => {
      while ((await store.indexSome()) > 0);
    });
    const id = ids[0] ?? '';
    await time('  window of 100 records', 100, () => store.listRecords(id, 5_000, 100, 8_192));
    await time('  row columns', batchRecords * batchesASession, () => store.rowColumns(id, 0));
    await time('  call spans', batchRecords * batchesASession, () => store.listCallSpans(id, 1, 1_000_000));
    process.stdout.write(`  ${Math.round(statSync(file).size / rows)} bytes a record\n`);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
};

await run('records alone', false);
await run('with calls and results', true);
