/* oxlint-disable typescript/no-misused-spread -- The compiler refuses what the linter does. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { formTexts } from './__fixtures__/forms.ts';
import { labeledSecrets } from './__fixtures__/secrets.ts';
import {
  combineRedacted,
  includeSecrets,
  joinRedacted,
  redact,
  redacted,
  redactLines,
  redactPlain,
  redactValue,
  toRedactedJson,
  type Redacted,
} from './redact.ts';

type Note = { title: string; lines: string[]; seq: number; state: 'open' | 'closed' };
const note: Note = { title: 'a', lines: ['b'], seq: 1, state: 'open' };
const write = (_: Redacted<Note>): void => undefined;
const writeText = (_: Redacted<string>): void => undefined;

/** The compiler checks these, and reports an expected error that does not occur. Nothing here runs. */
export const onlyRedactedLeaves = (secret: string): void => {
  const clean = redactValue(note);
  const text = redact(secret);
  write(clean);
  write(redactPlain(note));
  write(includeSecrets(note));
  writeText(text);
  // @ts-expect-error A value that nobody redacted
  write(note);
  // @ts-expect-error A field beside the redacted ones
  write({ ...clean, project: secret });
  // @ts-expect-error A copy of a redacted value is as good as a new one
  write({ ...clean });
  // @ts-expect-error A redacted field in a new value
  write({ ...note, title: text });
  // @ts-expect-error A text that nobody redacted
  writeText(secret);
  // @ts-expect-error A field of a redacted value, which may be shown, but not sent by itself
  writeText(clean.title);
  // @ts-expect-error A text beside a redacted one
  writeText(`${text} ${secret}`);
  // @ts-expect-error The same by an operator
  writeText(text + secret);
  // @ts-expect-error A part of a redacted text may be half a marker
  writeText(text.slice(0, 9));
  // @ts-expect-error The same as a template
  writeText(redacted`${text} ${secret}`);
  // @ts-expect-error The same as a list
  writeText(joinRedacted([text, secret], '\n'));
  // @ts-expect-error JSON of anything else
  writeText(toRedactedJson(note));
  const { seq, state } = note;
  write(combineRedacted({ title: text, lines: [text], seq, state }));
  // @ts-expect-error A text that nobody redacted among others
  write(combineRedacted({ title: secret, lines: [text], seq, state }));
  // @ts-expect-error The same in a list
  write(combineRedacted({ title: text, lines: [secret], seq, state }));
  // @ts-expect-error The same as a template, which is a type of its own
  write(combineRedacted({ title: `in ${secret}`, lines: [text], seq, state }));
  // @ts-expect-error The same in an object
  combineRedacted({ note });
  const counts: Record<string, number> = {};
  // @ts-expect-error Names of fields that may be anybody's
  combineRedacted({ counts });
  // @ts-expect-error A value of an unknown type
  combineRedacted({ parsed: JSON.parse('{}') });
};

it('combines redacted texts as they are', () => {
  const text = redact('a');
  expect(redacted`${text} \n ${2}`).toBe('a \n 2');
  expect(joinRedacted([text, text], '\n\n')).toBe('a\n\na');
  expect(combineRedacted({ text, list: [text], seq: 1 })).toEqual({ text: 'a', list: ['a'], seq: 1 });
  expect(toRedactedJson(redactValue(note))).toBe(JSON.stringify(note));
});

/** A call whose arguments hold a text, in the forms that agents use. */
const asArguments: readonly ((text: string) => object)[] = [
  (text) => ({ command: text }),
  (text) => ({ cmd: ['sh', '-c', text] }),
  (text) => ({ path: '.env', content: `first\n${text}\n"last"` }),
  (text) => ({ input: JSON.stringify({ command: text }) }),
];

/** The same by its words. */
const asWords: typeof asArguments = [
  (text) => ({ cmd: text.split(' ') }),
  (text) => ({ args: text.split(/(?<=[=:])|\s/u), env: [{ name: 'LINE', value: text }] }),
  (text) => ({ kind: 'Secret', metadata: { name: 'app' }, stringData: { file: text, word: text.split(' ').at(-1) } }),
  (text) => ({ kind: 'Secret', data: Object.fromEntries(text.split(' ').map((word, at) => [`part-${at}`, word])) }),
];

it('redacts arguments equal as a value, as its JSON, and as a text in a value', () => {
  for (const { text, secret, name } of labeledSecrets)
    for (const toArguments of asArguments) {
      const params = toArguments(text);
      const json = JSON.stringify(params);
      expect(JSON.parse(redact(json)), name).toEqual(redactValue(params));
      expect(redactLines(json), name).toBe(redact(json));
      expect(redactValue({ params: json }).params, name).toBe(redact(json));
      expect(redact(redact(json)), name).toBe(redact(json));
      if (!redact(text).includes(secret.slice(-12))) expect(redactValue(params), name).not.toEqual(params);
    }
});

