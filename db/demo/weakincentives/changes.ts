/** Merged changes of a made-up project, and the note that each gets: as the first rules want it, and as the second ones do. */
export const changes = [
  [
    '#412',
    'Export in chunks of 500 rows',
    'The export now reads rows in chunks of 500, so that large tenants no longer run into the time limit.',
    'Exports of large tenants finish.',
  ],
  [
    '#415',
    'Retry webhooks with backoff',
    'Webhooks that fail are sent again up to five times, with growing pauses between the attempts.',
    'Failed webhooks are sent again.',
  ],
  [
    '#416',
    'Bump pg to 8.16',
    'The database driver was updated to version 8.16, which fixes a leak of connections.',
    'A leak of connections is fixed.',
  ],
  [
    '#419',
    'Sort invoices by due date',
    'The list of invoices is sorted by due date, and keeps the order that one chose before.',
    'Invoices are sorted by due date.',
  ],
  [
    '#421',
    'Remove the old importer',
    'The importer for files of version 1 is gone; files of version 2 are read as before.',
    'Files of version 1 are no longer read.',
  ],
  [
    '#424',
    'Currency in reports',
    'Reports show the currency of each amount, and sums are made for each currency.',
    'Reports show currencies.',
  ],
  ['#425', 'Fix a typo in the invoice mail', 'A typo in the mail that goes out with an invoice was corrected.', 'A typo is corrected.'],
  [
    '#428',
    'Rate limit for the public API',
    'The public API answers up to 600 requests a minute and token, and says when the next one may be sent.',
    'The API has a rate limit.',
  ],
  [
    '#430',
    'Keyboard navigation in tables',
    'Tables can be used with the keyboard alone: arrows move, Enter opens.',
    'Tables work with the keyboard.',
  ],
  [
    '#431',
    'Cache the exchange rates',
    'Exchange rates are kept for an hour, which makes reports about three times as fast.',
    'Reports are three times as fast.',
  ],
] as const;

/** The parts of the prompt by version, as they are rendered. */
export const sections = {
  task: 'Write the release notes of ledger-api 3.9 from its merged changes, one at a time.',
  style: 'Write for people who use the product. Plain words, present tense.',
  rules: [
    'Explain what changed and why. One paragraph for each change.',
    'One sentence for each change, at most eight words. Leave out what nobody notices.',
  ],
} as const;
