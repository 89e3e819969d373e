import { openDatabase } from '../../../db/open-database.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeSource } from '../make-batch.ts';
import { buildReported } from '../make-observed.ts';
import { makeSqliteStore } from './sqlite-store.ts';

/** Appends batches of 200 records, and tells 50 observations of one group with each, until it is killed: the process that the test of a sudden death starts. */
const [file = '', migrationsFolder = ''] = process.argv.slice(2);
const store = makeSqliteStore(openDatabase({ file, migrationsFolder }));
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
  process.stdout.write('.');
}
