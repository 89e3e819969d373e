import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildRequest } from '../../models/__fixtures__/model-server.ts';
import { makeLoadScript } from './load-script.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'script-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const write = (text: string) => writeFileSync(path.join(folder, 'answers.yaml'), text);

it('goes on with the answers of a file, and begins anew when it changed', async () => {
  write('answers: [{ answer: one }, { answer: two }, { answer: three }]');
  const load = makeLoadScript(folder);
  const ask = async () => (await load('answers.yaml')('a')(buildRequest(), { timeoutMs: 1_000 })).text;
  expect([await ask(), await ask()]).toEqual(['one', 'two']);
  write('answers: [{ answer: changed }]');
  expect(await ask()).toBe('changed');
});

it('can be abandoned while it waits', async () => {
  write('answers: [{ fail: timeout }]');
  const abort = new AbortController();
  const asked = makeLoadScript(folder)('answers.yaml')('a')(buildRequest(), { timeoutMs: 60_000, signal: abort.signal });
  abort.abort();
  await expect(asked).rejects.toThrow(/abort/u);
});

it('names the file, line and key of what is wrong', () => {
  const file = path.join(folder, 'answers.yaml');
  const load = makeLoadScript(folder);
  expect(() => load('answers.yaml')).toThrow(`${file}: No such file.`);
  write(`answers:\n${'  - { fail: 404 }\n'.repeat(7)}`);
  const lines = [2, 3, 4, 5, 6].map((line, at) => `${file}:${line}: answers.${at}.fail: must be 429, 500, timeout or garbage.`);
  expect(() => load('answers.yaml')).toThrow([...lines, `${file}: 2 more problems.`].join('\n'));
});
