import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { experimentInput } from '../../domain/experiment.ts';
import { computeArm } from '../../experiments/assign.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import type { Store } from '../../store/store.ts';
import { assignSession, findArm } from './assign-session.ts';
import { makeExperimentService, type ExperimentService } from './experiment-service.ts';

let store: Store;
let service: ExperimentService;
let ids: number;
beforeEach(() => {
  ids = 0;
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  service = makeExperimentService({ store, now: () => 1_000, makeId: () => `e${(ids += 1)}` });
});
afterEach(() => store.close());

const define = (over: object = {}) => experimentInput.parse({ name: 'First', kind: 'retrieval', smallestEffect: 0.08, ...over });
const start = async (over: object = {}) => {
  const { id } = await service.create(define(over));
  return service.transition(id, 'start');
};
const assign = (sessionId: string, over: Partial<Parameters<typeof assignSession>[1]> = {}) =>
  assignSession(store, { kind: 'retrieval', sessionId, turnIdx: 0, project: null, atMs: 5, ...over });

describe('a definition', () => {
  const problemsOf = (over: object): string[] =>
    (experimentInput.safeParse({ name: 'First', kind: 'retrieval', smallestEffect: 0.08, ...over }).error?.issues ?? []).map(
      ({ path: at, message }) => `${at.join('.')}: ${message}`,
    );

  it.each([
    [{ arms: { control: 0.5, treatment: 0.4 } }, 'arms: the shares sum up to 0.9, not to 1'],
    [{ arms: { control: 0.5, treatment: 0.5, third: 0 } }, 'arms: Unrecognized key: "third"'],
    [{ primaryMetric: 'recovered' }, 'primaryMetric: recovered is a metric of feedback experiments'],
    [{ smallestEffect: 8 }, 'smallestEffect: is a share: use 0.08 for 8 points or 8 %'],
  ])('is refused: %j', (over, problem) => {
    expect(problemsOf(over)).toEqual([problem]);
  });

  it('needs an effect that is worth having', () => {
    expect(problemsOf({ smallestEffect: 0 })).toHaveLength(1);
    expect(problemsOf({ smallestEffect: undefined })).toHaveLength(1);
    expect(problemsOf({ primaryMetric: 'iterations', smallestEffect: 2 })).toEqual([]);
  });
});

describe('the course of an experiment', () => {
  it('goes from a draft over a plan to a stop, and to the archive and back', async () => {
    const { id } = await service.create(define());
    await expect(service.transition(id, 'stop')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/“First” is a draft/u) as string,
    });
    const running = await service.transition(id, 'start');
    expect(running).toMatchObject({ status: 'running', startedAtMs: 1_000 });
    expect(running.plannedSessions).toBeGreaterThan(1_000);
    expect(await service.transition(id, 'start')).toEqual(running);
    await expect(service.transition(id, 'archive')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/Stop it first/u) as string,
    });
    await expect(start({ name: 'Second' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/“First” is running/u) as string,
    });
    expect(await service.transition(id, 'stop')).toMatchObject({ status: 'stopped', stoppedAtMs: 1_000 });
    await expect(service.transition(id, 'start')).rejects.toMatchObject({
      message: expect.stringMatching(/Create a new experiment/u) as string,
    });
    await service.transition(id, 'archive');
    expect((await service.list({ archived: false })).experiments.map(({ experiment }) => experiment.name)).toEqual(['Second']);
    expect((await service.list({ archived: true })).experiments).toHaveLength(2);
    expect(await service.transition(id, 'restore')).toMatchObject({ status: 'stopped' });
    expect(await service.remove(id)).toEqual({ deleted: true });
    await expect(service.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is planned anew when a running definition without data changes, and cannot change with data', async () => {
    const { id, plannedSessions } = await start();
    const changed = await service.update(id, define({ smallestEffect: 0.04 }));
    expect((changed.plannedSessions ?? 0) / (plannedSessions ?? 1)).toBeCloseTo(4, 1);
    await assign('s');
    await expect(service.update(id, define({ name: 'Other' }))).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The experiment “First” has data of 1 session, so its definition cannot change. Create a new experiment with the same definition instead.',
    });
  });

  it('says what is missing, without sessions and with one', async () => {
    const { id } = await start();
    expect(await service.get(id)).toMatchObject({ verdict: { code: 'too_few' }, sampleRatio: null, looks: [] });
    await assign('s');
    const { verdict, arms, notes } = await service.get(id);
    expect(verdict.sentence).toMatch(/^Too few to say\./u);
    expect(arms.map(({ sessions }) => sessions).toSorted()).toEqual([0, 1]);
    expect(notes).toEqual(['1 session without a known value of the primary metric are in no figure but the counts.']);
  });
});

