import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { liveCalls } from '../../domain/live-call.ts';
import { defaultOutputPath } from '../../domain/observer-config.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { buildExperiment } from '../../store/build-experiment.ts';
import { changeExperiment } from '../../store/change-experiment.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from '../observe/observe-session.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { appendLive } from './append-live.ts';
import { nothingObserved, observeLive } from './observe-live.ts';

const of = { family: 'loop', nativeId: '1', sessionId: sessionIdOf('loop', '1') };
const set = makeDefaultObservers();

let folder: string;
let store: Store;
let other: Store;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-observe-')));
  [store, other] = [openTestStore(), openTestStore()];
});
afterEach(async () => {
  await Promise.all([store.close(), other.close()]);
  await rm(folder, { recursive: true });
});

const openTestStore = () => openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });

/** The same call with the same result, so many times. */
const append = async (from: number, to: number): Promise<void> => {
  const calls = Array.from({ length: to - from + 1 }, (_, n) => ({
    id: `c${String(from + n)}`,
    name: 'Bash',
    input: { command: 'make' },
    result: 'same',
  }));
  await appendLive(store, of, liveCalls.parse({ session: { cwd: folder }, calls }), 0);
};
const observe = (by: Store, fromCall: number, signal?: AbortSignal) =>
  observeLive(
    { store: by, loadFeedback: () => ({ set, writeFile: true, redacts: false }), now: () => 5_000, warn: () => undefined },
    of.sessionId,
    {
      fromCall,
      ...(signal && { signal }),
    },
  );
/** A store whose first answer to one question comes only when `meanwhile` is done. */
const holdAnswer = (by: Store, name: 'findSessionRows' | 'listAssessmentsOfLastCall', meanwhile: () => Promise<unknown>): Store => {
  let isHeld = false;
  const hold =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const answer = await ask(...args);
      if (!isHeld) {
        isHeld = true;
        await meanwhile();
      }
      return answer;
    };
  return name === 'findSessionRows'
    ? { ...by, findSessionRows: hold(by.findSessionRows.bind(by)) }
    : { ...by, listAssessmentsOfLastCall: hold(by.listAssessmentsOfLastCall.bind(by)) };
};
const readWritten = () => readFile(path.join(folder, defaultOutputPath), 'utf8');

describe('what is answered to calls that were told', () => {
  it('is the same where another process has assessed them first', async () => {
    await append(1, 2);
    await observe(store, 1);
    await append(3, 3);
    await observeSession(other, set, of.sessionId);
    const answer = await observe(store, 3);
    expect(answer.assessments).toMatchObject([{ observer: 'stall', callIndex: 3, telling: 'new' }]);
    expect(answer.changes).toMatchObject([{ change: 'new', before: null, after: { category: 'Repetitive Pattern' } }]);
    expect(answer.markdown).toContain('Repetitive Pattern');
    expect(await readWritten()).toBe(answer.markdown);
    expect(answer.section).not.toBe('');
    const again = await observe(other, 3);
    expect(again).toEqual({ ...answer, assessments: answer.assessments.map((one) => ({ ...one, sentAtMs: 5_000 })), section: '' });
  });

  it('is held against what stood before those calls', async () => {
    await append(1, 3);
    const first = await observe(store, 1);
    await append(4, 40);
    const next = await observe(store, 4);
    expect(next.assessments.length).toBeGreaterThan(1);
    expect(next.assessments.every(({ callIndex }) => callIndex >= 4)).toBe(true);
    const [change] = next.changes;
    expect(change?.before).toEqual(first.assessments[0]?.findings[0]);
    expect(change?.after).toEqual(next.assessments.at(-1)?.findings[0]);
    expect(await observe(store, 41)).toEqual(nothingObserved);
  });

  it.each(['findSessionRows', 'listAssessmentsOfLastCall'] as const)(
    'is written as the newest, where another process was faster (while %s waits)',
    async (name) => {
      await append(1, 3);
      await observeSession(store, set, of.sessionId);
      let newer: string | null = null;
      const slow = holdAnswer(store, name, async () => {
        await append(4, 40);
        newer = (await observe(other, 4)).markdown;
      });
      const older = (await observe(slow, 3)).markdown;
      expect(newer).not.toBeNull();
      expect(older).not.toBe(newer);
      expect(await readWritten()).toBe(newer);
    },
  );

  it('tells the agent once, whoever answers at the same time', async () => {
    await append(1, 3);
    const answers = await Promise.all([observe(store, 3), observe(other, 3), observe(store, 3), observe(other, 3)]);
    expect(answers.filter(({ section }) => section !== '')).toHaveLength(1);
    expect(answers.every(({ markdown }) => markdown === answers[0].markdown && markdown !== null)).toBe(true);
  });

  it('tells nothing, and marks nothing as told, when it comes too late; what asks next tells it', async () => {
    await append(1, 3);
    const late = await observe(store, 3, AbortSignal.abort());
    expect(late.section).toBe('');
    expect(await readWritten()).toBe(late.markdown);
    expect((await store.listAssessments(of.sessionId, { superseded: true })).map(({ sentAtMs }) => sentAtMs)).toEqual([null]);
    expect((await observe(store, 4)).section).toContain('Repetitive Pattern');
  });
});

describe('while an experiment on feedback runs', () => {
  const start = (treatment: number) =>
    store.putExperiment(
      buildExperiment({ id: 'x', kind: 'feedback', status: 'running', arms: { control: 1 - treatment, treatment }, startedAtMs: 0 }),
    );
  const all = 1 - 1e-9;

  it('shows nothing to a session that is held out, also after the experiment, and records all the same', async () => {
    await start(1 - all);
    await append(1, 2);
    expect((await observe(store, 1)).experiment).toBeNull();
    expect(await store.listAssignedSessions('x', 0)).toEqual([]);
    await append(3, 3);
    const held = { ...nothingObserved, experiment: { experimentId: 'x', name: 'Experiment x', arm: 'control' } };
    expect(await observe(store, 3)).toEqual(held);
    await changeExperiment(store, 'x', { status: 'stopped', stoppedAtMs: 1 });
    await append(4, 40);
    expect(await observe(other, 4)).toEqual(held);
    await expect(readWritten()).rejects.toThrow('ENOENT');
    const stored = await store.listAssessments(of.sessionId, { superseded: false });
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.every(({ sentAtMs }) => sentAtMs === null)).toBe(true);
  });

  it('shows everything to a session of the treatment, and says so', async () => {
    await start(all);
    await append(1, 3);
    const answer = await observe(store, 1);
    expect(answer).toMatchObject({ experiment: { arm: 'treatment' }, section: expect.stringContaining('Repetitive Pattern') as string });
    expect(await readWritten()).toBe(answer.markdown);
  });

  it('leaves sessions alone whose agents were told something before', async () => {
    await append(1, 3);
    await observe(store, 1);
    await start(1 - all);
    await append(4, 40);
    expect(await observe(store, 4)).toMatchObject({ experiment: null, section: expect.stringContaining('Repetitive Pattern') as string });
    expect(await store.listAssignedSessions('x', 0)).toEqual([]);
  });
});
