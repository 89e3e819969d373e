import { openStore } from '../../../db/open-store.ts';
import { buildRun, buildRunEnd } from '../build-review.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeSource } from '../make-batch.ts';
import { buildReported } from '../make-observed.ts';

/**
 * Appends batches of 200 records, and tells 50 observations of one group and ends a run of reviewers with 100 findings with each, until
 * it is killed: the process that the test of a sudden death starts.
 */
const [file = '', migrationsFolder = ''] = process.argv.slice(2);
const store = openStore(file, { migrationsFolder });
const batchRecords = 200;

for (let at = 0; ; at += 1) {
  const seqs = Array.from({ length: batchRecords }, (_, row) => at * batchRecords + row);
  await store.append(
    makeBatch({
      source: makeSource({ id: 'source', sessionIds: ['s'], lines: (at + 1) * batchRecords, offset: at }),
      sessions: [makeSessionRow({ id: 's' })],
      records: seqs.map((seq) => makeRecordRow({ sessionId: 's', seq, nativeKey: `key-${seq}` })),
    }),
  );
  const reported = Array.from({ length: 50 }, (_, one) => buildReported({ sessionId: `s${at}-${one}`, fingerprint: 'crash' }));
  await store.putObservations(reported, 'Reviewer', `told ${at}`);
  const run = `run ${at}`;
  await store.putReviewRun(buildRun({ id: run }));
  await store.claimReviewRun(run, 0, 1_000);
  process.stdout.write('.');
  await store.endReviewRun({ runId: run, owner: run }, buildRunEnd(run, 100));
}
