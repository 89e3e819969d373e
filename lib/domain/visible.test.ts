import { describe, expect, it } from 'vitest';
import { observationDraft } from './observation.ts';
import { isPlainName, showsSomething } from './visible.ts';

describe('a text that shows something', () => {
  it.each([
    '',
    '  \n\t',
    '\u200b\u200d\u2060',
    '\ufeff\u00ad',
    '\u202e \u2066',
    '\u3164\u115f',
    '\u2800\u0000',
    '\ud800',
    '\u{e0041}\ufe0f',
  ])('is not %j, which no observation may say', (text) => {
    expect(showsSomething(text)).toBe(false);
    expect(observationDraft.shape.content.safeParse(text).success).toBe(false);
    expect(observationDraft.shape.observer.safeParse(text).success).toBe(false);
  });

  it.each(['.', ' a', 'é', 'א', '👩‍👩‍👧', '\u200b1', '…', '中\n'])('is %j', (text) => {
    expect(showsSomething(text)).toBe(true);
    expect(observationDraft.shape.content.parse(text)).toBe(text);
  });
});

it('takes names that read as they are written', () => {
  for (const name of ['Mine', 'café', 'レビュー', 'a 👩‍💻 b']) expect(isPlainName(name)).toBe(true);
  for (const name of ['a\u001b[31m', 'a\nb', 'a\u0000', 'a\u202eb', 'a\u2066b']) expect(isPlainName(name)).toBe(false);
});
