import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/u.test(name));

it.each(sources.filter((name) => name !== 'print.ts'))('%s prints errors and JSON by the functions that show what is hidden', (name) => {
  const text = readFileSync(path.join('cli', name), 'utf8');
  expect(text).not.toMatch(/stderr\.write\(/u);
  expect(text).not.toMatch(/stdout\.write\([^;]*JSON\.stringify/u);
});
