/**
 * A failure that several sessions of one project meet: the same command and the same words, but for how long it took.
 * It is first met, then repaired, and returns some weeks later.
 */
export const recurringFailure = {
  project: 'ledger-api',
  command: 'npm run migrate',
  /** Part of the output, each time. */
  error: 'column "currency" of relation "entries" contains null values',
  /** Output of the command. `tookMs` is the only difference between two sessions. */
  output: (tookMs: number): string =>
    [
      '> ledger-api@3.8.0 migrate',
      '> node scripts/migrate.ts',
      '',
      'applying 0042_entries_currency.sql',
      'error: column "currency" of relation "entries" contains null values',
      '    at Parser.parseErrorMessage (node_modules/pg-protocol/src/parser.ts:368:69)',
      "  code: '23502', table: 'entries', column: 'currency'",
      `failed after ${tookMs} ms`,
    ].join('\n'),
  passed: '> ledger-api@3.8.0 migrate\n> node scripts/migrate.ts\n\napplying 0042_entries_currency.sql\n412 rows updated\nup to date',
};
