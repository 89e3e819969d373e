import { describe, expect, it } from 'vitest';
import { readDocument, readValue } from '../__fixtures__/document.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import type { Drafts } from '../format.ts';
import { oatsFormats } from './formats.ts';

const reduceFixture = async (name: string): Promise<Drafts> => {
  const [format] = oatsFormats;
  if (!format) throw new Error('There is no format of oats.');
  return reduceBytes(format, readFixture(`oats/${name}`), `/data/${name}`);
};

const brief = ({ records }: Drafts) =>
  records.map(({ session, nativeKey, block, kind, subtype, call, result }) =>
    [
      session,
      nativeKey?.replace(/^.*#/u, ''),
      block,
      kind,
      subtype,
      call?.nativeCallId,
      call?.params,
      result?.nativeCallId,
      result?.outcome,
    ]
      .filter((part) => part !== undefined && part !== null)
      .join(' '),
  );

describe('rows of trajectories', () => {
  it('become one record each; a result without a call before it tells its call as well', async () => {
    expect(brief(await reduceFixture('trajectories.jsonl'))).toEqual([
      'ses_a t1 0 prompt',
      'ses_a t2 0 tool_call t2 {"pattern":"def stop\\\\(","path":"."} t2 ok',
      'ses_a t3 0 tool_call t3 {"command":"pytest -x -k stop","timeout":"None"} t3 error',
      'ses_b t4 0 prompt',
      'ses_a t5 0 tool_call t5 {"command": "ls"}',
      'ses_a t6 0 tool_call t6 {"command":"pwd"}',
      'ses_b t7 0 tool_call t7  t7 unknown',
      'ses_a t8 0 tool_result t5 ok',
      'ses_a t9 0 tool_result t6 ok',
      'ses_a t10 0 response',
    ]);
  });

  it('keep their text whole, their time in milliseconds, and their session its parent', async () => {
    const { records, sessions } = await reduceFixture('trajectories.jsonl');
    expect(records[2]).toMatchObject({
      text: 'bash: command=pytest -x -k stop timeout=None\n1 failed\nerror: exit status 1',
      atMs: 1767225604000,
    });
    expect(records[0]).toMatchObject({ atMs: 1767225600500, order: [0, 1, 0] });
    expect(new Set(sessions.map((one) => [one.nativeId, one.parentNativeId, one.relation].join(' ')))).toEqual(
      new Set(['ses_b ses_a subagent']),
    );
  });

  it('that are odd lose nothing', async () => {
    const { records, sessions, issues } = await reduceFixture('odd-rows.jsonl');
    expect(brief({ ...(await reduceFixture('odd-rows.jsonl')) })).toEqual([
      'order t3 0 prompt',
      'order t4 0 prompt',
      'order t5 0 meta thinking',
      '(no session id) t6 0 tool_call t6  t6 unknown',
      '7 0 response',
      `ses with space/and 'quote' é🚀 t9 0 tool_call t9 {"path":"a b.py","old":"x = 1","new":"y"} t9 ok`,
    ]);
    expect(records.map(({ atMs }) => atMs)).toEqual([-1500, null, 1767225600000, 0, null, 10000000000123]);
    expect(records.filter(({ unknown }) => unknown).map(({ text }) => text)).toEqual(['of no known kind']);
    expect(sessions).toEqual([]);
    expect(issues.map(({ line, code }) => [line, code])).toEqual([[6, 'malformed']]);
  });

  it('are read from a list as from lines', async () => {
    const rows = readDocument('oats-list', 'oats/list.json');
    const lines = await reduceFixture('trajectories.jsonl');
    const inBrief = ({ records }: Drafts) =>
      records.map(({ nativeKey, block, text, lineHash, order }) => [nativeKey, block, text, lineHash, order]);
    expect(inBrief(rows)).toEqual(inBrief(lines).slice(0, 3));
  });
});

describe('rows of turn_metrics', () => {
  it('become meta records in words, and name the model', async () => {
    const { records, sessions } = await reduceFixture('turn_metrics.jsonl');
    expect(records.map(({ kind, subtype, text }) => [kind, subtype, text].join(' '))).toEqual([
      'meta turn_metrics Turn metrics: completed · 3 iterations · 1 tool error · 9.5 s · qwen3-coder-30b · retrieved 2 records: 41 (score 4.61), 7 (score 2.50) · recorded 2026-01-01T00:00:00.600Z',
      'meta turn_metrics Turn metrics: outcome not recorded · nothing retrieved · recorded 2026-01-01T00:00:05.100Z',
      'meta turn_metrics Turn metrics: not completed · 25 iterations · 0 tool errors · <1 ms · retrieved 0 records · recorded 2026-01-01T00:00:06.000Z',
    ]);
    expect(sessions.map(({ nativeId, model, turnOutcome }) => [nativeId, model, turnOutcome?.iterations])).toEqual([
      ['ses_a', 'qwen3-coder-30b', 3],
      ['ses_b', null, null],
      ['ses_b', null, 25],
    ]);
  });

  it('stand behind the records of their index; of two tellings the newer has the smaller hash', () => {
    const row = { session_id: 's', turn_idx: 4, retrieval_used: 0, created_at: 1, updated_at: 1 };
    const { records } = readValue('oats-list', [
      row,
      { ...row, completed: 1, updated_at: 1.001 },
      { ...row, completed: 0, updated_at: -7 },
    ]);
    expect(records.map(({ nativeKey }) => nativeKey)).toEqual(['s#m4', 's#m4', 's#m4']);
    expect(records[0]?.order?.[0]).toBe(4);
    expect(records[0]?.order?.[1]).toBeGreaterThan(1e15);
    const [old = '', newer = '', oldest = ''] = records.map(({ lineHash }) => lineHash);
    expect([newer < old, old < oldest]).toEqual([true, true]);
  });
});
