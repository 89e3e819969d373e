import { recurringFailure } from './recurring-failure.ts';

/** A bundle of the demo. Its reviewers look at conversations alone: the demo's projects are on no disk. */
export const demoBundle = `name: demo
version: 1.0.0
description: Synthetic reviews of the demo's sessions, with answers from a script
hooks:
  - module: hooks-observations
    config:
      execution: { max_concurrent: 3, timeout_per_observer: 30 }
      observers:
        - name: Migrations
          role: Checks changes of the database schema
          focus: Constraints that existing rows violate, steps that cannot be undone, missing backfills
          model: script
          watch: [{ type: conversation }]
          metadata: { category: data }
        - name: Conclusions
          role: Checks whether conclusions follow from what the tools printed
          focus: Claims without a check that shows them, errors that were passed over
          model: script
          watch: [{ type: conversation }]
          metadata: { category: logic }
        - name: Safety
          role: Finds commands that could destroy data
          focus: Deleting, overwriting and forced operations without a backup
          model: script
          watch: [{ type: conversation, include_reasoning: false }]
          metadata: { category: safety }
`;

/** Answers of the reviewers about a session that ends with the recurring failure; `message` is its last call. */
export const toDemoScript = (message: number) => ({
  answers: [
    {
      reviewer: 'Migrations',
      answer: {
        observations: [
          {
            content: `The migration requires entries.currency before existing rows have one, so it fails with \`${recurringFailure.error}\`. Backfill first.`,
            severity: 'high',
            source_ref: 'migrations/0042_entries_currency.sql:3',
            metadata: { category: 'data', suggestion: 'Add the column as nullable, fill it in batches, then set it to NOT NULL.' },
          },
        ],
        resolved: [],
      },
    },
    {
      reviewer: 'Conclusions',
      answer: {
        observations: [
          {
            content: 'The same migration was run three times with nothing changed in between, and its failure was left as it was.',
            severity: 'medium',
            source_ref: `message ${message}`,
            metadata: { category: 'logic' },
          },
        ],
        resolved: [],
      },
    },
    { reviewer: 'Safety', answer: { observations: [], resolved: [] } },
  ],
});
