import { expect, it } from 'vitest';
import { refutes } from './refutes.ts';

it.each([
  'Really only 40? That is wrong, there must be far more.',
  'still broken',
  'only that?',
  'It still fails with the same error.',
  "No, that's not what I asked for.",
  'That doesn’t work.',
  'Thanks, but it still does not build',
  'you forgot the tests',
  'Nope. Try the other file.',
  'Undo that.',
  '还是不行',
  'Das stimmt nicht.',
])('refutes the answer before: %s', (prompt) => expect(refutes(prompt)).toBe(true));

it.each([
  'Good. Which one is the tallest?',
  'Now add a test.',
  'No problem, go on.',
  'continue',
  'Thanks! That is not urgent.',
  'Fix the wrong label on the login page.',
  'Why is the build slow?',
  'Does this still need the flag?',
  'Perfect, commit it.',
  '',
])('goes on: %s', (prompt) => expect(refutes(prompt)).toBe(false));
