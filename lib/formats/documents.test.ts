import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from 'fast-check';
import { foldBytes } from './__fixtures__/fold.ts';
import { makeDrafts, type DocumentDrafts, type Drafts } from './format.ts';
import { formats } from './registry.ts';

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8'));

const read = (id: string, value: unknown): DocumentDrafts =>
  formats.find((format) => format.id === id)?.readDocument?.(value, { path: '/logs/file.json' }) ?? makeDrafts();

/** Records in brief: session, kind, what tells most. */
const brief = ({ records }: Drafts) =>
  records.map(({ session, kind, subtype, text, call, result }) =>
    [session.replace(/:[\w-]{22}$/u, ''), kind, subtype, call?.name, result?.outcome, text.slice(0, 20)].filter(Boolean).join(' '),
  );

describe('ATIF', () => {
  it('reads a trajectory with an embedded one', () => {
    const drafts = read('atif', fixture('atif/embedded.json'));
    expect(brief(drafts)).toEqual([
      'run-1-main meta trajectory {"schema_version":"A',
      'run-1-main prompt Look at this',
      'run-1-main reasoning A picture',
      'run-1-main response Looking',
      'run-1-main tool_call delegate',
      'run-1-main tool_call ls',
      'run-1-main tool_result unknown seen',
      'run-1-main tool_result error no such folder',
      'run-1-main system observation screen',
      'run-1-sub meta trajectory {"schema_version":"A',
      'run-1-sub meta copied_context Look at this',
      'run-1-sub prompt See',
      'run-1-sub tool_call open',
      'run-1-sub tool_result unknown opened',
    ]);
    expect(drafts.records[1]?.attachments).toEqual([{ mediaType: 'image/png', bytes: 0 }]);
    expect(drafts.records.map((record) => drafts.lines?.[record.line - 1]?.hash)).toEqual(drafts.records.map((record) => record.lineHash));
    expect(drafts.links).toEqual([{ session: 'run-1-main', nativeCallId: 'c1', childNativeId: 'run-1-sub' }]);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 60, cacheRead: 40, output: 10 }, costUsd: 0.5, model: 'gpt-4o' }]);
    expect(drafts.sessions).toMatchObject([
      { nativeId: 'run-1-main', family: 'field-agent', cwd: '/srv/app', tokens: null, relation: null },
      {
        nativeId: 'run-1-sub',
        family: 'field-agent',
        agentName: 'seer',
        parentNativeId: 'run-1-main',
        relation: 'subagent',
        tokens: { input: 30, cacheRead: 20, output: 5 },
        costUsd: 0.25,
      },
    ]);
  });

  it('names a continuation after the run, and the one before it', () => {
    const drafts = read('atif', fixture('atif/continuation.json'));
    expect(drafts.sessions[0]).toMatchObject({ nativeId: 'run-2:cont-2', parentNativeId: 'run-2:cont-1', relation: 'continuation' });
    expect(brief(drafts).map((line) => line.split(' ')[1])).toEqual(['meta', 'meta', 'boundary', 'response', 'meta']);
    expect(drafts.responses).toEqual([]);
    expect(drafts.records.at(-1)).toMatchObject({ unknown: true, nativeKey: null });
    expect(drafts.issues.map((issue) => issue.code)).toEqual(['unsupported_version']);
  });
});