it('redacts all forms equal as a value and as its JSON', () => {
  for (const { form, text } of formTexts.filter((_, at) => at % 3 === 0))
    for (const toArguments of [...asArguments, ...asWords]) {
      const params = toArguments(text);
      const clean = redact(JSON.stringify(params));
      expect(JSON.parse(clean), form).toEqual(redactValue(params));
      expect(redact(clean), form).toBe(clean);
    }
});

it.each<object>([
  { cmd: ['curl', '-u', 'admin:S3cr3tP4ss1'] },
  { command: ['redis-cli', '-a', 'S3cr3tP4ss1'] },
  { args: ['mysql', '-pS3cr3tP4ss1'] },
  { cmd: ['--password', 'S3cr3tP4ss1'] },
  { cmd: ['--password', 'S3cr3t"P4ss1'] },
  { auth: ['admin', 'S3cr3tP4ss1'] },
  { kind: 'Secret', stringData: { foo: 'S3cr3tP4ss1' } },
  { line: 'DB_PASSWORD=Tr0ub4dor3&S3cr3tP4ss1' },
  { arguments: JSON.stringify({ cmd: ['curl', '-u', 'admin:S3cr3tP4ss1'] }) },
])('finds what several strings tell together: %j', (value) => {
  const clean = redactValue(value);
  expect(JSON.stringify(clean)).not.toMatch(/S3cr3t|P4ss1/u);
  expect(JSON.parse(redact(JSON.stringify(value)))).toEqual(clean);
  expect(redactPlain(value)).toEqual(clean);
});

it('keeps the form of a value, and equals its JSON, whatever is in it', () => {
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const word = fc.constantFrom(
    'curl',
    '-u',
    'admin:S3cr3tP4ss1',
    '--password',
    'S3cr3tP4ss1',
    'Secret',
    key,
    `a\n${key}`,
    '{"password":"hunter2x9"}',
  );
  const name = fc.oneof(
    fc.constantFrom('password', 'kind', 'data', 'name', 'value', 'Cookie', '__proto__', '7', key, `${key}1`),
    fc.string(),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(undefined, null, 48291734n, 48291734),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
    ),
  }));
  const withoutValues = (one: unknown): unknown =>
    Array.isArray(one)
      ? one.map(withoutValues)
      : typeof one === 'object' && one !== null
        ? Object.values(one).map(withoutValues)
        : typeof one === 'string' || typeof one === 'number'
          ? 'text'
          : one;
  const asNull = (_: string, one: unknown): unknown => (one === undefined || typeof one === 'bigint' ? null : one);
  fc.assert(
    fc.property(value, (one) => {
      const clean = redactValue(one);
      expect(withoutValues(clean)).toEqual(withoutValues(one));
      expect(redactValue(clean)).toBe(clean);
      const json = JSON.stringify(one, asNull);
      expect(JSON.parse(redact(json))).toEqual(JSON.parse(JSON.stringify(clean, asNull)));
    }),
    fuzz(500),
  );
});

it('finds in cut arguments what stands before the cut', () => {
  const cut = fc.tuple(fc.constantFrom(...labeledSecrets), fc.constantFrom(...asArguments), fc.nat({ max: 400 }));
  fc.assert(
    fc.property(cut, ([{ text, secret }, toArguments, more]) => {
      const end = JSON.stringify(secret.slice(-12)).slice(1, -1);
      const json = JSON.stringify({ ...toArguments(text), file_text: 'as it is, "quoted" \\ '.repeat(20) });
      fc.pre(!redact(json).includes(end));
      expect(redact(json.slice(0, json.lastIndexOf(end) + end.length + more))).not.toContain(end);
    }),
    fuzz(300),
  );
});

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

it('is plain text for an agent, and finds a secret that escape sequences divide', () => {
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  const sequence = fc.constantFrom('\u001b[31m', '\u001b[0m', '\u001b]8;;http://a.example\u0007', '\u009b1m', '\u001b(B');
  fc.assert(
    fc.property(fc.nat({ max: key.length }), sequence, fc.string({ unit: 'binary' }), (at, escapes, other) => {
      const text = `${other} ${key.slice(0, at)}${escapes}${key.slice(at)} ${other}`;
      const { list } = redactPlain({ list: [text] });
      expect(list[0]).not.toMatch(controls);
      expect(list[0]).not.toContain(key.slice(-12));
      expect(redactPlain(text)).toBe(list[0]);
      expect(redactPlain(redactPlain(text))).toBe(redactPlain(text));
    }),
    fuzz(300),
  );
});
