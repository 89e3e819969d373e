import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { importFile } from './import-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-copy-'));
});
afterEach(() => rm(folder, { recursive: true }));

const line = (sessionId: string, minute: number, fields: object, model = 'claude-opus-4-5'): string => {
  const usage = { input_tokens: 1_000, output_tokens: 500 };
  const isAnswer = 'answer' in fields;
  const message = isAnswer
    ? { id: `m${minute}`, role: 'assistant', model, usage, content: [{ type: 'text', text: 'Done.' }] }
    : { role: 'user', content: 'Fix the parser' };
  const timestamp = new Date(Date.UTC(2026, 3, 1, 10, minute)).toISOString();
  return `${JSON.stringify({ type: isAnswer ? 'assistant' : 'user', uuid: `u${minute}`, sessionId, version: '2.1.0', cwd: '/p', timestamp, message })}\n`;
};

const toText = (sessionId: string, model?: string): string =>
  [
    line(sessionId, 0, {}),
    line(sessionId, 1, { answer: true }, model),
    line(sessionId, 2, {}),
    line(sessionId, 3, { answer: true }, model),
  ].join('');

/** Sessions by their native ids after files were imported in this order. */
const importAll = async (files: readonly { name: string; writtenAt?: Date; isUpload?: boolean; model?: string }[]) => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  for (const { name, writtenAt, isUpload = false, model } of files) {
    const file = path.join(folder, `${name}.jsonl`);
    await writeFile(file, toText(name, model));
    if (writtenAt) await utimes(file, writtenAt, writtenAt);
    const shown = isUpload ? `${name}.jsonl` : file;
    const signal = new AbortController().signal;
    await importFile({ store, now: () => 0 }, { file, path: shown, synthetic: false, signal, onProgress: () => undefined });
  }
  const sessions = await Promise.all(files.map(({ name }) => store.findSession(sessionIdOf('claude-code', name))));
  await store.close();
  return new Map(sessions.flatMap((session) => (session ? [[session.nativeId, session] as const] : [])));
};

describe('a copy of a session under another id', () => {
  const [early, late] = [new Date(Date.UTC(2026, 3, 1, 11)), new Date(Date.UTC(2026, 3, 9))];
  const original = { name: 'one', writtenAt: early };

  it.each([['two'], ['three'], ['four']])('leaves tokens and cost to the file that was written first, in any order (%s)', async (name) => {
    const copy = { name, writtenAt: late };
    for (const files of [
      [original, copy],
      [copy, original],
    ]) {
      const sessions = await importAll(files);
      expect(sessions.get('one')).toMatchObject({ tokens: { output: 1_000 }, costMissing: null, countedInId: null });
      expect(sessions.get('one')?.costUsd).toBeCloseTo(0.035, 6);
      expect(sessions.get(name)).toMatchObject({
        tokens: { input: null, output: null },
        costUsd: null,
        costSource: 'none',
        costMissing: 'counted_elsewhere',
        countedInId: sessionIdOf('claude-code', 'one'),
        countedInTitle: 'Fix the parser',
        records: 0,
      });
    }
  });

  it('goes by the time in the ids of the sessions before the time of their files', async () => {
    const first = '01980000-0000-7000-8000-000000000000';
    const second = '01990000-0000-7000-8000-000000000000';
    for (const names of [
      [first, second],
      [second, first],
    ]) {
      const sessions = await importAll(names.map((name) => ({ name, writtenAt: name === first ? late : early })));
      expect([sessions.get(first)?.tokens.output, sessions.get(second)?.tokens.output]).toEqual([1_000, null]);
    }
  });

  it('does not take the time of an upload for that of its file', async () => {
    for (const files of [
      [original, { name: 'two', isUpload: true }],
      [{ name: 'two', isUpload: true }, original],
    ]) {
      const sessions = await importAll(files);
      expect([sessions.get('one')?.tokens.output, sessions.get('two')?.tokens.output]).toEqual([1_000, null]);
    }
  });

  it('has no cost of a model without a price, and names it', async () => {
    const sessions = await importAll([{ name: 'one', model: 'claude-unheard-of' }]);
    expect(sessions.get('one')).toMatchObject({
      tokens: { output: 1_000 },
      costUsd: null,
      costMissing: 'no_price',
      unpricedModels: ['claude-unheard-of'],
    });
  });
});