describe('chat', () => {
  it('reads rows of conversations', () => {
    const drafts = read('chat', fixture('chat/rows.json'));
    expect(brief(drafts)).toEqual([
      '4:1 meta row {"task_id":4,"trial"',
      '4:1 system Be kind',
      '4:1 prompt Hi',
      '4:1 tool_call find',
      '4:1 tool_result error Error: not found',
      '4:1 tool_call find',
      '4:1 tool_result unknown found',
      '4:1 reasoning well',
      '4:1 response Bye',
      '4:2 meta row {"task_id":4,"trial"',
      '4:2 prompt Hello',
      '4:2 tool_call old',
      '4:2 tool_result unknown done',
      '4:2 response End',
    ]);
    expect(drafts.records[10]?.attachments).toEqual([{ mediaType: 'image/png', bytes: 3 }]);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 6, cacheRead: 4, output: 2 } }]);
  });

  it('reads ShareGPT', () => {
    expect(brief(read('chat', fixture('chat/sharegpt.json')))).toEqual([
      'conversation meta row {"id":"row-1"}',
      'conversation system Be kind',
      'conversation prompt Weather?',
      'conversation tool_call weather',
      'conversation tool_result unknown Rain',
      'conversation response It rains.',
      'conversation meta {"from":"narrator","',
    ]);
  });

  it('reads one message a line', async () => {
    const format = formats.find((one) => one.id === 'chat-messages');
    if (!format) throw new Error('There is no format of chat messages.');
    const bytes = readFileSync(new URL('./__fixtures__/chat/messages.jsonl', import.meta.url));
    const drafts = await foldBytes(format, bytes, '/logs/a/messages.jsonl');
    expect(drafts.records.map(({ kind, text, call, result }) => [kind, call?.name ?? result?.outcome ?? text])).toEqual([
      ['system', 'Be kind'],
      ['prompt', 'Find it'],
      ['tool_call', 'find'],
      ['tool_result', 'error'],
      ['response', 'Nothing.'],
      ['prompt', 'Find it'],
      ['response', 'Nothing.'],
    ]);
    const sessions = drafts.records.map((record) => record.session);
    expect(new Set(sessions.slice(0, 5)).size).toBe(1);
    expect(sessions.slice(5)).toEqual(['other', 'other']);
    expect(drafts.responses).toMatchObject([{ tokens: { input: 10, output: 2 } }]);
    expect(drafts.records[1]?.atMs).toBe(Date.UTC(2026, 2, 1, 10));
    const elsewhere = await foldBytes(format, bytes, '/logs/b/messages.jsonl');
    expect(elsewhere.records[0]?.session).not.toBe(sessions[0]);
    for (const splitAfter of [1, 2, 3]) expect(await foldBytes(format, bytes, '/logs/a/messages.jsonl', splitAfter)).toEqual(drafts);
  });

  it('names the messages of a conversation alike when it is told again and longer', async () => {
    const format = formats.find((one) => one.id === 'chat-lines');
    if (!format) throw new Error('There is no format of chat lines.');
    const bytes = readFileSync(new URL('./__fixtures__/chat/lines.jsonl', import.meta.url));
    const { records, issues } = await foldBytes(format, bytes, '/logs/lines.jsonl');
    const keysOf = (line: number) => records.filter((one) => one.line === line).map((one) => `${one.nativeKey ?? ''} ${String(one.block)}`);
    expect(keysOf(3).slice(0, 3)).toEqual(keysOf(1));
    expect(keysOf(3)).toHaveLength(5);
    expect(keysOf(2)).toHaveLength(5);
    expect(issues.map(({ line, code }) => [line, code])).toEqual([[4, 'malformed']]);
  });
});

describe('durable steps', () => {
  it('reads a workflow', () => {
    const drafts = read('durable-steps', fixture('durable-steps/workflow.json'));
    expect(brief(drafts)).toEqual([
      'wf-1 meta workflow {"workflow_id":"wf-1',
      'wf-1 reasoning Search',
      'wf-1 tool_call search',
      'wf-1 tool_result ok hit',
      'wf-1 tool_call open',
      'wf-1 tool_result error Error: closed',
      'wf-1 tool_call open',
      'wf-1 tool_result error timeout',
      'wf-1 tool_call open',
      'wf-1 tool_result unknown text',
      'wf-1 reasoning Enough',
      'wf-1 response x is y',
      'wf-1 system error out of steps',
    ]);
    expect(drafts.records[1]?.atMs).toBe(Date.UTC(2026, 0, 1, 0, 0, 0, 500));
  });
});

describe('a document', () => {
  const fixtures = ['atif', 'chat', 'durable-steps', 'oats'].flatMap((folder) =>
    readdirSync(new URL(`./__fixtures__/${folder}/`, import.meta.url)).flatMap((name) =>
      name.endsWith('.json') ? [fixture(`${folder}/${name}`)] : [],
    ),
  );

  const checkAll = (value: unknown) => {
    for (const format of formats) {
      const drafts = format.readDocument?.(value, { path: '/logs/file.json' });
      if (!drafts) continue;
      const places = drafts.records.map(({ line, block }) => `${String(line)} ${String(block)}`);
      expect(new Set(places).size).toBe(places.length);
      const lines = drafts.records.map((record) => record.line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      for (const { session } of drafts.records) expect(session).not.toBe('');
      for (const { nativeId, family } of drafts.sessions) expect([nativeId, family]).not.toContain('');
    }
  };

  it('of any content is read without a throw', () => {
    fc.assert(fc.property(fc.jsonValue(), checkAll), { numRuns: 200 });
  });

  it('is read with any of its values replaced', () => {
    const change = (value: unknown, path: readonly number[], by: JsonValue): unknown => {
      const [at, ...rest] = path;
      if (at === undefined || typeof value !== 'object' || value === null) return by;
      const entries = Object.entries(value);
      if (entries.length === 0) return by;
      const picked = at % entries.length;
      const changed = entries.map(([key, held], index) => [key, index === picked ? change(held, rest, by) : (held as unknown)] as const);
      return Array.isArray(value) ? changed.map(([, held]) => held) : Object.fromEntries(changed);
    };
    const path = fc.array(fc.nat(20), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), path, fc.jsonValue({ maxDepth: 2 }), (value, at, by) => {
        checkAll(change(value, at, by));
      }),
      { numRuns: 500 },
    );
  });
});
