import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { redact, redactValue } from './redact.ts';
import { harmless, suffixes } from './secret-names.ts';

const value = 'q8Wn3Zr7Lk2Vx9Tb4M';
const toCapital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const styles: Readonly<Record<string, (words: readonly string[]) => string>> = {
  snake: (words) => words.join('_'),
  capitals: (words) => words.join('_').toUpperCase(),
  kebab: (words) => words.join('-'),
  header: (words) => words.map(toCapital).join('-'),
  camel: (words) => words.map((word, at) => (at === 0 ? word : toCapital(word))).join(''),
  pascal: (words) => words.map(toCapital).join(''),
  dotted: (words) => words.join('.'),
};

/** Texts around a name and its value. */
const places: Readonly<Record<string, (name: string) => string>> = {
  environment: (name) => `${name}=${value}`,
  code: (name) => `const ${name} = '${value}';`,
  YAML: (name) => `a:\n  ${name}: ${value}\n  b: 1`,
  'next line': (name) => `a:\n  ${name}:\n    ${value}\n`,
  JSON: (name) => JSON.stringify({ a: { [name]: value } }),
  'string of JSON': (name) => JSON.stringify({ text: `a\n${name}=${value}\n` }),
  'JSON in JSON': (name) => JSON.stringify({ text: JSON.stringify({ [name]: value }) }),
  list: (name) => JSON.stringify({ [name]: [value] }),
  pair: (name) => JSON.stringify({ name, value }),
  'pair in JSON': (name) => JSON.stringify({ text: JSON.stringify({ value, key: name }) }),
  field: (name) => JSON.stringify(redactValue({ a: { [name]: value } })),
  'pair of fields': (name) => JSON.stringify(redactValue([{ name, value }])),
};

const findPlacesOf = (name: string, isRedacted: boolean): string[] =>
  Object.entries(places).flatMap(([place, print]) => (redact(print(name)).includes(value) === isRedacted ? [`${name} in ${place}`] : []));

/** Words that a key word is harmless behind. Names of services and machines end like them. */
const harmlessWords = [...harmless.token, ...harmless.key];
const services =
  'resend backend frontend serper scraper zookeeper apache cache public to replicas async superset homepage blast stripe'.split(' ');
const keyWords = [
  ['password'],
  ['passwd'],
  ['pwd'],
  ['pass'],
  ['secret'],
  ['token'],
  ['key'],
  ['api', 'key'],
  ['secret', 'key'],
  ['client', 'secret'],
  ['credential'],
];

const letters = fc.stringMatching(/^[a-z]{2,6}$/u);
const prefix = fc.oneof(
  fc.constantFrom(...services),
  letters,
  fc.tuple(letters, fc.constantFrom(...harmlessWords)).map(([begin, end]) => begin + end),
);
const suffix = fc.oneof(
  fc.constantFrom(...suffixes),
  fc.nat(20).map((version) => `v${version}`),
);
const style = fc.constantFrom(...Object.keys(styles));
const toName = (how: string, words: readonly string[]): string => styles[how]?.(words) ?? '';

const isHarmless = (word: string | undefined, [keyWord = '']: readonly string[]): boolean =>
  word !== undefined && ((keyWord === 'token' && harmless.token.has(word)) || (keyWord === 'key' && harmless.key.has(word)));

