import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';
import { makePrefixMemory } from './prefix-memory.ts';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-ingest-'));
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const prefixMemory = makePrefixMemory();
const importPath = (file: string): Promise<FileResult> =>
  importFile(
    { store, now: () => 0, prefixMemory },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );
const put = async (name: string, text: string | Uint8Array): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
};

let clock = 0;
const line = (type: 'user' | 'assistant', uuid: string, content: unknown, sessionId = 's1'): string =>
  JSON.stringify({
    type,
    uuid,
    parentUuid: null,
    sessionId,
    timestamp: new Date(Date.UTC(2026, 0, 1) + ++clock * 1_000).toISOString(),
    cwd: '/home/me/project',
    version: '2.1.0',
    message:
      type === 'user'
        ? { role: 'user', content }
        : { role: 'assistant', id: `m-${uuid}`, model: 'claude-sonnet-4-5', content, usage: { input_tokens: 1, output_tokens: 2 } },
  });
const call = (id: string) => [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }];
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];

describe('importFile', () => {
  it('leaves tokens unknown that nothing tells, and says where no session is named', async () => {
    const wordless = await importPath(await put('words.jsonl', `${line('user', 'a', 'Hello')}\n`));
    expect(wordless.sessions[0]?.tokens).toEqual({ input: null, cacheRead: null, cacheWrite: null, output: null });
    const reported = await importPath(await put('told.jsonl', `${line('assistant', 'b', 'Hi', 's2')}\n`));
    expect(reported.sessions[0]?.tokens).toEqual({ input: 1, cacheRead: null, cacheWrite: null, output: 2 });
    const snapshot = '{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","trackedFileBackups":{}}}';
    const nameless = await put('snapshots.jsonl', `${snapshot}\n`);
    for (const unchanged of [false, true])
      expect(await importPath(nameless)).toMatchObject({ sessions: [], unchanged, issues: [{ line: null, code: 'no_session' }] });
    const named = await put('0e550001-0000-4000-8000-00000000000f.jsonl', `${snapshot}\n \n`);
    expect(await importPath(named)).toMatchObject({ sessions: [{ records: 1, turns: 0 }], issues: [] });
  });

  it('keeps each line that gave an issue, under the number of its place, in a file that grew as well', async () => {
    const torn = '{"type":"user", \u001b[31mtorn';
    const file = await put('a.jsonl', `${line('user', 'a', 'Hello')}\n${torn}\n`);
    const first = await importPath(file);
    const sourceId = first.sourceId ?? '';
    expect(first.issues).toMatchObject([{ line: 2, code: 'bad_json' }]);
    expect(await store.findIssueLine(sourceId, 2)).toEqual({ path: file, line: 2, bytes: Buffer.byteLength(torn), text: torn });
    expect(await store.findIssueLine(sourceId, 1)).toBeNull();
    const long = `[${'"é",'.repeat(30_000)}""]`;
    await appendFile(file, `${long}\n${line('user', 'b', 'Again')}\n`);
    expect(await importPath(file)).toMatchObject({
      sourceId,
      status: 'partial',
      issues: [{ line: 2 }, { line: 3, code: 'not_an_object' }],
    });
    const kept = await store.findIssueLine(sourceId, 3);
    expect(kept?.bytes).toBe(Buffer.byteLength(long));
    expect(long.startsWith(kept?.text ?? '-')).toBe(true);
    expect(Buffer.byteLength(kept?.text ?? '')).toBeGreaterThan(65_530);
  });

  it('writes nothing for the same bytes, under the same path or another', async () => {
    const text = `${line('user', 'a', 'Hello')}\n${line('assistant', 'b', call('t1'))}\n`;
    const first = await importPath(await put('a.jsonl', text));
    expect(first).toMatchObject({ status: 'imported', format: 'claude-code', newRecords: 2, unchanged: false });
    const before = (await store.readChanges(null, 1)).cursor;
    expect(await importPath(await put('a.jsonl', text))).toMatchObject({ status: 'unchanged', unchanged: true, newRecords: 0 });
    expect(await importPath(await put('copy.jsonl', text))).toMatchObject({ unchanged: true, sessions: [{ nativeId: 's1' }] });
    expect((await store.readChanges(null, 1)).cursor).toBe(before);
  });

  it('reads only what was appended, and pairs a result with its earlier call', async () => {
    const file = await put('a.jsonl', `${line('user', 'a', 'Hello')}\n${line('assistant', 'b', call('t1'))}\n`);
    await importPath(file);
    await appendFile(file, `${line('user', 'c', result('t1'))}\n`);
    const grown = await importPath(file);
    expect(grown).toMatchObject({ newRecords: 1, records: 3, toolCalls: 1 });
    const [stored] = await store.listToolCalls(grown.sessions[0]?.id ?? '', 1, 10, 1_000);
    expect(stored).toMatchObject({ outcome: 'ok', callIndex: 1, resultText: 'ok' });
  });

  it('lets a torn last line wait, and numbers a bad middle line', async () => {
    const torn = line('assistant', 'b', call('t1'));
    const file = await put('a.jsonl', `${line('user', 'a', 'Hello')}\n{"broken": \n${torn.slice(0, 40)}`);
    const first = await importPath(file);
    expect(first).toMatchObject({
      status: 'partial',
      pendingTail: true,
      records: 1,
      skippedLines: 1,
      issues: [{ line: 2, code: 'bad_json' }],
    });
    await writeFile(file, (await readFile(file, 'utf8')) + torn.slice(40));
    expect(await importPath(file)).toMatchObject({ pendingTail: false, records: 2, skippedLines: 1 });
    await appendFile(file, `\n${line('user', 'c', 'oops')}\n{bad\n`);
    expect(await importPath(file)).toMatchObject({ records: 3, skippedLines: 2, issues: [{ line: 2 }, { line: 5 }] });
  });

  it('reads a file again from the start when its beginning changed', async () => {
    const file = await put('a.jsonl', `${line('user', 'a', 'Hello')}\n`);
    await importPath(file);
    await put('a.jsonl', `${line('user', 'z', 'Another', 's2')}\n${line('user', 'y', 'Word', 's2')}\n`);
    expect(await importPath(file)).toMatchObject({ newRecords: 2, sessions: [{ nativeId: 's2' }] });
  });

  it('gives the same session from two overlapping files in any order', async () => {
    const lines = [
      line('user', 'a', 'Hello'),
      line('assistant', 'b', call('t1')),
      line('user', 'c', result('t1')),
      line('user', 'd', 'Next'),
    ];
    const early = await put('early.jsonl', `${lines.slice(0, 3).join('\n')}\n`);
    const late = await put('late.jsonl', `${lines.slice(2).join('\n')}\n`);
    await importPath(late);
    const { sessions } = await importPath(early);
    const records = await store.listRecords(sessions[0]?.id ?? '', 0, 10, 1_000);
    expect(records.map((record) => [record.seq, record.kind, record.turnIdx])).toEqual([
      [0, 'prompt', 0],
      [1, 'tool_call', 0],
      [2, 'tool_result', 0],
      [3, 'prompt', 1],
    ]);
    expect(records[1]?.toolCall).toMatchObject({ outcome: 'ok', callIndex: 1 });
  });

  it.each([
    ['empty.jsonl', '', 'empty_file', null],
    ['notes.md', '# Notes\nof a meeting\n', 'not_recognized', 1],
    ['data.json', '{"a": 1}', 'not_recognized', null],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), 'not_recognized', null],
    ['archive.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'not_supported', null],
  ])('refuses %s and says why', async (name, content, code, line) => {
    const refused = await importPath(await put(name, content));
    expect(refused).toMatchObject({ status: 'refused', sessionCount: 0, issues: [{ code, line }] });
    expect(refused.issues[0]?.message).toMatch(/\w{3,}/u);
  });

  it('says what it could not open', async () => {
    expect(await importPath(path.join(folder, 'absent.jsonl'))).toMatchObject({ status: 'failed', issues: [{ code: 'unreadable' }] });
    expect(await importPath(folder)).toMatchObject({ status: 'refused', issues: [{ code: 'unreadable' }] });
  });
});
