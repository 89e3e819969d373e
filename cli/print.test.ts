import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeFailure } from './print.ts';

const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/u.test(name));

it.each(sources.filter((name) => name !== 'print.ts'))('%s prints errors and JSON by the functions that show what is hidden', (name) => {
  const text = readFileSync(path.join('cli', name), 'utf8');
  expect(text).not.toMatch(/stderr\.write\(/u);
  expect(text).not.toMatch(/stdout\.write\([^;]*JSON\.stringify/u);
});

it('says on one line what failed unexpectedly, without a stack', () => {
  expect(describeFailure(new TypeError('x is not\na function'))).toBe(
    'observatory failed: x is not a function. This is a bug. NODE_DEBUG=observatory prints where it happened.',
  );
  expect(describeFailure(Object.assign(new Error('EACCES: permission denied, open a'), { code: 'EACCES' }))).toBe(
    'observatory failed: EACCES: permission denied, open a',
  );
});
