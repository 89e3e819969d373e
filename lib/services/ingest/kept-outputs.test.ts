import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { Store } from '../../store/store.ts';
import { findFiles } from '../imports/find-files.ts';
import { importFile } from './import-file.ts';

const session = '5e55000c-0000-4000-8000-000000000001';
const migrationsFolder = path.resolve('db/migrations');

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-outputs-'));
  store = openStore(':memory:', { migrationsFolder });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** A session with one result whose output was saved to a path, and what the archive then has of it. */
const readResult = async (savedTo: string, redacts = false): Promise<string | undefined> => {
  const project = path.join(folder, 'projects/-work-ferry');
  const line = (type: string, content: unknown) =>
    JSON.stringify({ type, sessionId: session, uuid: type, timestamp: '2026-05-01T10:00:00Z', message: { role: type, content } });
  const preview = `<persisted-output>\nOutput too large (57KB). Full output saved to: ${savedTo}\n\nPreview (first 2KB):\nbegins\n</persisted-output>`;
  const file = path.join(project, `${session}.jsonl`);
  await mkdir(project, { recursive: true });
  await writeFile(
    file,
    `${line('assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }])}\n${line('user', [{ type: 'tool_result', tool_use_id: 't', content: preview }])}\n`,
  );
  const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
  const { sessions } = await importFile({ store, now: () => 0, redacts: () => redacts }, input);
  const records = await store.listRecords(sessions[0]?.id ?? '', 0, 10, 100_000);
  return records.find(({ kind }) => kind === 'tool_result')?.text;
};

const keep = async (name: string, text: string): Promise<string> => {
  const outputs = path.join(folder, 'projects/-work-ferry', session, 'tool-results');
  await mkdir(outputs, { recursive: true });
  await writeFile(path.join(outputs, name), text);
  return path.join(outputs, name);
};

it('reads a long output from the file that it was saved to, wherever the folder lies now', async () => {
  await keep('b1.txt', 'begins\nand ends with a lantern');
  expect(await readResult('/home/somebody/.claude/projects/-work-ferry/x/tool-results/b1.txt')).toBe('begins\nand ends with a lantern');
});

it('replaces secrets in it as in the session', async () => {
  const saved = await keep('b1.txt', 'token ghp_0123456789abcdefghijklmnopqrstuvwxyz');
  expect(await readResult(saved, true)).not.toContain('ghp_0123');
});

it('keeps the preview where the file is gone, a link, or named with another folder', async () => {
  const secret = path.join(folder, 'secret.txt');
  await writeFile(secret, 'not of the session');
  const saved = await keep('b1.txt', '');
  await rm(saved);
  await symlink(secret, saved);
  expect(await readResult(saved)).toContain('Preview');
  expect(await readResult('../../../secret.txt')).toContain('Preview');
  expect(await readResult('..')).toContain('Preview');
});

it('keeps the preview where the folder of outputs, or the one of the session, is a link', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  await mkdir(path.join(elsewhere, 'tool-results'), { recursive: true });
  await writeFile(path.join(elsewhere, 'tool-results/b1.txt'), 'not of the session');
  const own = path.join(folder, 'projects/-work-ferry', session);
  await mkdir(own, { recursive: true });
  await symlink(path.join(elsewhere, 'tool-results'), path.join(own, 'tool-results'));
  expect(await readResult('b1.txt')).toContain('Preview');
  await rm(own, { recursive: true });
  await symlink(elsewhere, own);
  expect(await readResult('b1.txt')).toContain('Preview');
});

it('keeps the preview where the output is a pipe, too long, or beyond what a session may have', async () => {
  const pipe = await keep('b1.txt', '');
  await rm(pipe);
  execFileSync('mkfifo', [pipe]);
  expect(await readResult(pipe)).toContain('Preview');
  await rm(pipe);
  await truncate(await keep('b1.txt', ''), 16 * 1024 * 1024 + 1);
  expect(await readResult(pipe)).toContain('Preview');
  for (const name of ['a1.txt', 'a2.txt', 'a3.txt', 'a4.txt']) await truncate(await keep(name, ''), 16 * 1024 * 1024);
  await keep('b1.txt', 'one more');
  expect(await readResult(pipe)).toContain('Preview');
});

it('leaves what lies beside sessions out of an import', async () => {
  await keep('b1.txt', 'text');
  await readResult('b1.txt');
  await mkdir(path.join(folder, 'projects/-work-ferry/memory'), { recursive: true });
  await writeFile(path.join(folder, 'projects/-work-ferry/memory/MEMORY.md'), 'notes');
  await writeFile(path.join(folder, 'projects/-work-ferry/notes.txt'), 'notes');
  const found = await findFiles(folder);
  expect(found.map(({ file }) => path.basename(file))).toEqual([`${session}.jsonl`, 'notes.txt']);
});
