import { expect, it } from 'vitest';
import { splitQuotes } from './split-quotes.ts';

const sentence = (text: string, record_id: string, field = 'tools_rationale' as const) => ({ field, text, record_id, seq: 0 });

it('splits a text into its sentences and what is between them', () => {
  const text = 'Bash: “Run it.”\nRead: “Look.”';
  expect(splitQuotes(text, [sentence('Run it.', 'a'), sentence('Look.', 'b')], 'tools_rationale')).toEqual([
    { text: 'Bash: “', recordId: null },
    { text: 'Run it.', recordId: 'a' },
    { text: '”\nRead: “', recordId: null },
    { text: 'Look.', recordId: 'b' },
    { text: '”', recordId: null },
  ]);
});

it('passes over a sentence that a text was cut before, and those of other texts', () => {
  expect(
    splitQuotes('One. Two.', [sentence('Gone.', 'a'), sentence('Two.', 'b')], 'tools_rationale').map(({ recordId }) => recordId),
  ).toEqual([null, 'b']);
  expect(splitQuotes('One.', [sentence('One.', 'a')], 'summary')).toEqual([{ text: 'One.', recordId: null }]);
});
