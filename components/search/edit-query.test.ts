import { expect, test } from 'vitest';
import { dropField, listChosen, listNarrowing, openLastWord, printSought, toggleValue, toSearchHref, typeOn } from './edit-query.ts';

test('a value joins the query, joins its field, and leaves both', () => {
  expect(toggleValue('', 'kind', 'prompt')).toBe('kind:prompt');
  expect(toggleValue('lock file', 'kind', 'prompt')).toBe('lock file kind:prompt');
  expect(toggleValue('kind:prompt lock', 'kind', 'response')).toBe('kind:prompt,response lock');
  expect(toggleValue('kind:prompt,response lock', 'kind', 'prompt')).toBe('kind:response lock');
  expect(toggleValue('a kind:prompt lock', 'kind', 'prompt')).toBe('a lock');
  expect(toggleValue('kind:prompt kind:prompt x', 'kind', 'prompt')).toBe('x');
});

test('values with spaces and commas are quoted, whatever was typed is compared ignoring case', () => {
  expect(toggleValue('x', 'project', 'my shop, inc')).toBe('x project:"my shop, inc"');
  expect(toggleValue('x project:"my shop, inc"', 'project', 'My Shop, Inc')).toBe('x');
  expect(toggleValue('project:"my shop', 'project', 'b')).toBe('project:"my shop",b');
});

test('what is excluded is not chosen', () => {
  expect(listChosen('-kind:prompt kind:response,meta', 'kind')).toEqual(['response', 'meta']);
  expect(toggleValue('-kind:prompt', 'kind', 'prompt')).toBe('-kind:prompt kind:prompt');
});

test('a field is left out, to count its values', () => {
  expect(dropField('a kind:prompt b kind:meta project:p', 'kind')).toBe('a b project:p');
});

test('what narrows a query, and the query without it', () => {
  expect(listNarrowing('lock +"no such" -test tool:bash')).toEqual([
    { part: 'tool:bash', without: 'lock +"no such" -test' },
    { part: '+"no such"', without: 'lock -test tool:bash' },
    { part: '-test', without: 'lock +"no such" tool:bash' },
  ]);
});

test.each([
  ['rel*', 'rel*a', 'rela'],
  ['is:starred +rel*', 'is:starred +rel*ease notes', 'is:starred +release notes'],
  ['rel*', 'rel* notes', 'rel* notes'],
  ['rel*', 'rel**', 'rel**'],
  ['rel*', 're', 're'],
  ['"rel*', '"rel*a', '"rel*a'],
  ['', 'rel*a', 'rel*a'],
])('a word is typed on behind its star: %s', (before, after, text) => {
  expect(typeOn(before, after)).toBe(text);
});

test('the last word may go on while it is typed', () => {
  const asked = (text: string): string => openLastWord(text, text.length);
  expect(asked('rel')).toBe('rel*');
  expect(asked('fix the rel')).toBe('fix the rel*');
  expect(asked('kind:prompt src/au')).toBe('kind:prompt src/au*');
  expect(asked('+caf\u00e9')).toBe('+caf\u00e9*');
  const whole = [
    '',
    'r',
    'fix a',
    'rel ',
    'rel*',
    '-rel',
    '"rel"',
    '"no suc',
    'foo:"ba',
    'tool:ba',
    'rel kind:pro',
    'rel.',
    '日本',
    '한글',
  ];
  for (const text of whole) expect(asked(text)).toBe(text);
  expect(openLastWord('fix rel', 3)).toBe('fix rel');
});

test('what it looks for', () => {
  expect(printSought('lock -test +table "no such table" src/auth.py auth* tool:bash')).toBe('lock,table,no such table,src auth py,auth*');
  expect(printSought('tool:bash')).toBe('');
});

test('an address', () => {
  expect(toSearchHref('a&b c')).toBe('/search?q=a%26b%20c');
  expect(toSearchHref('session:x', true)).toBe('/search?q=session%3Ax&group=none');
});
