import { expect, it } from 'vitest';
import { printProjectAndTitle, printSessionTitle } from './session-title.ts';

const id = 'umd6scqic34oknyxoiwaal35ex';

it('prints a title as plain words, behind the project where that is asked for', () => {
  expect(printSessionTitle({ id, title: '# Fix **the** build\n' })).toBe('Fix the build');
  expect(printProjectAndTitle({ id, title: 'Fix `a_b`', project: 'shop' })).toBe('shop · Fix a_b');
  expect(printProjectAndTitle({ id, title: 'Fix it', project: null })).toBe('Fix it');
});

it.each([
  [{}, 'Session umd6scqi'],
  [{ title: ' \n' }, 'Session umd6scqi'],
  [{ agentLabel: 'Claude Code' }, 'Claude Code session umd6scqi'],
])('names a session without a title by what is known: %j', (known, name) => {
  expect(printSessionTitle({ id, title: null, ...known })).toBe(name);
});
