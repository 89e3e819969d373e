import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusals } from './refusals.ts';
import { formats } from './registry.ts';

const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');

/** Cells of the table under a heading. */
const tableOf = (heading: string): string[][] => {
  const section = text.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$|`/gu, '')));
};

const toCell = (yes: boolean) => (yes ? 'yes' : 'no');

describe('docs/formats.md', () => {
  it('lists the formats that are read, with what they tell', () => {
    expect(tableOf('Read')).toEqual(
      formats.map(({ id, label, shape, capabilities: { timestamps, tokens, cost, outcomes, subagents } }) => [
        id,
        label,
        shape,
        ...[timestamps, tokens, cost, outcomes, subagents].map(toCell),
      ]),
    );
  });

  it('lists the formats that are refused by name', () => {
    expect(tableOf('Refused').map(([id, label]) => [id, label])).toEqual(refusals.map(({ id, label }) => [id, label]));
  });

  it('has every id once', () => {
    const ids = [...formats, ...refusals].map((format) => format.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
