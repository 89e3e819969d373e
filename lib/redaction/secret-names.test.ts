import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { redact, redactValue } from './redact.ts';

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

/** What a name and its value stand in. */
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

/** Words that `token` is harmless behind. Names of services and machines end like them. */
const harmless = 'next previous page continuation sync pad eos start end first last each per stop mask cancel design'.split(' ');
const services =
  'resend backend frontend serper scraper zookeeper apache primary cache public replicas async superset homepage blast'.split(' ');
const keyWords = [
  ['password'],
  ['passwd'],
  ['pwd'],
  ['pass'],
  ['secret'],
  ['token'],
  ['api', 'key'],
  ['secret', 'key'],
  ['client', 'secret'],
  ['credential'],
];

const letters = fc.stringMatching(/^[a-z]{2,6}$/u);
const prefix = fc
  .oneof(
    fc.constantFrom(...services),
    letters,
    fc.tuple(letters, fc.constantFrom(...harmless)).map(([begin, end]) => begin + end),
  )
  .filter((word) => !harmless.includes(word) && word !== 'to');
const style = fc.constantFrom(...Object.keys(styles));
const toName = (how: string, words: readonly string[]): string => styles[how]?.(words) ?? '';

describe('names of secrets', () => {
  it('name one whatever their words before the key word end in', () => {
    fc.assert(
      fc.property(fc.array(prefix, { minLength: 1, maxLength: 3 }), style, fc.constantFrom(...keyWords), (words, how, keyWord) => {
        expect(findPlacesOf(toName(how, [...words, ...keyWord]), true)).toEqual([]);
      }),
      fuzz(400),
    );
  });

  it('name one behind a harmless word, too, unless the key word is token', () => {
    fc.assert(
      fc.property(fc.constantFrom(...harmless), style, fc.constantFrom(...keyWords), (word, how, keyWord) => {
        expect(findPlacesOf(toName(how, ['app', word, ...keyWord]), keyWord[0] !== 'token')).toEqual([]);
      }),
      fuzz(300),
    );
  });

  it.each(['nextPageToken', 'NEXT_PAGE_TOKEN', 'eos_token', 'next-token', 'primary_key', 'PARTITION_KEY', 'sort-key', 'foreign_key'])(
    'leave %s alone',
    (name) => {
      expect(findPlacesOf(name, false)).toEqual([]);
    },
  );
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
