import { spawnSync } from 'node:child_process';
import { chownSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeHookLog } from './hook-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-log-'));
  file = path.join(folder, 'hook.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('appends lines to a private file, and renames a full one', () => {
  const log = makeHookLog(file);
  log('one');
  log('two', { of: 2 });
  expect(readFileSync(file, 'utf8')).toMatch(/^\{.*"event":"one"\}\n\{.*"event":"two","of":2\}\n$/u);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'x'.repeat(1024 * 1024));
  log('three');
  expect(readdirSync(folder)).toEqual(['hook.log.1']);
  log('four');
  expect(readFileSync(file, 'utf8')).toMatch(/^\{.*"event":"four"\}\n$/u);
});

// Only root can give a file to somebody else.
const isRoot = process.geteuid?.() === 0;

it(`writes to no link, pipe${isRoot ? '' : ' (skipped: only root can make one of another user)'} or file of another user, but to standard error`, () => {
  const target = path.join(folder, 'target');
  const places = ['link', 'second-name', 'pipe', ...(isRoot ? ['theirs'] : [])].map((name) => path.join(folder, name));
  const [link = '', secondName = '', pipe = '', theirs] = places;
  writeFileSync(target, 'mine');
  symlinkSync(target, link);
  linkSync(target, secondName);
  spawnSync('mkfifo', [pipe]);
  if (theirs !== undefined) {
    writeFileSync(theirs, 'theirs');
    chownSync(theirs, 65_534, 65_534);
  }
  // Its standard error is no stream of this process.
  const module = JSON.stringify(path.resolve(import.meta.dirname, 'hook-log.ts'));
  const script = `import { makeHookLog } from ${module}; for (const one of ${JSON.stringify(places)}) makeHookLog(one)('one');`;
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { encoding: 'utf8' });
  for (const place of places) expect(stderr).toContain(`${place} was not written: `);
  expect(stderr.match(/"event":"one"/gu)).toHaveLength(places.length);
  expect(readFileSync(target, 'utf8')).toBe('mine');
  if (theirs !== undefined) expect(readFileSync(theirs, 'utf8')).toBe('theirs');
});
