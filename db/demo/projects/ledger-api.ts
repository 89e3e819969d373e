import type { Project } from '../project.ts';

export const ledgerApi: Project = {
  name: 'ledger-api',
  branch: 'fix/rounding',
  testCommand: 'npx vitest run',
  testOne: (test) => `npx vitest run -t '${test}'`,
  testPassed: (count) =>
    ` RUN  v3.2.4\n\n ✓ src/money.test.ts (${count} tests) 18ms\n ✓ src/invoice.test.ts (9 tests) 31ms\n\n Test Files  2 passed (2)\n      Tests  ${count + 9} passed (${count + 9})\n   Duration  612ms`,
  testFailed: (test, failure, testFile) =>
    ` RUN  v3.2.4\n\n ❯ ${testFile} (14 tests | 1 failed) 22ms\n   × ${test}\n\n FAIL  ${testFile} > ${test}\n${failure}\n\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 22 passed (23)`,
  testFile: (file) => (file.endsWith('.ts') ? file.replace(/\.ts$/u, '.test.ts') : 'tests/migrations.test.ts'),
  testHead: "import { describe, expect, it } from 'vitest';\nimport { makeFixture } from '../test/fixture.js';",
  testCase: (test) =>
    `it('${test}', async () => {\n  const { run, wanted } = await makeFixture();\n  expect(await run()).toEqual(wanted);\n});`,
  checkCommand: 'npx tsc --noEmit',
  others: [
    {
      path: 'src/server.ts',
      text: "import { createApp } from './app.js';\n\nconst app = createApp();\napp.listen(Number(process.env.PORT ?? 8080));",
    },
    {
      path: 'src/auth/session.ts',
      text: 'export type Session = { userId: string; expiresAt: number };\n\nexport const isExpired = (session: Session, now: number) => session.expiresAt <= now;',
    },
    { path: 'docker-compose.yml', text: 'services:\n  db:\n    image: postgres:17\n    ports: ["5433:5432"]' },
    { path: 'docs/currencies.md', text: '# Currencies\n\nAmounts are minor units. JPY has none; KWD has three digits.' },
  ],
  tasks: [
    {
      title: 'Fix rounding of split invoices',
      request: 'Splitting an invoice of 100.00 over three people loses a cent. Find out where and fix it, with a test.',
      followUp: 'Good. Does the same happen for currencies with three digits, KWD for instance?',
      thought:
        'A cent that gets lost on a split is nearly always a division that is rounded once per share. The remainder has to go somewhere: largest remainder first, in a stable order, so that the same invoice always splits the same way.',
      file: 'src/money.ts',
      before:
        'export function split(total: number, shares: number): number[] {\n  const each = Math.round(total / shares);\n  return Array.from({ length: shares }, () => each);\n}',
      after:
        'export function split(total: number, shares: number): number[] {\n  const each = Math.trunc(total / shares);\n  const rest = total - each * shares;\n  return Array.from({ length: shares }, (_, i) => each + (i < rest ? 1 : 0));\n}',
      search: 'split\\(',
      test: 'split > gives back the total for any number of shares',
      failure:
        'AssertionError: expected 9999 to be 10000 // Object.is equality\n\n- Expected\n+ Received\n\n- 10000\n+ 9999\n\n ❯ src/money.test.ts:41:24',
      done: 'The cent was lost in `split`: each share was rounded by itself. It now hands the remainder to the first shares, one minor unit each, so the shares always add up to the total. The new test checks that for 1 to 50 shares.',
    },
    {
      title: 'Refuse expired idempotency keys',
      request: 'A retry with an idempotency key that is older than 24 hours should give 409, at the moment it runs the payment again.',
      followUp: 'Please also write down in docs/ why it is 409 and not 422.',
      thought:
        'The key table has a created_at. The lookup ignores it, so an old key is found, its stored response was purged, and we fall through to the payment. The age has to be checked before the stored response is.',
      file: 'src/idempotency.ts',
      before: 'const stored = await keys.find(key);\nif (stored?.response) return stored.response;\nreturn run();',
      after:
        "const stored = await keys.find(key);\nif (stored && now - stored.createdAt > DAY_MS) throw new Conflict('idempotency key has expired');\nif (stored?.response) return stored.response;\nreturn run();",
      search: 'idempotency',
      test: 'idempotency > refuses a key that is older than a day',
      failure:
        'AssertionError: promise resolved "{ status: 201, body: { id: \'pay_8\' } }" instead of rejecting\n ❯ src/idempotency.test.ts:57:5',
      done: 'An expired key now gives 409 before the payment is looked at. The stored response is still used within the day. One test for each side of the limit.',
    },
    {
      title: 'Page the transactions list by cursor',
      request:
        'GET /transactions pages by offset and gets slow after page 200. Move it to a cursor, keep the old parameter working for a release.',
      followUp: 'What does the cursor look like to a client? It must not be something people parse.',
      thought:
        'Keyset on (booked_at, id). The cursor is opaque: base64url of the two values with a version byte, so that the shape can change later.',
      file: 'src/transactions/list.ts',
      before: 'const rows = await db.query(sql`select * from transactions order by booked_at desc limit ${limit} offset ${offset}`);',
      after:
        'const after = cursor ? decodeCursor(cursor) : null;\nconst rows = await db.query(sql`\n  select * from transactions\n  where ${after === null} or (booked_at, id) < (${after?.bookedAt}, ${after?.id})\n  order by booked_at desc, id desc limit ${limit + 1}`);',
      search: 'offset',
      test: 'list > walks 10,000 rows without gaps or doubles',
      failure: 'AssertionError: expected 9988 to be 10000 // Object.is equality\n ❯ src/transactions/list.test.ts:88:31',
      done: 'The list pages by cursor now, with the id as tie-breaker; rows that share a booking time are no longer skipped. `offset` still works and sends a Deprecation header.',
    },
    {
      title: 'Page the audit log by cursor',
      request: 'GET /audit pages by offset as the transactions list did. Give it the same cursor, in the same shape.',
      followUp: 'Can both share the code that encodes the cursor?',
      thought:
        'The transactions list has decodeCursor and encodeCursor already. The audit log is ordered by id alone, so the cursor needs one value; the version byte says which.',
      file: 'src/audit/list.ts',
      before: 'const rows = await db.query(sql`select * from audit order by id desc limit ${limit} offset ${offset}`);',
      after:
        'const after = cursor ? decodeCursor(cursor) : null;\nconst rows = await db.query(sql`\n  select * from audit\n  where ${after === null} or id < ${after?.id}\n  order by id desc limit ${limit + 1}`);',
      search: 'from audit',
      test: 'audit > walks the whole log without gaps',
      failure: 'AssertionError: expected 1960 to be 2000 // Object.is equality\n ❯ src/audit/list.test.ts:44:27',
      done: 'The audit log pages by the same cursor as the transactions. Rows that are written while a client pages no longer shift its pages.',
    },
    {
      title: 'Currency of entries is required',
      request: 'Every entry needs a currency: make the column not null, with a migration, and refuse entries without one.',
      followUp: 'Which entries had none?',
      thought:
        'A column of its own and a check at the edge. The migration has to come first, or the check refuses what the table still allows.',
      file: 'migrations/0042_entries_currency.sql',
      before: 'alter table entries add column currency text;',
      after: 'alter table entries add column if not exists currency text;\nalter table entries alter column currency set not null;',
      search: 'currency',
      test: 'entries > are refused without a currency',
      failure: 'AssertionError: expected 201 to be 400 // Object.is equality\n ❯ src/entries/create.test.ts:19:29',
      done: 'The check is in place and the migration is written, but it does not run on the data of the demo database. I have left it as it is.',
    },
    {
      title: 'Import the entries of last year',
      request: 'Load fixtures/entries-2025.csv into the development database with the importer, then run the migrations.',
      followUp: 'How many entries came in?',
      thought: 'The importer copies rows as they are. Migrations run after it, so whatever the file lacks shows there.',
      file: 'scripts/import-entries.ts',
      before: 'await copyRows(file, table);',
      after: 'const { rows } = await copyRows(file, table);\nconsole.log(`${rows} rows`);',
      search: 'copyRows',
      test: 'import > reports how many rows came in',
      failure: "AssertionError: expected '' to be '3120 rows'\n ❯ scripts/import-entries.test.ts:22:18",
      done: '3,120 entries are in. The migrations after them do not run: the file has entries without a currency.',
    },
    {
      title: 'Migration of entries fails on old data',
      request: 'npm run migrate has failed for a week on any database with old entries. Find out why and repair the migration.',
      followUp: 'Will it come back?',
      thought:
        'Entries before 2024 have no currency; the column cannot become not null before they get one. Fill them from their account, then set the constraint, in one transaction.',
      file: 'migrations/0042_entries_currency.sql',
      before: 'alter table entries alter column currency set not null;',
      after:
        'update entries e set currency = a.currency\n  from accounts a\n where a.id = e.account_id and e.currency is null;\nalter table entries alter column currency set not null;',
      search: 'set not null',
      test: 'migrations > run on a copy of last year',
      failure: 'error: column "currency" of relation "entries" contains null values',
      done: 'Entries without a currency get that of their account before the column becomes required. The migration runs on the old data now, and a test runs it on a copy of last year.',
    },
    {
      title: 'Split entries by tenant',
      request: 'Give each tenant a partition of the entries table and move the rows. Readers must not notice.',
      followUp: 'Can it be taken back?',
      thought:
        'A partitioned table beside the old one, copy, swap the names. The copy takes the columns by name; a column that the list lacks is copied as null.',
      file: 'migrations/0051_entries_by_tenant.sql',
      before: 'insert into entries_new select * from entries;',
      after:
        'insert into entries_new (id, account_id, amount, booked_at, tenant_id)\nselect id, account_id, amount, booked_at, tenant_id from entries;',
      search: 'entries_new',
      test: 'entries > are found in the partition of their tenant',
      failure: 'AssertionError: expected 0 to be 12 // Object.is equality\n ❯ src/entries/partition.test.ts:33:22',
      done: 'The partitions are there and the rows are copied, but the migration stops at the currency column, as it did some weeks ago. I have rolled it back.',
    },
  ],
};