describe('a change while others change the same experiment', () => {
  /** A service during whose first `call` of the store something else happens. */
  const during = (call: 'findExperiment' | 'listPastSessions', meanwhile: () => Promise<unknown>): ExperimentService => {
    let isLeft = true;
    const hold =
      <Args extends readonly unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        const result = await read(...args);
        if (isLeft) {
          isLeft = false;
          await meanwhile();
        }
        return result;
      };
    const held =
      call === 'findExperiment'
        ? { ...store, findExperiment: hold(store.findExperiment) }
        : { ...store, listPastSessions: hold(store.listPastSessions) };
    return makeExperimentService({ store: held, now: () => 2_000, makeId: () => 'other' });
  };

  it('does not make a second running experiment of a draft that is started while its kind is edited', async () => {
    await start();
    const { id } = await service.create(define({ name: 'Second', kind: 'feedback' }));
    const other = during('findExperiment', () => service.transition(id, 'start'));
    await expect(other.update(id, define({ name: 'Second' }))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The experiment “Second” was changed meanwhile, so your changes were not saved. Look at it again.',
      details: { status: 'running' },
    });
    expect(await store.findExperiment(id)).toMatchObject({ kind: 'feedback', status: 'running' });
  });

  it('does not move the start or the plan of one to which a session is assigned meanwhile', async () => {
    const running = await start();
    const other = during('listPastSessions', () => assign('s'));
    await expect(other.update(running.id, define({ smallestEffect: 0.04 }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/“First” has data of 1 session, so its definition cannot change/u) as string,
    });
    expect(await store.findExperiment(running.id)).toEqual({ ...running, assigned: 1 });
  });

  it('does not start with the plan of a definition that is edited meanwhile', async () => {
    const { id } = await service.create(define());
    const other = during('listPastSessions', () => service.update(id, define({ smallestEffect: 0.04 })));
    await expect(other.transition(id, 'start')).rejects.toMatchObject({
      code: 'conflict',
      message: 'The experiment “First” was changed meanwhile. Look at it again.',
    });
    expect(await store.findExperiment(id)).toMatchObject({ status: 'draft', smallestEffect: 0.04, plannedSessions: null });
  });

  it('stops one to which a session is assigned meanwhile', async () => {
    const { id } = await start();
    const other = during('findExperiment', () => assign('s'));
    expect(await other.transition(id, 'stop')).toMatchObject({ status: 'stopped', stoppedAtMs: 2_000, assigned: 1 });
  });
});

