import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { labeledSecrets } from './__fixtures__/secrets.ts';
import { cutBetweenSecrets, cutStartBetweenSecrets } from './cut-between-secrets.ts';
import { redact } from './redact.ts';

const [before, behind] = ['Some words stand before it.\n', '\nAnd some behind it.'];
/** Those that are found while they are whole, in their place among other words. */
const texts = labeledSecrets
  .map(({ text, secret }) => ({ text: before + text + behind, secret }))
  .filter(({ text, secret }) => secret.length >= 8 && !redact(text).includes(secret));
const shown = 5;
const toRest = (text: string): string => redact(text).replaceAll(/\[redacted: [^\]]+\]/gu, '');

it(
  'leaves no part of a secret, wherever a text is cut',
  () => {
    expect(texts.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }), ({ text, secret }, share) => {
        const chars = Math.round(text.length * share);
        const [head, tail] = [cutBetweenSecrets(text, chars), cutStartBetweenSecrets(text, chars)];
        expect([head.length, tail.length].every((length) => length <= chars)).toBe(true);
        expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
        if (!before.includes(secret.slice(0, shown))) expect(toRest(head)).not.toContain(secret.slice(0, shown));
        expect(toRest(tail)).not.toContain(secret.slice(-shown));
      }),
      fuzz(2_000),
    );
  },
  fuzzTimeout(30_000),
);

it('knows an armored key that begins far before the cut', () => {
  const lines = Array.from({ length: 100 }, (_, at) => createHash('sha512').update(String(at)).digest('base64').slice(0, 64));
  const text = [
    'Here it is:',
    ['-----BEGIN ', 'PRIVATE KEY-----'].join(''),
    ...lines,
    ['-----END ', 'PRIVATE KEY-----'].join(''),
    'Done.',
  ].join('\n');
  for (const chars of [100, 500, 2_200, 4_000, 6_000]) {
    const cuts = [cutBetweenSecrets(text, chars), cutStartBetweenSecrets(text, chars)];
    for (const rest of cuts.map(toRest)) expect(lines.filter((line) => rest.includes(line.slice(0, 12)))).toEqual([]);
  }
});

it('cuts other texts where it is asked to, and never within a character', () => {
  expect(cutBetweenSecrets('Look at the tests', 9)).toBe('Look at t');
  expect(cutStartBetweenSecrets('Look at the tests', 5)).toBe('tests');
  expect([cutBetweenSecrets('ab😀', 3), cutStartBetweenSecrets('😀ab', 3)]).toEqual(['ab', 'ab']);
  expect([cutBetweenSecrets('short', 9), cutStartBetweenSecrets('short', 9)]).toEqual(['short', 'short']);
});
