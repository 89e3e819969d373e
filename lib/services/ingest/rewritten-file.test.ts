import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { AppError } from '../../domain/errors.ts';
import { sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const session = sessionIdOf('claude-code', 's');
let folder: string;
let file: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-rewritten-'));
  file = path.join(folder, 's.jsonl');
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const toLine = (uuid: string, text: string): string =>
  `${JSON.stringify({ type: 'user', uuid, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: text } })}\n`;
const toAnswer = (uuid: string, text: string): string =>
  `${JSON.stringify({ type: 'assistant', uuid, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: [{ type: 'text', text }] } })}\n`;
const read = (redacts = false, into = store) =>
  importFile(
    { store: into, now: () => 0, redacts: () => redacts },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );

/** Raw line of each record, by its text: its own line ('own'), a missing one ('gone'), or another line. */
const listRaw = async (): Promise<Record<string, string>> => {
  const shown: Record<string, string> = {};
  for (const { id, text } of await store.listRecords(session, 0, 100, 1_000)) {
    const raw = await store.readRaw(session, id);
    shown[text] = typeof raw?.raw !== 'string' ? 'gone' : raw.raw.includes(JSON.stringify(text)) ? 'own' : raw.raw;
  }
  return shown;
};

it.each([
  ['other lines of the same length', [toLine('d', 'four'), toLine('e', 'five'), toLine('f', 'sixx')]],
  ['other lines of another length', [toLine('d', 'a longer one'), toLine('e', 'v'), toLine('f', 'another long one')]],
  ['the same lines, one later', [toLine('d', 'four'), toLine('a', 'onee'), toLine('b', 'twoo'), toLine('c', 'tree')]],
  ['the same lines in another order', [toLine('c', 'tree'), toLine('a', 'onee'), toLine('b', 'twoo')]],
  ['other texts under the same ids', [toLine('a', 'four'), toLine('b', 'five'), toLine('c', 'sixx')]],
  ['fewer lines', [toLine('d', 'four')]],
])('shows no line of another record after a file was rewritten with %s, and after it grew', async (_, lines) => {
  await writeFile(file, [toLine('a', 'onee'), toLine('b', 'twoo'), toLine('c', 'tree')].join(''));
  await read();
  expect(await listRaw()).toEqual({ onee: 'own', twoo: 'own', tree: 'own' });
  await writeFile(file, lines.join(''));
  await read();
  const shown = await listRaw();
  expect(['own', 'gone']).toEqual(expect.arrayContaining(Object.values(shown)));
  expect(Object.values(shown)).toContain('own');
  await appendFile(file, toLine('z', 'last'));
  await read();
  expect(await listRaw()).toEqual({ ...shown, last: 'own' });
});

it('shows what a line says now, for prompts and answers that were rewritten in place under their ids', async () => {
  // In each pair of lines, either one can have the smaller hash.
  const write = (version: string) =>
    writeFile(
      file,
      ['a', 'b', 'c', 'd', 'e'].flatMap((id) => [toLine(`p${id}`, `${version} ${id}`), toAnswer(`r${id}`, `${version} ${id}`)]).join(''),
    );
  for (const version of ['first', 'second', 'third']) {
    await write(version);
    await read();
    const texts = (await store.listRecords(session, 0, 100, 1_000)).map(({ text }) => text);
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e'].flatMap((id) => [`${version} ${id}`, `${version} ${id}`]));
  }
});

it('keeps what was wrong with a file until the first lines of reading it again are stored', async () => {
  await writeFile(file, `${toLine('a', 'onee')}{torn\n${toLine('b', 'twoo')}`);
  await read();
  const listIssues = async () => (await store.listSourceIssues(sourceIdOf(file))).map(({ line, code }) => [line, code]);
  expect(await listIssues()).toEqual([[2, 'bad_json']]);
  await writeFile(file, `${toLine('c', 'a longer one')}${toLine('d', 'another long one')}{torn too\n`);
  const failing: Store = { ...store, append: () => Promise.reject(new AppError('disk_full', 'The disk is full.')) };
  expect(await read(false, failing)).toMatchObject({ status: 'failed', issues: [{ code: 'disk_full' }] });
  expect(await listIssues()).toEqual([[2, 'bad_json']]);
  await read();
  expect(await listIssues()).toEqual([[3, 'bad_json']]);
});

it('shows a line that is not valid UTF-8', async () => {
  const bytes = Buffer.from(toLine('a', 'x?y'));
  bytes[bytes.indexOf('?')] = 0xff;
  await writeFile(file, Buffer.concat([bytes, Buffer.from(toLine('b', 'twoo'))]));
  await read();
  expect(await listRaw()).toEqual({ 'x\uFFFDy': 'own', twoo: 'own' });
});

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const toInvalid = (line: string): Buffer => {
  const bytes = Buffer.from(line);
  bytes[bytes.indexOf('?')] = 0xff;
  return bytes;
};

it.each([
  ['is not valid UTF-8', toInvalid(toLine('b', 'x?y')), false],
  ['holds a secret', Buffer.from(toLine('b', `key ${key}`)), true],
])('shows a line that %s with its own record, also after a rewrite moved it to the place of another', async (_, moved, redacts) => {
  await writeFile(file, Buffer.concat([Buffer.from(toLine('a', 'onee')), moved]));
  await read(redacts);
  const [, before = ''] = Object.keys(await listRaw());
  expect(await listRaw()).toEqual({ onee: 'own', [before]: 'own' });
  await writeFile(file, Buffer.concat([moved, Buffer.from(toLine('c', 'a new one'))]));
  await read(redacts);
  expect(await listRaw()).toMatchObject({ onee: 'gone', 'a new one': 'own' });
  expect(['own', 'gone']).toContain((await listRaw())[before]);
});
