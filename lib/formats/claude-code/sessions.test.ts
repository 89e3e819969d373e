import { describe, expect, it } from 'vitest';
import { brief, reduceSession, mainSession } from '../__fixtures__/claude-code.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import type { Drafts } from '../format.ts';
import { detectFormat } from '../registry.ts';
import { claudeCodeFormats } from './formats.ts';

describe('titles', () => {
  it('ranks them, and takes a summary only for the session of its leaf', async () => {
    const { sessions, records } = await reduceSession('titles.jsonl');
    expect(sessions.flatMap(({ title, titleRank, line }) => (title ? [[title, titleRank, line]] : []))).toEqual([
      ['Sums it up', 2, 3],
      ['Shop rename', 3, 6],
      ['My rename', 4, 7],
    ]);
    expect(new Set(records.map((record) => record.session))).toEqual(new Set([mainSession]));
    expect(records.map((record) => record.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(records.some((record) => record.unknown)).toBe(false);
  });

  it('uses the name of the file for lines that name no session, when it is one', async () => {
    const other = '0e550001-0000-4000-8000-00000000000f';
    const { records } = await reduceSession('titles.jsonl', `/logs/${other}.jsonl`);
    expect(records.slice(0, 4).map((record) => record.session)).toEqual([other, other, other, mainSession]);
  });
});

describe('subagents', () => {
  it('reads inline sidechains as child sessions of the calls with their prompts', async () => {
    const { records, links, sessions } = await reduceSession('inline-sidechain.jsonl');
    const lines = (session: string) => records.filter((record) => record.session === session).map((record) => record.line);
    expect(lines(`${mainSession}:sidechain-s1`)).toEqual([3, 5, 7, 8]);
    expect(lines(`${mainSession}:sidechain-r1`)).toEqual([4, 6]);
    expect(lines(mainSession)).toEqual([1, 2, 2, 9, 10, 11, 12]);
    expect(links).toEqual([
      { session: mainSession, nativeCallId: 'task_1', childNativeId: `${mainSession}:sidechain-s1` },
      { session: mainSession, nativeCallId: 'task_2', childNativeId: `${mainSession}:sidechain-r1` },
    ]);
    expect(sessions).toContainEqual(
      expect.objectContaining({ nativeId: `${mainSession}:sidechain-s1`, parentNativeId: mainSession, relation: 'subagent' }),
    );
    expect(sessions).toContainEqual(expect.objectContaining({ nativeId: `${mainSession}:sidechain-r1`, agentName: 'fixer' }));
  });

  it('links calls to the agents that their results or progress name, and to no others', async () => {
    const { links } = await reduceSession('subagent-links.jsonl');
    expect(links.map((link) => [link.nativeCallId, 'childNativeId' in link && link.childNativeId])).toEqual([
      ['task_1', `${mainSession}:aa11`],
      ['task_2', `${mainSession}:bb22`],
      ['task_3', `${mainSession}:cc33`],
    ]);
  });

  it('reads the file of a subagent into a child of the session that it names', async () => {
    const { records, sessions } = await reduceSession('agent-aa11.jsonl');
    expect(new Set(records.map((record) => record.session))).toEqual(new Set([`${mainSession}:aa11`]));
    expect(records.map(brief)[0]).toEqual([1, 'prompt', null, 'Do A']);
    expect(sessions[0]).toMatchObject({ parentNativeId: mainSession, relation: 'subagent' });
  });
});

describe('several sessions in one file', () => {
  it('tells a continuation from a fork and gives each line to its own session', async () => {
    const { records, sessions } = await reduceSession('several-sessions.jsonl');
    expect(records.map((record) => record.session)).toEqual(['one', 'one', 'one', 'two', 'two', 'three', 'three']);
    expect(sessions.map(({ nativeId, parentNativeId, relation, title }) => [nativeId, parentNativeId, relation, title])).toEqual([
      ['one', undefined, undefined, undefined],
      ['two', 'one', 'continuation', undefined],
      ['three', 'one', 'fork', undefined],
      ['two', undefined, undefined, 'About the second'],
    ]);
  });
});

describe('lines that name no session', () => {
  const shown = ({ records }: Drafts) => records.map(({ kind, text }) => `${kind}: ${text}`);

  it('are the conversation of the session that the file is named after', async () => {
    const drafts = await reduceSession('nameless.jsonl', `/logs/${mainSession}.jsonl`);
    expect(new Set(drafts.records.map((record) => record.session))).toEqual(new Set([mainSession]));
    expect(shown(drafts)).toEqual([
      'meta: Fix the form',
      'prompt: Fix the form',
      'response: Looking',
      'tool_call: ',
      'tool_result: a.ts',
      'response: Done',
    ]);
    expect(drafts.records[3]?.call?.nativeCallId).toBe('toolu_1');
    expect(drafts.records[4]?.result).toMatchObject({ nativeCallId: 'toolu_1', outcome: 'ok' });
    expect(drafts.responses.map(({ nativeId, tokens, costUsd }) => [nativeId, tokens.input, tokens.output, costUsd])).toEqual([
      ['msg_1', 10, 7, 0.01],
      [drafts.records[5]?.response, 20, 2, null],
    ]);
  });

  it('are a session of their own where the name tells none, and two files are two', async () => {
    const one = await reduceSession('nameless.jsonl', '/a/transcript.jsonl');
    const [session] = new Set(one.records.map((record) => record.session));
    expect(session).toMatch(/^unnamed-/u);
    expect(new Set(one.records.map((record) => record.session)).size).toBe(1);
    const [format] = claudeCodeFormats;
    const text = Buffer.from('{"type":"user","message":{"role":"user","content":"Hi"}}\n');
    const reduced = format && (await Promise.all(['/a/t.jsonl', '/b/t.jsonl'].map((path) => reduceBytes(format, text, path))));
    expect(new Set(reduced?.map((drafts) => drafts.records[0]?.session)).size).toBe(2);
  });

  it('are a subagent in the folder of its parent', async () => {
    const { records } = await reduceSession('nameless.jsonl', `/p/${mainSession}/subagents/agent-aa11.jsonl`);
    expect(new Set(records.map((record) => record.session))).toEqual(new Set([`${mainSession}:aa11`]));
  });

  it('are recognized by the roles inside of them', () => {
    const bytes = readFixture('claude-code/nameless.jsonl');
    const lines = bytes.toString().trim().split('\n').slice(1);
    const values = lines.map((line): unknown => JSON.parse(line));
    const detected = detectFormat({ bytes, values, document: undefined });
    expect('format' in detected && detected.format.id).toBe('claude-code');
  });
});

describe('worktrees', () => {
  it('are named by the line about them, with the folder that they were made of; leaving one says nothing', async () => {
    const line = (worktreeSession: unknown) => JSON.stringify({ type: 'worktree-state', sessionId: mainSession, worktreeSession });
    const prompt = {
      type: 'user',
      sessionId: mainSession,
      uuid: 'u1',
      cwd: '/home/ada/shop',
      message: { role: 'user', content: 'Fix it' },
    };
    const state = { originalCwd: '/home/ada/shop', worktreePath: '/home/ada/trees/fees', worktreeName: 'fees', sessionId: mainSession };
    const [format] = claudeCodeFormats;
    if (!format) throw new Error('There is no format.');
    const text = [JSON.stringify(prompt), line(state), line(null)].join('\n');
    const { sessions, records } = await reduceBytes(format, Buffer.from(text), `/logs/${mainSession}.jsonl`);
    expect(sessions.filter(({ worktree }) => worktree)).toMatchObject([{ mainFolder: '/home/ada/shop', worktree: 'fees', line: 2 }]);
    expect(sessions.some(({ line: at }) => at === 3)).toBe(false);
    expect(records).toHaveLength(3);
  });
});
