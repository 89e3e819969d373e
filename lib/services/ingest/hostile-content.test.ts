import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import { documentJsonLimits } from '../../domain/parse-json.ts';
import { session as sessionSchema } from '../../domain/session.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-hostile-'));
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const importPath = (file: string): Promise<FileResult> =>
  importFile(
    { store, now: () => 0 },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );

const importText = async (name: string, text: string | Uint8Array): Promise<FileResult> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return importPath(file);
};

const toLine = (fields: object, message: object): string =>
  `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', cwd: '/p', version: '2.1.0', ...fields, message })}\n`;

const makeAnswer = (sessionId: string, uuid: string, model: string, usage: string): string =>
  toLine(
    { type: 'assistant', uuid, sessionId },
    { id: uuid, role: 'assistant', model, content: [{ type: 'text', text: uuid }], usage: '@' },
  ).replace('"@"', usage);

describe('importFile, given content that means harm', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('takes %s as a name like any other', async (name) => {
    const prompt = toLine({ type: 'user', uuid: `${name}-1`, sessionId: name }, { role: 'user', content: 'Hello' });
    const call = toLine(
      { type: 'assistant', uuid: `${name}-2`, sessionId: name },
      { id: name, role: 'assistant', model: name, content: [{ type: 'tool_use', id: name, name, input: { [name]: 1 } }] },
    );
    const end = toLine(
      { type: 'user', uuid: `${name}-3`, sessionId: name },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: name, content: 'ok' }] },
    );
    const other = makeAnswer(name, `${name}-4`, 'a-model', '{"input_tokens":1}');
    expect(await importText('a.jsonl', prompt + call + end + other)).toMatchObject({ status: 'imported', sessionCount: 1, records: 4 });
    // Goes on from the state that is stored with the file.
    expect(await importText('a.jsonl', prompt + call + end + other + makeAnswer(name, `${name}-5`, 'z', '{}'))).toMatchObject({
      records: 5,
    });
    const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 10 });
    expect(items).toMatchObject([{ nativeId: name, toolCalls: 1, models: expect.arrayContaining([name, 'a-model', 'z']) }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('takes sums beyond all that is measured for unknown, and imports what comes after', async () => {
    const most = '{"input_tokens":1000000000000,"output_tokens":1000000000000}';
    const lines = Array.from({ length: 1_100 }, (_, at) => makeAnswer('huge', `h${at}`, 'claude-sonnet-4-5', most));
    const odd = [
      makeAnswer('huge', 'odd', 'm', '{"input_tokens":1e999,"output_tokens":-1,"cache_read_input_tokens":1.5}'),
      makeAnswer('huge', 'more', 'm', '{"input_tokens":9007199254740991,"output_tokens":1000000000001}'),
    ];
    const costs = [1e308, 1e308, 1e9].map((costUSD, at) =>
      toLine(
        { type: 'assistant', uuid: `c${at}`, sessionId: 'huge', costUSD },
        { id: `c${at}`, role: 'assistant', model: 'm', content: [] },
      ),
    );
    expect(await importText('huge.jsonl', [...lines, ...odd, ...costs].join(''))).toMatchObject({ status: 'imported' });
    expect(await importText('next.jsonl', makeAnswer('next', 'n', 'm', '{"output_tokens":3}'))).toMatchObject({ status: 'imported' });
    const { items } = await store.listSessions({}, 'started', true, { cursor: null, limit: 10 });
    expect(items.map(({ nativeId, tokens }) => [nativeId, tokens.output]).sort()).toEqual([
      ['huge', null],
      ['next', 3],
    ]);
    for (const item of items) expect(() => JSON.stringify(sessionSchema.encode(item))).not.toThrow();
  });

  it('keeps a line of 50,000 levels, and the lines around it', async () => {
    const deep = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
    const call = toLine(
      { type: 'assistant', uuid: 'd', sessionId: 'deep' },
      { id: 'd', role: 'assistant', model: 'm', content: [{ type: 'tool_use', id: 'd', name: 'X', input: '@' }] },
    ).replace('"@"', deep);
    const prompt = toLine({ type: 'user', uuid: 'p', sessionId: 'deep' }, { role: 'user', content: 'Hello' });
    expect(await importText('deep.jsonl', prompt + call)).toMatchObject({ status: 'imported', records: 2, toolCalls: 1 });
  });

  it.each(['['.repeat(5_000_000), `{"a":[${'{},'.repeat(200_000)}{}]}`])(
    'skips a line of too many lists, and keeps its beginning',
    async (line) => {
      const [first, last] = ['p1', 'p2'].map((uuid) =>
        toLine({ type: 'user', uuid, sessionId: 'many' }, { role: 'user', content: 'Hello' }),
      );
      const result = await importText('many.jsonl', `${first}${line}\n${last}`);
      expect(result).toMatchObject({ status: 'partial', records: 2, skippedLines: 1, issues: [{ line: 2, code: 'too_large' }] });
      const kept = await store.findIssueLine(result.sourceId ?? '', 2);
      expect(kept?.bytes).toBe(line.length);
      expect(line.startsWith(kept?.text ?? '-')).toBe(true);
      expect(await importText('first.jsonl', `${line}\n${first}`)).toMatchObject({ status: 'partial', records: 2 });
      const document = line.replace('{},', '{},'.repeat(documentJsonLimits.containers));
      expect(await importText('document.json', document)).toMatchObject({ status: 'refused', issues: [{ code: 'too_large' }] });
    },
  );

  it('forgets what was wrong with a line that was written anew', async () => {
    const prompt = toLine({ type: 'user', uuid: 'p1', sessionId: 'anew' }, { role: 'user', content: 'Hello' });
    const torn = Buffer.from(
      toLine({ type: 'user', uuid: 'p2', sessionId: 'anew' }, { role: 'user', content: '\u00c3' }).trimEnd(),
      'latin1',
    );
    expect(await importText('anew.jsonl', Buffer.concat([Buffer.from(prompt), torn]))).toMatchObject({
      issues: [{ code: 'invalid_utf8' }],
    });
    const whole = toLine({ type: 'user', uuid: 'p2', sessionId: 'anew' }, { role: 'user', content: '\u00e9' });
    expect(await importText('anew.jsonl', `${prompt}${whole}`)).toMatchObject({ status: 'imported', issues: [] });
  });

  it('counts over all sessions of a file, and lists the first thousand', async () => {
    const prompts = Array.from({ length: 1_200 }, (_, at) =>
      toLine({ type: 'user', uuid: `many-${at}`, sessionId: `many-${at}` }, { role: 'user', content: `${at}` }),
    );
    const result = await importText('many.jsonl', prompts.join(''));
    expect([result.sessionCount, result.records, result.sessions.length]).toEqual([1_200, 1_200, 1_000]);
  });

  it('refuses a pipe rather than wait for a writer', async () => {
    const pipe = path.join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect(await importPath(pipe)).toMatchObject({ status: 'refused', issues: [{ message: 'This is not a regular file.' }] });
  });

  it('does not copy a database whose header is none', async () => {
    const zeros = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(10_000)]);
    expect(await importText('zeros.db', zeros)).toMatchObject({ status: 'failed', issues: [{ code: 'unreadable' }] });
  });
});
