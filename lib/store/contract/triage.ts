import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  observationState,
  resolutionReason,
  triageAction,
  type ObservationFilter,
  type ObservationState,
  type ObservationView,
} from '../../domain/observation.ts';
import type { TriageTarget } from '../../domain/triage.ts';
import { toReason, toStatus, toStep } from '../../observations/lifecycle.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { printCount } from '../../print/number.ts';
import { makeBatch, makeSessionRow } from '../make-batch.ts';
import { makeCalls } from '../build-reducer.ts';
import { buildReported, buildScriptedReducer, dumpObservations, makeCommand } from '../make-observed.ts';
import type { Store } from '../store.ts';
import { testedLimits, type FreshStore, type StoreSubject } from './store-subject.ts';

const states = observationState.options;
const actions = triageAction.options.flatMap((action) =>
  (action === 'resolve' ? resolutionReason.options : (['fixed'] as const)).map((reason) => ({ action, reason })),
);
const pairs = states.flatMap((state) => actions.map(({ action, reason }) => ({ state, action, reason })));

const givenOf = (state: ObservationState): NonNullable<ReportedObservation['given']> => {
  const reason = toReason(state);
  return {
    state,
    acknowledgedAtMs: state === 'acknowledged' ? 1_500 : null,
    resolution: reason && { reason, note: 'earlier', by: 'eve', atMs: 1_600 },
    sinceMs: state === 'acknowledged' ? 1_500 : reason && 1_600,
  };
};

/** Delays between two requests in microtasks, so that one of them gets between any two steps of the other. */
const delays = Array.from({ length: 31 }, (_, at) => at - 15);
const startLater = async <Result>(ticks: number, start: () => Promise<Result>): Promise<Result> => {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
  return start();
};

