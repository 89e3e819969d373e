import { expect, it } from 'vitest';
import { formTexts } from './__fixtures__/forms.ts';
import { sampleKeys } from './__fixtures__/sample-keys.ts';
import { labeledSecrets } from './__fixtures__/secrets.ts';
import { findSecrets } from './find-secrets.ts';
import { providerRules } from './provider-rules.ts';
import { redact } from './redact.ts';

/** How texts begin that rules look at: what stands before each labeled secret, with nothing and all of it. */
const beginnings = new Map<string, string[]>();
const isOfProvider = (text: string): boolean => findSecrets(text).some(({ rule }) => providerRules.some(([name]) => name === rule));
for (const { name, text, secret } of labeledSecrets.filter((one) => !isOfProvider(one.text))) {
  const at = text.indexOf(secret);
  const lead = text.slice(Math.max(0, at - 60), Math.max(0, at));
  beginnings.set(name, [lead, lead + secret.slice(0, 400)]);
}
for (const { form, text, secret } of formTexts.filter((_, at) => at % 15 === 0)) {
  const lead = text.slice(Math.max(0, text.indexOf(secret) - 60), text.indexOf(secret));
  beginnings.set(form, [lead, lead + secret]);
}
for (const { name, key } of sampleKeys.filter((_, at) => at % 3 === 0)) beginnings.set(name, [key.slice(0, 8), key]);
for (const text of [
  'curl ',
  'curl -u a',
  'curl -u a:',
  'mysql ',
  'echo ',
  'machine ',
  'machine a login ',
  'eyJaaaaaaaa.',
  '://',
  '://a:',
  'Cookie: a=b',
])
  beginnings.set(text, [text]);
const armor = ['-----BEGIN ', 'PRIVATE KEY-----'].join('');
beginnings.set('private key', [armor, `${armor}\\n${'A'.repeat(64)}`]);
for (const name of ['password', 'token', 'set-cookie', 'authorization'])
  beginnings.set(name, [name, `${name}=`, `"${name}":"`, `"${name}":["`, `"${name}":[\\"`, `"${name}":{"a":`, `${name}: {`]);

const characters = [
  '\\',
  '"',
  "'",
  '`',
  ' ',
  '\t',
  '\n',
  '\r',
  '+',
  '=',
  '-',
  '_',
  '.',
  ':',
  '/',
  '@',
  '%',
  '&',
  ';',
  ',',
  '|',
  '>',
  '<',
  '[',
  '{',
  '}',
  '…',
  '→',
];
const parts = [
  ...characters,
  'a',
  'A',
  '1',
  '\\"',
  '\\n',
  '\\\\n',
  '%3A',
  '%2F',
  '1 ',
  '1→',
  '1234567890',
  'abcdefghij',
  'a=',
  'a=b; ',
  'a:',
  '-a',
  'a.',
  '.a',
  'aB3_',
  '[{',
  '":"',
  '":["',
  '","',
  ' -p',
  ' -u',
  '-----',
];

/** Repeated parts, each with an ending, so that a rule tries the run again. */
const runs = [...parts.map((part) => [part, '!'] as const), ...['_!', '@', '"', '=', '-----'].map((end) => ['aB3', end] as const)];

/** With `FUZZ_RUNS`, each run comes after each beginning; without, neighbors take turns. */
const isLong = process.env['FUZZ_RUNS'] !== undefined;

/** Characters of a run: few at first, so that exponential time fails here rather than never ends. */
const lengths = [28, 400, 6_000];
/** Measured: 0.5 to 3 ms for the longest on an idle machine. Quadratic time takes 29 ms and more. */
const maxMs = 15;

const measure = (text: string): number => {
  const startedAt = performance.now();
  redact(text);
  return performance.now() - startedAt;
};

/** Times by which a run of four times the length may take longer: four are linear, sixteen quadratic. */
const maxGrowth = 8;

/** Each of six times, and against a quarter of the run at the same moment: a busy machine is no slow rule. */
const isSlow = (toText: (length: number) => string, length: number): boolean =>
  Array.from({ length: 6 }).every(() => {
    const tookMs = measure(toText(length));
    return tookMs > maxMs && tookMs > maxGrowth * measure(toText(length / 4));
  });

it.each([...beginnings.keys()])('takes linear time after the beginning of %j', (name) => {
  const slow: string[] = [];
  const at = [...beginnings.keys()].indexOf(name);
  const tried = runs.filter((_, index) => isLong || index % 3 === at % 3);
  for (const beginning of beginnings.get(name) ?? []) {
    for (const [run, end] of tried) {
      const toText = (length: number) => beginning + run.repeat(Math.ceil(length / run.length)) + end;
      for (const length of lengths) {
        if (isSlow(toText, length)) slow.push(JSON.stringify([beginning, run, end, length]));
      }
    }
  }
  expect(slow).toEqual([]);
});