describe('names of secrets', () => {
  it('name one whatever their words before the key word end in', () => {
    fc.assert(
      fc.property(fc.array(prefix, { minLength: 1, maxLength: 3 }), style, fc.constantFrom(...keyWords), (words, how, keyWord) => {
        fc.pre(!isHarmless(words.at(-1), keyWord));
        expect(findPlacesOf(toName(how, [...words, ...keyWord]), true)).toEqual([]);
      }),
      fuzz(400),
    );
  });

  it('name one in the plural, and of a version or an environment', () => {
    const ends = fc.array(suffix, { maxLength: 2 });
    fc.assert(
      fc.property(prefix, style, fc.constantFrom(...keyWords), fc.boolean(), ends, (word, how, keyWord, isPlural, end) => {
        fc.pre(!isHarmless(word, keyWord));
        const last = keyWord.at(-1) ?? '';
        const named = [...keyWord.slice(0, -1), isPlural && last !== 'pass' ? `${last}s` : last];
        expect(findPlacesOf(toName(how, [word, ...named, ...end]), true)).toEqual([]);
      }),
      fuzz(400),
    );
  });

  it('name one behind a harmless word, too, unless that is one for the key word', () => {
    fc.assert(
      fc.property(fc.constantFrom(...harmlessWords), style, fc.constantFrom(...keyWords), (word, how, keyWord) => {
        expect(findPlacesOf(toName(how, ['app', word, ...keyWord]), !isHarmless(word, keyWord))).toEqual([]);
      }),
      fuzz(300),
    );
  });

  it.each([
    'front_end_token',
    'frontEndToken',
    'BACK_END_TOKEN',
    'back-end-tokens',
    'stripeKey',
    'sendgrid.key',
    'LOGIN_TO_PASS',
    'CACHE_KEY',
  ])('are %s', (name) => {
    expect(findPlacesOf(name, true)).toEqual([]);
  });

  it.each([
    'nextPageToken',
    'NEXT_PAGE_TOKEN',
    'eos_token',
    'next-token',
    'primary_key',
    'PARTITION_KEY',
    'sort-key',
    'foreign_key',
    'sortKey',
    'primary.key',
  ])('leave %s alone', (name) => {
    expect(findPlacesOf(name, false)).toEqual([]);
  });
});

describe('names that count or describe secrets', () => {
  it.each([
    'password_hash: q8Wn3Zr7Lk2',
    'token_count=4096',
    'tokens: 1234',
    'max_tokens: 200000',
    'prompt_tokens=81923',
    '{"usage":{"input_tokens":12,"output_tokens":90000},"tokens":["Hello"," world"]}',
    'apiKeyName = "q8Wn3Zr7Lk2Vx9Tb4M"',
    "if (event.key === 'Enter' && key.code === 'KeyA') return;",
    '<li key={item.id} data-key="row12">',
    'cacheKey: "user:1"',
    'primaryKey: "q8Wn3Zr7Lk2Vx9Tb4M"',
    'cache-key: node-modules-linux-x64-v2-5d41402abc4b2a76b9719d911017c592',
    'Idempotency-Key: 8f14e45f-ceea-467f-a8f5-0a1b2c3d4e5f',
    'publicKey: "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="',
    '[Peer]\nPublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=\n',
    'dedupeKey: "run_2024-11-28T12:00:00Z_abc"',
    'rowKey: "row_01HQZX3V5K8N2M4P6R8T0W2Y4A"',
    'FAIL_TO_PASS=["tests/test_a1.py::test_b2"]',
    'objectKey: "uploads/2026/q8Wn3Zr7Lk2Vx9Tb4M"',
    'isPassword.test("Passw0rd1")',
  ])('leave %s alone', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('leave the ARN of a secret alone, but not a secret behind any number', () => {
    const arn = 'arn:aws-us-gov:secretsmanager:us-gov-west-1:412233445566:secret:prod/db-a8XkQ2n4P9zL';
    expect(redact(arn)).toBe(arn);
    expect(redact(`412233445566:secret:${value}`)).not.toContain(value);
  });
});

describe('names of fields that describe a secret', () => {
  it.each(['keyId', 'token_type', 'user-name', 'username', 'expiresAt', 'sha_hash'])('leave %s alone', (key) => {
    expect(redactValue({ credentials: { [key]: value } })).toEqual({ credentials: { [key]: value } });
  });

  it.each(['paid', 'valid', 'rename', 'archetype', 'mankind', 'curl', 'homepath', 'chat', 'rehash', 'diversion'])(
    'do not begin within a word: %s',
    (key) => {
      const secret = { credentials: { [key]: value } };
      expect(JSON.stringify(redactValue(secret))).not.toContain(value);
      expect(redact(JSON.stringify(secret))).not.toContain(value);
    },
  );
});

describe('endings of a key', () => {
  it.each(['-no', '_on', '-test', '_key', '-label'])('do not make it a placeholder: %s', (end) => {
    const key = ['xoxb', '482916305718', 'Zk3vQ9tLr2Wm8XyBn5'].join('-') + end;
    expect(redact(`found ${key} there`)).toBe('found [redacted: slack-token] there');
  });
});