describe('the arm of a session', () => {
  it('is decided once, and holds after the end', async () => {
    expect(await assign('s')).toBeNull();
    const { id } = await start();
    const arm = await assign('s');
    expect(arm).toMatchObject({ experimentId: id, name: 'First' });
    await service.transition(id, 'stop');
    expect(await assign('s')).toEqual(arm);
    expect(await assign('t')).toBeNull();
    await start({ name: 'Second' });
    expect(await assign('s')).toEqual(arm);
    expect(await assign('t')).toMatchObject({ name: 'Second' });
    await service.remove(id);
    expect(await findArm(store, 'retrieval', 's')).toBeNull();
  });

  it('is given in the project of the experiment alone', async () => {
    await store.append(buildConversation('stored', { folderName: 'shop' }));
    await start({ project: 'shop' });
    expect(await assign('stored')).not.toBeNull();
    expect(await assign('new', { project: 'shop' })).not.toBeNull();
    expect(await assign('other', { project: 'blog' })).toBeNull();
    expect(await assign('unknown')).toBeNull();
  });

  it('is given in the project that the experiment names by its folder, or by a name that several have now', async () => {
    const putIn = (id: string, cwd: string) => store.append(buildConversation(id, { cwd, folderName: cwd.split('/').at(-1) ?? null }));
    await putIn('shop', '/home/no-such-person/shop');
    await putIn('fees', '/home/no-such-person/shop/.claude/worktrees/fees');
    for (const place of ['work', 'play']) await putIn(place, `/home/no-such-person/${place}/api`);
    const { id } = await start({ project: 'fees' });
    expect(await assign('fees')).not.toBeNull();
    expect(await assign('work')).toBeNull();
    await service.transition(id, 'stop');
    await start({ project: 'api', name: 'Second' });
    for (const place of ['work', 'play']) expect(await assign(place)).not.toBeNull();
    expect(await assign('shop')).toBeNull();
  });

  it('is that of the session that a subagent works for', async () => {
    await store.append(buildConversation('root'));
    await store.append(buildConversation('sub', { relation: 'subagent', parentId: 'root' }));
    const { id } = await start({ kind: 'feedback' });
    const arm = await assign('sub', { kind: 'feedback' });
    expect(await assign('root', { kind: 'feedback' })).toEqual(arm);
    expect((await store.listAssignedSessions(id, 0)).map(({ sessionId }) => sessionId)).toEqual(['root']);
  });

  it('is that of the session that it continues or forks, which is in the experiment', async () => {
    const { id } = await start({ kind: 'feedback' });
    const ofHash = (sessionId: string) => computeArm({ id, arms: { control: 0.5, treatment: 0.5 } }, sessionId);
    const others = ['a', 'b', 'c', 'd', 'e', 'f'].filter((one) => ofHash(one) !== ofHash('origin'));
    const [next = '', last = ''] = others;
    await store.append(buildConversation('origin'));
    await store.append(buildConversation(next, { relation: 'continuation', parentId: 'origin' }));
    await store.append(buildConversation(last, { relation: 'fork', parentId: next }));
    expect(await assign(last, { kind: 'feedback' })).toMatchObject({ arm: ofHash(last) });
    const arm = await assign('origin', { kind: 'feedback' });
    expect(arm).toMatchObject({ arm: ofHash('origin') });
    expect(await assign(next, { kind: 'feedback' })).toEqual(arm);
    // In a new experiment, the arm does not depend on that of the origin.
    await service.transition(id, 'stop');
    await store.append(buildConversation('later', { relation: 'continuation', parentId: 'origin' }));
    expect(await assign('later', { kind: 'feedback' })).toBeNull();
    const second = await start({ kind: 'feedback', name: 'Second' });
    expect(await assign('later', { kind: 'feedback' })).toMatchObject({ arm: computeArm(second, 'later') });
  });

  it('follows the shares that hold when it is stored', async () => {
    const { id } = await start();
    const sessionId = ['a', 'b', 'c', 'd'].find((one) => computeArm({ id, arms: { control: 0.5, treatment: 0.5 } }, one) === 'control');
    let isEdited = false;
    const during: Store = {
      ...store,
      findRunning: async (kind) => {
        const found = await store.findRunning(kind);
        if (!isEdited) {
          isEdited = true;
          await service.update(id, define({ arms: { control: 0.001, treatment: 0.999 } }));
        }
        return found;
      },
    };
    const asked = { kind: 'retrieval', sessionId: sessionId ?? '', turnIdx: 0, project: null, atMs: 5 } as const;
    expect(await assignSession(during, asked)).toMatchObject({ experimentId: id, arm: 'treatment' });
  });

  it('leaves demo experiments out', async () => {
    const { id } = await service.create(define());
    const experiment = await store.findExperiment(id);
    if (!experiment) throw new Error('it was created');
    await store.putExperiment({ ...experiment, id: 'demo', status: 'running', synthetic: true });
    expect(await assign('s')).toBeNull();
  });
});
