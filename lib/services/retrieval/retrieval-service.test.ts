import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { retrieveInput } from '../../domain/retrieval.ts';
import { computeArm } from '../../experiments/assign.ts';
import { buildExperiment } from '../../store/build-experiment.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { makeRetrievalService } from './retrieval-service.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../../db/migrations') });
});
afterEach(() => store.close());

/** A session of a prompt, as many calls as are named, each with its result, and an answer. */
const put = async (
  sessionId: string,
  prompt: string,
  calls: readonly string[],
  { outcome = 'ok' }: { outcome?: 'ok' | 'error' } = {},
): Promise<void> => {
  const texts = [prompt, ...calls, 'That is what was done.'];
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ id: sessionId })],
      records: texts.map((text, seq) => {
        const kind = seq === 0 ? 'prompt' : seq === texts.length - 1 ? 'response' : 'tool_call';
        return makeRecordRow({ id: `${sessionId}-${seq}`, sessionId, seq, kind, text });
      }),
      calls: calls.map((_, at) =>
        makeToolCallRow({ sessionId, id: `${sessionId}-${at + 1}`, seq: at + 1, callIndex: at + 1, name: 'bash' }),
      ),
      results: calls.map((_, at) =>
        makeToolResultRow({ sessionId, recordId: `${sessionId}-${at + 1}`, callId: `${sessionId}-${at + 1}`, outcome }),
      ),
    }),
  );
  while ((await store.indexSome()) > 0);
};

const retrieve = (prompt: string, over: Partial<ReturnType<typeof retrieveInput.parse>> = {}) =>
  makeRetrievalService({ store, now: () => 0 }).retrieve(
    { ...retrieveInput.parse({ prompt, min_score: 0.5, explain: true }), ...over },
    'api',
  );

it('gives what succeeded, also where failed attempts at the same prompt score more', async () => {
  await put('solved', 'the migration failed with a lock, what now', ['wait for the lock']);
  await put('failed', 'deploy blocked: migration failed, lock on checkout', ['migrate'], { outcome: 'error' });
  const { examples, leftOut } = await retrieve('deploy blocked: migration failed, lock on checkout');
  expect(examples.map(({ sessionId, relativeScore }) => [sessionId, relativeScore])).toEqual([['solved', 1]]);
  expect(leftOut?.map(({ sessionId, reason }) => [sessionId, reason])).toEqual([['failed', 'failed']]);
});

it('looks on behind prompts without calls', async () => {
  for (let at = 0; at < 60; at += 1) await put(`idle-${at}`, 'thanks for the refund', []);
  await put('worked', 'thanks, look up the refund of order seven in the database, and tell me', ['select']);
  expect((await retrieve('thanks for the refund', { min_score: 0 })).examples.map(({ sessionId }) => sessionId)).toEqual(['worked']);
});

it('says how the work ended, behind the first calls', async () => {
  await put('long', 'unlock the migration', ['look', 'try', 'look again', 'wait', 'terminate the session']);
  const { examples, section } = await retrieve('unlock the migration', { continuation_limit: 2 });
  expect(examples.map(({ steps, between, closing }) => [steps.length, between, closing.map(({ text }) => text)])).toEqual([
    [2, 1, ['wait', 'terminate the session', 'That is what was done.']],
  ]);
  expect(section).toMatch(
    / {2}bash: try\n {2}… 1 call or result in between\n {2}bash: wait\n {2}bash: terminate the session\n {2}response: That/u,
  );
});

it('finds prompts that are written without spaces by parts of them', async () => {
  await put('lock', '迁移失败了，数据库被锁住，怎么办？', ['unlock']);
  expect((await retrieve('数据库迁移失败')).examples.map(({ sessionId }) => sessionId)).toEqual(['lock']);
});

it('says why there is no example', async () => {
  await put('failed', 'fix the export', ['run'], { outcome: 'error' });
  await put('idle', 'explain the export', []);
  expect((await retrieve('the export')).notes).toEqual(['No match qualifies: 1 without tool calls, 1 ended in failure.']);
  expect((await retrieve('zebra')).notes).toEqual(['No past prompt matches any of these words.']);
});

describe('while an experiment runs', () => {
  /** A session of each arm. */
  const start = async (over: Partial<Parameters<typeof buildExperiment>[0]> = {}) => {
    const experiment = buildExperiment({ id: 'x', name: 'Do examples help?', status: 'running', ...over });
    await store.putExperiment(experiment);
    const ids = Array.from({ length: 20 }, (_, at) => `session-${at}`);
    const find = (arm: 'control' | 'treatment') => ids.find((id) => computeArm(experiment, id) === arm) ?? '';
    return { control: find('control'), treatment: find('treatment') };
  };
  const ask = (sessionId: string, over: Partial<ReturnType<typeof retrieveInput.parse>> = {}) =>
    retrieve('unlock the migration', { session_id: sessionId, turn_idx: 3, ...over });
  beforeEach(() => put('solved', 'unlock the migration', ['wait for the lock']));

  it('gives nothing to sessions that are held out, and records what it would have been', async () => {
    const { control, treatment } = await start();
    const held = await ask(control);
    expect(held).toMatchObject({ examples: [], section: null, leftOut: null });
    expect(held.experiment).toEqual({ experimentId: 'x', name: 'Do examples help?', arm: 'control' });
    expect(held.notes).toEqual(['Held out by the experiment Do examples help?.']);
    const given = await ask(treatment);
    expect(given).toMatchObject({ experiment: { arm: 'treatment' }, examples: [{ sessionId: 'solved' }] });
    const { items } = await store.listRetrievals({ cursor: null, limit: 10 });
    const recordOf = (id: string) => items.find(({ sessionId }) => sessionId === id);
    expect(recordOf(control)).toMatchObject({ withheld: true, examples: [{ sessionId: 'solved' }], sectionChars: given.section?.length });
    expect(recordOf(treatment)).toMatchObject({ withheld: false, examples: [{ sessionId: 'solved' }] });
    await store.moveExperiment('x', ['running'], 'stopped', 1);
    expect((await ask(control, { turn_idx: 4 })).experiment?.arm).toBe('control');
    expect(await ask('another')).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
  });

  it('answers in full who names no turn, and agents of other projects', async () => {
    const { control } = await start({ project: 'shop' });
    expect(await ask(control)).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
    expect(await ask(control, { turn_idx: undefined, project: 'shop' })).toMatchObject({ experiment: null });
    expect(await ask(control, { project: 'shop' })).toMatchObject({ experiment: { arm: 'control' }, examples: [] });
    expect(await ask(control, { turn_idx: undefined })).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
  });
});