/** Actions of people and agents on observations, and their undo. */
export const describeTriage = ({ fresh }: StoreSubject): void => {
  describe('triage', () => {
    let store: Store;
    let connect: FreshStore['connect'];
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, connect, put } = fresh());
    });

    const putReported = (...reported: ReportedObservation[]) => store.putObservations(reported, 'Reviewer', `told-${(reports += 1)}`);
    const report = async (...reported: ReportedObservation[]) => (await putReported(...reported)).map(({ observation }) => observation);
    let reports = 0;
    const inState = async (state: ObservationState, over: Parameters<typeof buildReported>[0] = {}) => {
      const [made] = await report(buildReported({ ...over, given: givenOf(state) }));
      if (!made) throw new Error('nothing was made');
      expect(made.state).toBe(state);
      return made;
    };
    const get = async (id: string) => {
      const found = await store.findObservation(id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    };
    const group = async (fingerprint: string) => {
      const found = await store.findObservationGroup(fingerprint, 9_000_000, 0);
      if (!found) throw new Error(`no ${fingerprint}`);
      return found;
    };
    const resultSetOf = async (view: ObservationView, filter: ObservationFilter) => {
      const query = { filter, sort: 'severity' as const, descending: true, cursor: null, limit: 1, nowMs: 9_000_000 };
      const { total, resultSetHash } = await (view === 'groups'
        ? store.listObservationGroups({ ...query, zoneMinutes: 0 })
        : store.listObservations(query));
      return { total, resultSetHash };
    };
    const one = (id: string, version?: number): TriageTarget => ({ observations: [{ id, version }] });
    const of = (fingerprint: string, version?: number): TriageTarget => ({ groups: [{ fingerprint, version }] });

    it.each(pairs)('$action ($reason) of one that is $state', async ({ state, action, reason }) => {
      const before = await inState(state);
      const command = makeCommand({ action, reason, note: 'because', target: one(before.id, before.version) });
      const result = await store.triage(command);
      const step = toStep(state, action, reason, true);
      const after = await get(before.id);
      const history = await store.listHistory({ observationId: before.id }, 1);
      if (step.to === null) {
        expect(after).toEqual(before);
        expect(result).toMatchObject({
          changeId: null,
          changed: 0,
          unchanged: step.refused === null ? 1 : 0,
          refused: step.refused === null ? 0 : 1,
        });
        expect(result.refusals).toEqual(step.refused === null ? [] : [{ id: before.id, state, why: step.refused }]);
        expect(history[0]?.by).not.toBe('ada');
        return;
      }
      expect(result).toEqual({ changeId: command.changeId, changed: 1, unchanged: 0, refused: 0, refusals: [] });
      const resolved = toReason(step.to);
      expect(after).toEqual({
        ...before,
        state: step.to,
        status: toStatus(step.to),
        // Another note alone leaves by whom and when it was resolved.
        resolution:
          step.to === state
            ? { ...before.resolution, note: 'because' }
            : resolved && { reason: resolved, note: 'because', by: 'ada', atMs: 2_000_000 },
        resolvedAtMs: step.to === state ? before.resolvedAtMs : resolved && 2_000_000,
        acknowledgedAtMs: step.to === 'acknowledged' ? 2_000_000 : resolved ? before.acknowledgedAtMs : null,
        changedAtMs: 2_000_000,
        version: before.version + 1,
      });
      expect(history).toMatchObject([{ kind: action, from: state, to: step.to, note: 'because', by: 'ada', observations: 1 }]);
      // The same again changes nothing.
      expect(await store.triage({ ...command, changeId: 'again', target: one(before.id) })).toMatchObject({
        changeId: null,
        changed: 0,
        unchanged: 1,
      });
      const { note: _, ...silent } = command;
      expect(await store.triage({ ...silent, note: null, changeId: 'silent', target: one(before.id) })).toMatchObject({
        changed: 0,
        unchanged: 1,
      });
      expect(await get(before.id)).toEqual(after);
      // And it can be taken back, to the letter.
      expect(await store.undoTriage(command.changeId, 'bob', 3_000_000)).toEqual({ undone: 1, left: 0 });
      expect(await get(before.id)).toEqual({ ...before, changedAtMs: 3_000_000, version: before.version + 2 });
      expect(await store.undoTriage(command.changeId, 'bob', 3_000_001)).toEqual({ undone: 0, left: 1 });
    });

    it.each(actions)('$action ($reason) of groups of any mixture', async ({ action, reason }) => {
      for (const [at, state] of states.entries())
        for (const other of states.slice(at)) {
          const fingerprint = `${state} ${other}`;
          const rows = [await inState(state, { sessionId: 'a', fingerprint }), await inState(other, { sessionId: 'b', fingerprint })];
          const isClosed = rows.every(({ status }) => status === 'resolved');
          const actedOn = rows.filter(({ status }) => {
            if (action === 'acknowledge') return status === 'open';
            return action === 'reopen' ? status !== 'open' : isClosed || status !== 'resolved';
          });
          const expected = rows.map((row) => (actedOn.includes(row) ? (toStep(row.state, action, reason).to ?? row.state) : row.state));
          const isChanged = expected.some((to, row) => to !== rows[row]?.state);
          const { version } = await group(fingerprint);
          const command = makeCommand({ action, reason, target: of(fingerprint, version) });
          const result = await store.triage(command);
          expect([fingerprint, ...(await Promise.all(rows.map(async ({ id }) => (await get(id)).state)))]).toEqual([
            fingerprint,
            ...expected,
          ]);
          const isRefused = action === 'acknowledge' && isClosed;
          expect(result).toMatchObject({
            changed: isChanged ? 1 : 0,
            refused: isRefused ? 1 : 0,
            unchanged: isChanged || isRefused ? 0 : 1,
          });
          const after = await group(fingerprint);
          const worst = (['regressed', 'open', 'acknowledged'] as const).find((word) => expected.includes(word));
          expect(expected).toContain(after.state);
          if (worst) expect(after.state).toBe(worst);
          const countOf = (status: string) => expected.filter((to) => toStatus(to) === status).length;
          expect(after.byStatus).toEqual({ open: countOf('open'), acknowledged: countOf('acknowledged'), resolved: countOf('resolved') });
          expect(after.version).toBe(version + expected.filter((to, row) => to !== rows[row]?.state).length);
        }
    });

    it('keeps an emptied session with what anybody decided in it, and removes one without', async () => {
      for (const id of ['reopened', 'withdrawn', 'untouched']) {
        await put(makeCalls(id, [{ id: `${id}-1`, callIndex: 1 }]));
        await store.reduceCalls(id, 'script-1', 10, buildScriptedReducer({ [`${id}-1`]: [{ subject: id }] }));
      }
      const { items } = await store.listObservations({
        filter: { sessionId: 'reopened' },
        sort: 'first_seen',
        descending: false,
        cursor: null,
        limit: 9,
        nowMs: 9_000_000,
      });
      const target = { observations: items.map(({ id }) => ({ id })) };
      await store.triage(makeCommand({ action: 'acknowledge', target, changeId: 'a' }));
      await store.triage(makeCommand({ action: 'reopen', target, changeId: 'b' }));
      await store.reduceCalls('withdrawn', 'script-2', 10, buildScriptedReducer({}));
      const ids = ['reopened', 'withdrawn', 'untouched'];
      for (const id of ids) await store.removeRecords(id, [`${id}-1`, `${id}-1=`]);
      expect(await store.removeEmptySessions(ids)).toEqual(['withdrawn', 'untouched']);
      expect((await store.findObservation(items[0]?.id ?? ''))?.state).toBe('open');
    });

    it('says what an id is that names something else', async () => {
      const [first, second] = [await inState('open', { sessionId: 'a' }), await inState('open', { sessionId: 'b' })];
      const refuse = async (target: TriageTarget, message: string) =>
        expect(store.triage(makeCommand({ action: 'resolve', target }))).rejects.toMatchObject({ code: 'not_found', message });
      const { id, fingerprint } = first;
      const ids = [id, second.id].sort().join(', ');
      await refuse(
        one(fingerprint),
        `There is no observation ${fingerprint}. ${fingerprint} is a group, of 2 observations: ${ids}. Name one of them, or act on the group. Nothing was changed.`,
      );
      await refuse(
        of(id),
        `There is no group of observations ${id}. ${id} is an observation: its group is ${fingerprint}. Nothing was changed.`,
      );
      await refuse(one('nobody'), 'There is no observation nobody. Nothing was changed.');
    });

    it('names what changed meanwhile, and changes nothing', async () => {
      const [first, second] = [await inState('open', { content: '1' }), await inState('open', { content: '2' })];
      await store.triage(makeCommand({ action: 'acknowledge', by: 'bob', target: one(first.id, first.version) }));
      const before = await dumpObservations(store);
      const both = { observations: [first, second].map(({ id, version }) => ({ id, version })) };
      await expect(store.triage(makeCommand({ action: 'resolve', target: both }))).rejects.toMatchObject({
        code: 'conflict',
        details: {
          changed: [{ id: first.id, state: 'acknowledged', version: first.version + 1, last: { kind: 'acknowledge', by: 'bob' } }],
        },
      });
      const groupVersion = (await group(first.fingerprint)).version;
      await expect(store.triage(makeCommand({ action: 'resolve', target: of(first.fingerprint, groupVersion - 1) }))).rejects.toMatchObject(
        {
          code: 'conflict',
          details: { changed: [{ id: first.fingerprint, last: { by: 'bob' } }] },
        },
      );
      expect(await dumpObservations(store)).toEqual(before);
      expect(await store.triage(makeCommand({ action: 'resolve', target: one(first.id) }))).toMatchObject({ changed: 1 });
    });

    it('acts on all that matches, if it is as many as the asker saw', async () => {
      await report(
        ...Array.from({ length: 120 }, (_, at) => buildReported({ content: `n${at}`, severity: at % 2 === 0 ? 'high' : 'low' })),
      );
      for (const view of ['single', 'groups'] as const) {
        const filter = { severities: ['high' as const], states: ['open' as const] };
        const before = await dumpObservations(store);
        const wrong = makeCommand({ action: 'resolve', target: { filter, view, total: 59 } });
        const conflict = await store.triage(wrong).catch((error: unknown) => error);
        expect(conflict).toMatchObject({ code: 'conflict', details: { total: 60 } });
        expect(await dumpObservations(store)).toEqual(before);
        const command = makeCommand({ action: 'resolve', target: { filter, view, total: 60 } });
        expect(await store.triage(command)).toMatchObject({ changed: 60 });
        expect(await store.undoTriage(command.changeId, 'ada', 2_000_001)).toEqual({ undone: 60, left: 0 });
      }
    });

    it('acts on nothing where as many match as the asker saw, but others', async () => {
      for (const view of ['single', 'groups'] as const) {
        const filter = { states: ['open' as const], q: `exchanged ${view}` };
        const [gone, stays] = await report(
          ...['1', '2'].map((at) => buildReported({ content: `exchanged ${view} ${at}`, severity: 'low' })),
        );
        const seen = await resultSetOf(view, filter);
        expect(seen.total).toBe(2);
        await store.triage(makeCommand({ action: 'acknowledge', changeId: `gone ${view}`, target: one(gone?.id ?? '') }));
        await report(buildReported({ content: `exchanged ${view} 3`, severity: 'critical' }));
        const conflict = store.triage(makeCommand({ action: 'resolve', target: { filter, view, ...seen } }));
        await expect(conflict).rejects.toMatchObject({ code: 'conflict', message: /but others/u, details: { total: 2 } });
        expect((await get(stays?.id ?? '')).state).toBe('open');
        const now = await resultSetOf(view, filter);
        expect(now).toMatchObject({ total: 2 });
        expect(await store.triage(makeCommand({ action: 'resolve', target: { filter, view, ...now } }))).toMatchObject({ changed: 2 });
      }
    });

    it('acts on nothing where one that matches changed and matches still, and tells which', async () => {
      const filter = { q: 'touched in between' };
      const [one1] = await report(...['1', '2', '3'].map((at) => buildReported({ content: `touched in between ${at}` })));
      for (const view of ['single', 'groups'] as const) {
        const seen = await resultSetOf(view, filter);
        await store.triage(makeCommand({ action: 'acknowledge', changeId: `touch ${view}`, target: one(one1?.id ?? '') }));
        const conflict = store.triage(makeCommand({ action: 'resolve', target: { filter, view, ...seen } }));
        await expect(conflict).rejects.toMatchObject({
          code: 'conflict',
          details: { total: 3, changed: [{ state: 'acknowledged', last: { changeId: `touch ${view}`, observationId: one1?.id } }] },
        });
        await store.triage(makeCommand({ action: 'reopen', changeId: `back ${view}`, target: one(one1?.id ?? '') }));
      }
    });

    it('acts on more than are changed at once as one change, says how many it changed before it failed, and takes them back', async () => {
      const count = testedLimits.triagedAtOnce + 50;
      await report(...Array.from({ length: count }, (_, at) => buildReported({ content: `n${at}` })));
      const filter = { states: ['open' as const] };
      const seen = await resultSetOf('groups', filter);
      const command = makeCommand({ action: 'resolve', target: { filter, view: 'groups', ...seen } });
      await expect(
        store.triage({ ...command, changeId: 'wrong', target: { filter, view: 'groups', total: count - 1 } }),
      ).rejects.toMatchObject({ code: 'conflict', details: { total: count } });
      expect(await store.triage(command)).toEqual({ changeId: command.changeId, changed: count, unchanged: 0, refused: 0, refusals: [] });
      expect(await resultSetOf('groups', filter)).toMatchObject({ total: 0 });
      expect(await store.undoTriage(command.changeId, 'ada', 3)).toEqual({ undone: count, left: 0 });
      expect(await resultSetOf('groups', filter)).toMatchObject({ total: seen.total });

      // All open again: the same, while somebody changes some of them.
      const single = makeCommand({
        ...{ action: 'resolve', changeId: 'single' },
        target: { filter, view: 'single', ...(await resultSetOf('single', filter)) },
      });
      const failure = store.triage(single).catch((error: unknown) => error);
      const query = {
        filter,
        sort: 'severity' as const,
        descending: true,
        cursor: null,
        limit: 1.5 * testedLimits.triagedPart,
        nowMs: 9_000_000,
      };
      let open = await store.listObservations(query);
      while (open.total === count) {
        await setImmediate();
        open = await store.listObservations(query);
      }
      // More than one part has, so that what comes next cannot be all of them.
      await store.triage(makeCommand({ action: 'acknowledge', target: { observations: open.items.map(({ id }) => ({ id })) } }));
      const { changed } = z.object({ details: z.object({ changed: z.int() }) }).parse(await failure).details;
      expect(await failure).toMatchObject({ code: 'store_busy', details: { changeId: single.changeId, changed } });
      expect(String(await failure)).toContain(`${printCount(changed)} of ${printCount(count)} were changed (as ${single.changeId}, `);
      expect([changed > 0, changed % testedLimits.triagedPart]).toEqual([true, 0]);
      expect(await store.undoTriage(single.changeId, 'ada', 3_000_000)).toEqual({ undone: changed, left: 0 });
    });

    it('acts, of groups that a session or projects name, on what was found there alone', async () => {
      const sessions = ['a', 'b', 'c'].map((id, at) => makeSessionRow({ id, nativeId: `native ${id}`, folderName: `project ${at}` }));
      await store.append(makeBatch({ sessions }));
      const rows = [];
      for (const sessionId of ['a', 'b', 'c']) rows.push(await inState('open', { sessionId, fingerprint: 'f' }));
      const act = (action: 'acknowledge' | 'resolve', filter: ObservationFilter) =>
        store.triage(makeCommand({ action, target: { filter, view: 'groups', total: 1 } }));
      expect(await act('resolve', { sessionId: 'a' })).toMatchObject({ changed: 1 });
      expect(await act('acknowledge', { projects: ['project 1'] })).toMatchObject({ changed: 1 });
      expect((await Promise.all(rows.map(({ id }) => get(id)))).map(({ state }) => state)).toEqual(['fixed', 'acknowledged', 'open']);
      expect(await act('resolve', {})).toMatchObject({ changed: 1 });
      expect((await Promise.all(rows.map(({ id }) => get(id)))).map(({ state }) => state)).toEqual(['fixed', 'fixed', 'fixed']);
    });

    it.each([
      ['observation', one('none')],
      ['group', of('none')],
    ])('knows no %s that is not there, and changes none of the others', async (_, target) => {
      const made = await inState('open');
      const mixed: TriageTarget =
        'groups' in target
          ? { groups: [{ fingerprint: made.fingerprint }, ...target.groups] }
          : { observations: [{ id: made.id }, ...('observations' in target ? target.observations : [])] };
      await expect(store.triage(makeCommand({ action: 'resolve', target: mixed }))).rejects.toMatchObject({ code: 'not_found' });
      expect((await get(made.id)).state).toBe('open');
      await expect(store.undoTriage('none', 'ada', 1)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('takes back what nothing changed since, and leaves the rest', async () => {
      const rows = [await inState('open', { content: '1' }), await inState('acknowledged', { content: '2' })];
      const command = makeCommand({ action: 'resolve', target: { observations: rows.map(({ id }) => ({ id })) } });
      await store.triage(command);
      await store.triage(makeCommand({ action: 'reopen', target: one(rows[0]?.id ?? '') }));
      expect(await store.undoTriage(command.changeId, 'ada', 3_000_000)).toEqual({ undone: 1, left: 1 });
      expect((await Promise.all(rows.map(({ id }) => get(id)))).map(({ state }) => state)).toEqual(['open', 'acknowledged']);
      const reported = await store.listTransitions(0, 1);
      expect(await store.undoTriage(reported[0]?.changeId ?? '', 'ada', 3_000_001)).toMatchObject({ undone: 0 });
    });

    it('archives resolved observations until they are open again', async () => {
      const [fixed, open] = [await inState('fixed', { content: '1', sessionId: 'a' }), await inState('open', { content: '2' })];
      const list = async (withCleared: boolean) =>
        (await store.listObservations({ filter: { withCleared }, sort: 'severity', descending: true, cursor: null, limit: 9, nowMs: 1 }))
          .total;
      expect(await store.clearResolved('b', 'ada', 5, 'clear-b')).toBe(0);
      expect(await store.clearResolved(null, 'ada', 5, 'clear')).toBe(1);
      expect([await list(false), await list(true), (await get(fixed.id)).isCleared]).toEqual([1, 2, true]);
      expect(await store.undoTriage('clear', 'ada', 6)).toEqual({ undone: 1, left: 0 });
      expect([await list(false), (await get(fixed.id)).isCleared]).toEqual([2, false]);
      expect(await store.clearResolved('a', 'ada', 7, 'clear-a')).toBe(1);
      await store.triage(makeCommand({ action: 'reopen', target: of(fixed.fingerprint) }));
      expect([(await get(fixed.id)).isCleared, (await get(open.id)).isCleared]).toEqual([false, false]);
    });

    it('archives more than one batch as one change', async () => {
      await report(...Array.from({ length: 2_050 }, (_, at) => buildReported({ content: `n${at}`, given: givenOf('wont_fix') })));
      expect(await store.clearResolved(null, 'ada', 5, 'clear')).toBe(2_050);
      expect(await store.clearResolved(null, 'ada', 6, 'again')).toBe(0);
      expect(await store.undoTriage('clear', 'ada', 7)).toEqual({ undone: 2_050, left: 0 });
    });

    it('lets one of two win who resolve at once', async () => {
      const other = connect();
      const made = await inState('open');
      const target = one(made.id, made.version);
      const commands = [makeCommand({ action: 'resolve', by: 'ada', target }), makeCommand({ action: 'acknowledge', by: 'bob', target })];
      const answers = await Promise.allSettled(commands.map((command, at) => (at === 0 ? store : other).triage(command)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const rejected = answers.find((answer) => answer.status === 'rejected');
      expect(rejected?.reason).toMatchObject({ code: 'conflict', details: { changed: [{ id: made.id }] } });
      const unversioned = makeCommand({ action: 'resolve', reason: 'wont_fix', target: one(made.id) });
      await Promise.all([store.triage(unversioned), other.triage({ ...unversioned, changeId: 'second' })]);
      expect((await get(made.id)).version).toBe(made.version + 2);
      await other.close();
    });

    it('overwrites nothing that changes while all that matches is read', async () => {
      for (const view of ['single', 'groups'] as const)
        for (const ticks of delays) {
          const content = `raced ${view} ${ticks}`;
          const [made] = await report(buildReported({ content }), buildReported({ content: `${content} too` }));
          const [all, single] = [await resultSetOf(view, { q: content }), made?.id ?? ''];
          const answers = await Promise.allSettled([
            startLater(-ticks, () => store.triage(makeCommand({ action: 'resolve', target: { filter: { q: content }, view, ...all } }))),
            startLater(ticks, () =>
              store.triage(makeCommand({ action: 'resolve', reason: 'wont_fix', target: one(single, made?.version) })),
            ),
          ]);
          const statuses = answers.map(({ status }) => status);
          expect([view, ticks, statuses.toSorted()]).toEqual([view, ticks, ['fulfilled', 'rejected']]);
          expect((await get(single)).state).toBe(statuses[0] === 'fulfilled' ? 'fixed' : 'wont_fix');
        }
    });

    it('acts on a group with all of it, whatever is added meanwhile', async () => {
      for (const ticks of delays) {
        const fingerprint = `growing ${ticks}`;
        await inState('open', { sessionId: 'a', fingerprint });
        const [, [added]] = await Promise.all([
          startLater(-ticks, () => store.triage(makeCommand({ action: 'resolve', target: of(fingerprint) }))),
          startLater(ticks, () => report(buildReported({ sessionId: 'b', fingerprint, atMs: 1_000 }))),
        ]);
        // The observation that is added after the repair was seen before it.
        expect([ticks, (await get(added?.id ?? '')).state]).toEqual([ticks, 'fixed']);
      }
    });

    it('tells a history newest first, one entry a request', async () => {
      const reported = ['a', 'b', 'c'].map((sessionId) => buildReported({ sessionId, fingerprint: 'f' }));
      await store.putObservations(reported.slice(0, 2), 'Reviewer', 'first');
      await store.putObservations(reported.slice(2), 'Reviewer', 'second');
      await store.triage(makeCommand({ action: 'acknowledge', changeId: 'ack', target: of('f') }));
      const { id } = reported[1] ?? buildReported();
      await store.triage(makeCommand({ action: 'resolve', note: 'done', changeId: 'res', target: one(id) }));
      const entries = (await store.listHistory({ fingerprint: 'f' }, 10)).map((entry) => [entry.kind, entry.changeId, entry.observations]);
      expect(entries).toEqual([
        ['resolve', 'res', 1],
        ['acknowledge', 'ack', 3],
        ['create', 'first', 1],
      ]);
      expect(await store.listHistory({ fingerprint: 'f' }, 2)).toHaveLength(2);
      expect((await store.listHistory({ observationId: id }, 10)).map(({ kind }) => kind)).toEqual(['resolve', 'acknowledge', 'create']);
    });

    it('tells what people and agents called right and wrong, by group', async () => {
      for (const name of ['right', 'wrong', 'both', 'reopened', 'undone', 'open'])
        await inState('open', { fingerprint: name, observer: 'R' });
      const resolve = (name: string, reason: 'fixed' | 'false_positive' | 'wont_fix') =>
        store.triage(makeCommand({ action: 'resolve', reason, changeId: `${name} ${reason}`, target: of(name) }));
      await resolve('right', 'fixed');
      await resolve('wrong', 'false_positive');
      await resolve('both', 'fixed');
      await resolve('both', 'wont_fix');
      await resolve('reopened', 'fixed');
      await store.triage(makeCommand({ action: 'reopen', target: of('reopened') }));
      await resolve('undone', 'fixed');
      await store.undoTriage('undone fixed', 'ada', 3);
      await report(buildReported({ sessionId: 'later', fingerprint: 'right', observer: 'R', atMs: 9_000_000 }));
      expect((await group('right')).state).toBe('regressed');
      expect(await store.listLabels()).toEqual([
        { fingerprint: 'right', observer: 'R', label: 'fixed', synthetic: false },
        { fingerprint: 'wrong', observer: 'R', label: 'false_positive', synthetic: false },
      ]);
    });

    it('keeps what was called right and wrong through what is done to others of the group, and through what hides it', async () => {
      await store.append(makeBatch({ sessions: [makeSessionRow({ id: 'demo', nativeId: 'demo', synthetic: true })] }));
      const a = await inState('open', { fingerprint: 'f', sessionId: 'a', observer: 'R' });
      const b = await inState('open', { fingerprint: 'f', sessionId: 'b', observer: 'R' });
      const labels = async () => (await store.listLabels()).map(({ fingerprint, label, synthetic }) => [fingerprint, label, synthetic]);
      const act = (action: 'acknowledge' | 'resolve' | 'reopen', reason: 'fixed' | 'false_positive', atMs: number, id: string) =>
        store.triage(makeCommand({ action, reason, atMs, changeId: `${action} ${atMs}`, target: one(id) }));
      await act('resolve', 'false_positive', 2_000_000, a.id);
      await act('acknowledge', 'fixed', 2_000_001, b.id);
      await store.undoTriage('acknowledge 2000001', 'ada', 2_000_002);
      expect(await labels()).toEqual([['f', 'false_positive', false]]);
      await act('resolve', 'fixed', 2_000_003, b.id);
      expect(await labels()).toEqual([['f', 'fixed', false]]);
      await store.clearResolved(null, 'ada', 2_000_004, 'clear');
      await store.undoTriage('clear', 'ada', 2_000_005);
      expect(await labels()).toEqual([['f', 'fixed', false]]);
      await act('reopen', 'fixed', 2_000_006, b.id);
      expect(await labels()).toEqual([['f', 'false_positive', false]]);
      await store.undoTriage('reopen 2000006', 'ada', 2_000_007);
      expect(await labels()).toEqual([['f', 'fixed', false]]);
      await inState('fixed', { fingerprint: 'shown', sessionId: 'demo', observer: 'R' });
      expect(await labels()).toEqual([
        ['f', 'fixed', false],
        ['shown', 'fixed', true],
      ]);
    });

    it('adds what is told whole or not at all', async () => {
      const bad = buildReported({ content: 'bad' });
      // No JSON.
      const broken = { ...bad, draft: { ...bad.draft, metadata: { count: 1n } } };
      await expect(report(buildReported(), broken)).rejects.toThrow();
      expect(await dumpObservations(store)).toEqual({ observations: [], groups: [], steps: [] });
    });

    it('sees what is told again in a session again, and returns it if it was closed', async () => {
      const [made, same, other] = await report(
        buildReported({ atMs: 10 }),
        buildReported({ atMs: 20, severity: 'high' }),
        buildReported({ sessionId: 's' }),
      );
      expect(same).toMatchObject({ id: made?.id, seen: 2, severity: 'high', firstSeenAtMs: 10, lastSeenAtMs: 20, version: 1 });
      expect(other?.id).not.toBe(made?.id);
      await store.triage(makeCommand({ action: 'resolve', reason: 'false_positive', atMs: 25, target: one(made?.id ?? '') }));
      expect((await report(buildReported({ atMs: 30 })))[0]).toMatchObject({ state: 'false_positive', seen: 3 });
      await store.triage(makeCommand({ action: 'resolve', reason: 'fixed', atMs: 35, target: one(made?.id ?? '') }));
      expect((await report(buildReported({ atMs: 34 })))[0]).toMatchObject({ state: 'fixed', seen: 4 });
      expect((await report(buildReported({ atMs: 40, severity: 'low' })))[0]).toMatchObject({
        state: 'regressed',
        seen: 5,
        severity: 'low',
      });
    });

    it('lets what is found of a group that was closed begin by its time, in whatever order it comes', async () => {
      const find = async (sessionId: string, atMs: number) =>
        (await report(buildReported({ fingerprint: 'f', sessionId, atMs })))[0]?.state;
      const a = await inState('open', { fingerprint: 'f', sessionId: 'a', atMs: 1_000 });
      await store.triage(makeCommand({ action: 'resolve', reason: 'fixed', atMs: 2_000, target: of('f') }));
      expect(await find('b', 3_000)).toBe('regressed');
      expect([await find('c', 1_500), await find('d', 4_000), await find('e', 1_600)]).toEqual(['fixed', 'regressed', 'fixed']);
      await store.triage(makeCommand({ action: 'reopen', atMs: 5_000, target: one(a.id) }));
      // An observation that was open all along, or is again, closes nothing.
      expect([await find('g', 1_700), await find('h', 6_000)]).toEqual(['open', 'open']);
      await store.triage(makeCommand({ action: 'resolve', reason: 'false_positive', atMs: 7_000, target: of('f') }));
      expect([await find('i', 500), await find('j', 8_000)]).toEqual(['false_positive', 'false_positive']);
    });

    it('takes a status over that is told, where it is younger, and the same import once', async () => {
      const reported = buildReported({ given: givenOf('fixed') });
      const [made] = await report(reported);
      expect(made).toMatchObject({ state: 'fixed', resolution: { by: 'eve', note: 'earlier', atMs: 1_600 }, version: 2 });
      const before = await dumpObservations(store);
      await report(reported);
      expect(await dumpObservations(store)).toEqual(before);
      await report({
        ...reported,
        given: { ...givenOf('wont_fix'), resolution: { reason: 'wont_fix', note: null, by: 'old', atMs: 1_500 }, sinceMs: 1_500 },
      });
      expect(await dumpObservations(store)).toEqual(before);
      const younger = { reason: 'wont_fix' as const, note: null, by: 'new', atMs: 1_700 };
      expect(
        (await report({ ...reported, given: { ...givenOf('wont_fix'), resolution: younger, sinceMs: younger.atMs } }))[0],
      ).toMatchObject({
        state: 'wont_fix',
      });
    });

    it('takes a time over that is told where none was known, though it was read after that, and how severe it was', async () => {
      const untimed = buildReported({ given: givenOf('open'), atMs: 8_000_000, isTimed: false });
      const timed = buildReported({ given: givenOf('open'), atMs: 5_000, severity: 'critical' });
      expect((await report(untimed))[0]).toMatchObject({ firstSeenAtMs: null, lastSeenAtMs: null, severity: 'medium' });
      const known = { firstSeenAtMs: 5_000, lastSeenAtMs: 5_000, severity: 'critical', seen: 2 };
      expect(await putReported(timed)).toMatchObject([{ fate: 'updated', observation: known }]);
      expect(await putReported(timed)).toMatchObject([{ fate: 'unchanged', observation: known }]);
    });

    it('takes a note over that is told, where it is younger, and leaves it where none is', async () => {
      const noted = (note: string | null, atMs: number) =>
        buildReported({ given: { ...givenOf('fixed'), resolution: { reason: 'fixed', note, by: 'eve', atMs }, sinceMs: atMs } });
      const fateOf = async (reported: ReportedObservation) => {
        const [one] = await putReported(reported);
        return [one?.fate, one?.observation.resolution?.note, one?.observation.version];
      };
      expect(await fateOf(noted('first', 1_600))).toEqual(['created', 'first', 2]);
      expect(await fateOf(noted('older', 1_500))).toEqual(['unchanged', 'first', 2]);
      expect(await fateOf(noted(null, 1_700))).toEqual(['unchanged', 'first', 2]);
      expect(await fateOf(noted('second', 1_800))).toEqual(['updated', 'second', 3]);
      expect(await fateOf(noted('second', 1_800))).toEqual(['unchanged', 'second', 3]);
    });

    it('answers what came of each that is told, also of one whose fingerprint is another observer’s', async () => {
      const fatesOf = async (...reported: ReportedObservation[]) => (await putReported(...reported)).map(({ fate }) => fate);
      const given = givenOf('open');
      const first = buildReported({ fingerprint: 'taken', given });
      expect(await fatesOf(first)).toEqual(['created']);
      const stranger = buildReported({ fingerprint: 'taken', observer: 'Stranger', given });
      expect(await fatesOf(stranger, first, stranger)).toEqual(['created', 'unchanged', 'unchanged']);
      expect(await fatesOf({ ...stranger, atMs: 5_000 }, first)).toEqual(['updated', 'unchanged']);
      expect(await fatesOf({ ...first, given: givenOf('fixed') }, { ...first, given: givenOf('fixed') })).toEqual(['updated', 'unchanged']);
      expect(await fatesOf({ ...buildReported({ sessionId: 's' }), id: first.id })).toEqual(['created']);
      expect(await fatesOf(buildReported({ fingerprint: 'taken' }))).toEqual(['updated']);
      const [same, other] = [await group('taken'), (await report(stranger))[0]];
      expect([same.observations, other?.fingerprint === 'taken']).toEqual([1, false]);
    });

    it('counts each time that is told, in whatever portions of one change', async () => {
      const [at, later] = [buildReported({ atMs: 10 }), buildReported({ atMs: 20 })];
      for (const reported of [at, later]) await store.putObservations([reported], 'Reviewer', 'portions');
      expect(await get(at.id)).toMatchObject({ seen: 2, firstSeenAtMs: 10, lastSeenAtMs: 20 });
    });

    it('finds ids and fingerprints by prefix, archived ones included', async () => {
      const fingerprints = ['gggga', 'ggggb', 'gggh'].map((start) => start.padEnd(26, 'g'));
      const made = await report(...fingerprints.map((fingerprint) => buildReported({ fingerprint })));
      await store.triage(makeCommand({ action: 'resolve', target: one(made[0]?.id ?? '') }));
      expect(await store.clearResolved(null, 'eve', 4_000, 'clear')).toBe(1);
      expect(await store.listObservationIds('groups', 'gggg', 10)).toEqual(fingerprints.slice(0, 2));
      expect(await store.listObservationIds('groups', 'ggg', 2)).toEqual(fingerprints.slice(0, 2));
      const ids = made.map(({ id }) => id).toSorted();
      expect(await store.listObservationIds('observations', '', 10)).toEqual(ids);
      for (const id of ids) expect(await store.listObservationIds('observations', id.slice(0, 8), 10)).toEqual([id]);
      expect(await store.listObservationIds('observations', `${ids[0]}a`, 10)).toEqual([]);
    });

    it('gives an id that is taken to nobody else', async () => {
      const [first] = await report(buildReported({ sessionId: 'a' }));
      const [second] = await report({ ...buildReported({ sessionId: 'b' }), id: first?.id ?? '' });
      expect(second?.id).not.toBe(first?.id);
      expect((await report({ ...buildReported({ sessionId: 'b' }), id: first?.id ?? '' }))[0]?.id).toBe(second?.id);
    });
  });
};
