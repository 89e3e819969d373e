import { beforeEach, describe, expect, it } from 'vitest';
import type { Experiment } from '../../domain/experiment.ts';
import { buildConversation } from '../build-conversation.ts';
import { buildExperiment } from '../build-experiment.ts';
import { changeExperiment } from '../change-experiment.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const laterMs = Date.UTC(2026, 1, 1);

/** Definitions and arms of sessions. */
export const describeExperiments = ({ fresh }: StoreSubject): void => {
  describe('experiments', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    const renamed = { name: 'Renamed', arms: { control: 0.3, treatment: 0.7 } };
    const started = { status: 'running', startedAtMs: 10, plannedSessions: 400 } as const;
    const change = (id: string, fields: Partial<Experiment>) => changeExperiment(store, id, fields);
    const putRunning = async (over: Partial<Experiment> & { id: string }) => {
      await store.putExperiment(buildExperiment(over));
      await change(over.id, started);
    };
    const assign = async (sessionId: string, experimentId: string, arm: 'control' | 'treatment' = 'control') => {
      const seen = await store.findExperiment(experimentId);
      return seen && store.assign(seen, { sessionId, arm, turnIdx: 0, atMs: 20 });
    };
    const namesOfChanges = async (cursor: string) =>
      (await store.readChanges(cursor, 100)).changes.flatMap(({ topic, subjectId }) => (topic === 'experiment' ? subjectId : []));

    it('keeps a definition, which can be replaced until a session is assigned', async () => {
      await store.putExperiment(buildExperiment({ id: 'x' }));
      expect(await store.findExperiment('x')).toEqual({ ...buildExperiment({ id: 'x' }), assigned: 0 });
      expect(await change('x', renamed)).toBe(true);
      expect(await store.findExperiment('x')).toEqual({ ...buildExperiment({ id: 'x', ...renamed }), assigned: 0 });
      expect(await assign('s', 'x')).toBeNull();
      expect(await change('x', started)).toBe(true);
      expect(await assign('s', 'x')).toBe('control');
      const { cursor } = await store.readChanges(null, 1);
      for (const fields of [{ name: 'Again' }, { startedAtMs: 30 }, { plannedSessions: 1 }, { status: 'stopped', name: 'Again' } as const])
        expect(await change('x', fields)).toBe(false);
      expect(await namesOfChanges(cursor)).toEqual([]);
      expect(await store.findExperiment('x')).toMatchObject({ name: 'Renamed', assigned: 1, plannedSessions: 400 });
    });

    it('replaces only what was read, as one change', async () => {
      const seen: Experiment = { ...buildExperiment({ id: 'x' }), assigned: 0 };
      await store.putExperiment(seen);
      const { cursor } = await store.readChanges(null, 1);
      expect(await store.replaceExperiment({ ...seen, id: 'none' }, seen)).toBe(false);
      expect(await store.replaceExperiment(seen, { ...seen, ...started })).toBe(true);
      for (const next of [{ name: 'Renamed' }, started, { status: 'archived' } as const])
        expect(await store.replaceExperiment(seen, { ...seen, ...next })).toBe(false);
      expect(await store.findExperiment('x')).toEqual({ ...seen, ...started });
      expect(await namesOfChanges(cursor)).toEqual(['x']);
    });

    it('can end what was assigned sessions since it was read', async () => {
      await putRunning({ id: 'x' });
      const seen: Experiment = { ...buildExperiment({ id: 'x', ...started }), assigned: 0 };
      await assign('s', 'x');
      expect(await store.replaceExperiment(seen, { ...seen, startedAtMs: 30, plannedSessions: 900 })).toBe(false);
      expect(await store.replaceExperiment(seen, { ...seen, status: 'stopped', stoppedAtMs: 30 })).toBe(true);
      expect(await store.findExperiment('x')).toMatchObject({ ...started, status: 'stopped', stoppedAtMs: 30, assigned: 1 });
    });

    it('goes from status to status, each with its time', async () => {
      await putRunning({ id: 'x' });
      await assign('s', 'x');
      await change('x', { status: 'stopped', stoppedAtMs: 30 });
      await change('x', { status: 'archived', archivedAtMs: 40 });
      const times = { startedAtMs: 10, stoppedAtMs: 30, plannedSessions: 400 };
      expect(await store.findExperiment('x')).toMatchObject({ ...times, status: 'archived', archivedAtMs: 40 });
      await change('x', { status: 'stopped', archivedAtMs: null });
      expect(await store.findExperiment('x')).toMatchObject({ ...times, status: 'stopped', archivedAtMs: null });
    });

    it('runs one of a kind at a time, and names the other one; the demo does not count', async () => {
      await store.putExperiment(buildExperiment({ id: 'demo', status: 'running', synthetic: true }));
      expect(await store.findRunning('retrieval')).toBeNull();
      await putRunning({ id: 'x', name: 'First' });
      await store.putExperiment(buildExperiment({ id: 'y' }));
      await expect(change('y', started)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('“First” is running. Stop it first') as string,
      });
      await putRunning({ id: 'z', kind: 'feedback' });
      await expect(change('z', { kind: 'retrieval' })).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.findRunning('retrieval')).toMatchObject({ id: 'x' });
      expect(await store.findRunning('feedback')).toMatchObject({ id: 'z' });
      expect((await store.listExperiments()).map(({ status }) => status)).toEqual(['running', 'running', 'running', 'draft']);
    });

    it('assigns a session once, and knows its arm after the end', async () => {
      await putRunning({ id: 'x', name: 'First' });
      expect([await assign('s', 'x', 'treatment'), await assign('s', 'x', 'control')]).toEqual(['treatment', 'treatment']);
      await change('x', { status: 'stopped', stoppedAtMs: 30 });
      expect(await assign('t', 'x')).toBeNull();
      expect(await store.findAssignment('retrieval', 's')).toEqual({ experimentId: 'x', name: 'First', arm: 'treatment' });
      expect(await store.findAssignment('feedback', 's')).toBeNull();
      expect(await store.findAssignment('retrieval', 't')).toBeNull();
      expect(await store.listAssignedSessions('x', 0)).toMatchObject([{ sessionId: 's', arm: 'treatment', turns: 0, withoutOutcome: 0 }]);
    });

    it('assigns no session by a definition that is not stored any more', async () => {
      await putRunning({ id: 'x' });
      const seen = await store.findExperiment('x');
      if (!seen) throw new Error('it was put');
      await change('x', renamed);
      expect(await store.assign(seen, { sessionId: 's', arm: 'treatment', turnIdx: 0, atMs: 20 })).toBeNull();
      expect(await store.findExperiment('x')).toMatchObject({ ...renamed, assigned: 0 });
      // New assignments change nothing.
      expect(await assign('s', 'x')).toBe('control');
      expect(await store.assign({ ...seen, ...renamed }, { sessionId: 't', arm: 'treatment', turnIdx: 0, atMs: 20 })).toBe('treatment');
    });

    it('counts sessions that continue or fork another one with it, if their arm is the same', async () => {
      await put(buildConversation('origin'));
      // Without a parent that its file names, a session has the one that links to it.
      const facts = { parentNativeId: { value: 'p', at: [0, 1] } };
      await put(buildConversation('between', { relation: 'continuation', parentId: 'origin', facts }));
      await put(buildConversation('last', { relation: 'fork', parentId: 'between', facts }));
      await put(buildConversation('other', { relation: 'fork', parentId: 'origin', facts }));
      await putRunning({ id: 'x' });
      for (const id of ['origin', 'last', 'alone']) await assign(id, 'x');
      await assign('other', 'x', 'treatment');
      const units = (await store.listAssignedSessions('x', laterMs)).map(({ sessionId, arm, turns, metrics }) => [
        ...[sessionId, arm, turns, metrics.completed.n],
      ]);
      expect(units).toEqual([
        ['alone', 'control', 0, 0],
        ['origin', 'control', 4, 2],
        ['other', 'treatment', 2, 1],
      ]);
    });

    it('forgets sessions and experiments that are deleted, and announces it', async () => {
      await put(buildConversation('s'));
      await put(buildConversation('demo', { synthetic: true }));
      await putRunning({ id: 'x' });
      await store.putExperiment(buildExperiment({ id: 'synthetic', status: 'running', synthetic: true }));
      for (const experimentId of ['x', 'synthetic']) await assign('demo', experimentId);
      await assign('s', 'x');
      const { cursor } = await store.readChanges(null, 1);
      expect(await store.deleteSynthetic()).toBe(1);
      expect((await namesOfChanges(cursor)).toSorted()).toEqual(['synthetic', 'synthetic', 'x']);
      expect(await store.findExperiment('synthetic')).toBeNull();
      expect((await store.listAssignedSessions('x', 0)).map(({ sessionId }) => sessionId)).toEqual(['s']);
      expect(await store.deleteExperiment('x')).toBe(true);
      expect(await store.deleteExperiment('x')).toBe(false);
      expect(await store.findAssignment('retrieval', 's')).toBeNull();
    });
  });
};
