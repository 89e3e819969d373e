import { beforeEach, describe, expect, it } from 'vitest';
import {
  observationSeverity,
  observationSort,
  observationState,
  type Observation,
  type ObservationFilter,
  type ObservationGroup,
  type ObservationSort,
  type ObservationState,
  type ObservationView,
} from '../../domain/observation.ts';
import { toReason } from '../../observations/lifecycle.ts';
import { makeBatch, makeSessionRow } from '../make-batch.ts';
import { makeCommand, buildReported } from '../make-observed.ts';
import { maxSavedViews, type SavedList } from '../../domain/saved-view.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

const dayMs = 86_400_000;
const nowMs = 200 * dayMs;
const observers = ['Reviewer', 'Auditor', 'Critic'];
const severities = observationSeverity.options;
const pages = { cursor: null, limit: 10_000, nowMs, descending: true, sort: 'severity' as const };

/** Numbers from 0 to 1, the same ones each time. */
const makeRandom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** Lists, counts and facets, against a plain model of what they should be. */
export const describeObservationLists = ({ fresh }: StoreSubject): void => {
  describe('lists of observations', () => {
    let store: Store;
    let connect: FreshStore['connect'];
    let all: Observation[];
    let allGroups: ObservationGroup[];
    const random = makeRandom(7);
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(random() * items.length)];
      if (item === undefined) throw new Error('nothing to pick');
      return item;
    };
    const givenOf = (state: ObservationState) => {
      const reason = toReason(state);
      const resolution = reason && { reason, note: null, by: 'eve', atMs: nowMs };
      return {
        state,
        acknowledgedAtMs: state === 'acknowledged' ? nowMs : null,
        resolution,
        sinceMs: reason || state === 'acknowledged' ? nowMs : null,
      };
    };

    beforeEach(async () => {
      ({ store, connect } = fresh());
      const sessions = ['a', 'b', 'c', 'd'].map((id, at) =>
        makeSessionRow({ id, nativeId: `native ${id}`, folderName: at === 3 ? null : `project ${at % 2}` }),
      );
      await store.append(makeBatch({ sessions }));
      for (let at = 0; at < 150; at += 1) {
        const subject = Math.floor(random() * 40);
        await store.putObservations(
          [
            buildReported({
              fingerprint: `f${subject}`,
              content: `Thing ${subject} of ÄRGER ${subject % 7}`,
              observer: observers[subject % 3] ?? 'Reviewer',
              category: subject % 4 === 0 ? 'Rare' : null,
              sessionId: pick(['a', 'b', 'c', 'd', null]),
              severity: pick(severities),
              sourceRef: `file-${subject % 5}.ts`,
              atMs: nowMs - Math.floor(random() * 20) * 6 * dayMs,
              isTimed: random() < 0.8,
              given: givenOf(pick(observationState.options)),
            }),
          ],
          'Reviewer',
          `told ${at}`,
        );
      }
      await store.clearResolved('b', 'ada', nowMs, 'clear');
      all = (await store.listObservations({ ...pages, filter: { withCleared: true } })).items;
      allGroups = (await store.listObservationGroups({ ...pages, filter: { withCleared: true }, zoneMinutes: 0 })).items;
    });

    /** Behind every time stands what has none; ids decide among those. */
    const isNewer = (one: Observation, other: Observation): number =>
      (other.lastSeenAtMs ?? -Infinity) - (one.lastSeenAtMs ?? -Infinity) || (one.id < other.id ? 1 : -1);
    const matchesText = (one: Observation | ObservationGroup, q: string) => {
      const ofGroup = all.filter(({ fingerprint }) => fingerprint === one.fingerprint);
      const [newest] = ofGroup.toSorted(isNewer);
      const texts = 'id' in one ? [one.project, one.sourceRef] : [...one.projects, newest?.sourceRef ?? null];
      return [one.title, one.content, one.observer, one.category, ...texts].join('\n').toLowerCase().includes(q.trim().toLowerCase());
    };
    const isIn = <Value>(values: readonly Value[] | undefined, ...own: readonly Value[]) =>
      values === undefined || own.some((value) => values.includes(value));
    const isMatch = (one: Observation | ObservationGroup, filter: ObservationFilter): boolean => {
      const rows = 'id' in one ? [one] : all.filter(({ fingerprint }) => fingerprint === one.fingerprint);
      const isCleared = rows.every((row) => row.isCleared);
      return (
        (filter.withCleared === true || !isCleared) &&
        isIn(filter.states, one.state) &&
        isIn(filter.severities, one.severity) &&
        isIn(filter.observers, one.observer, one.observerName) &&
        (!filter.projects || rows.some(({ project }) => project !== null && filter.projects?.includes(project))) &&
        (filter.sessionId === undefined || rows.some(({ sessionId }) => sessionId === filter.sessionId)) &&
        (filter.fingerprint === undefined || one.fingerprint === filter.fingerprint) &&
        (filter.seenWithinDays === undefined || (one.lastSeenAtMs !== null && one.lastSeenAtMs >= nowMs - filter.seenWithinDays * dayMs)) &&
        (filter.q === undefined || matchesText(one, filter.q))
      );
    };
    /** Within a severity what regressed comes first. */
    const rankOf = ({ severity, state }: Observation | ObservationGroup): number =>
      severities.indexOf(severity) * 2 + (state === 'regressed' ? 0 : 1);
    const createdAtOf = (one: ObservationGroup): number =>
      one.firstSeenAtMs ??
      Math.min(...all.filter(({ fingerprint }) => fingerprint === one.fingerprint).map(({ createdAtMs }) => createdAtMs));
    /** Null stands last, whichever way. */
    const valueOf = (one: Observation | ObservationGroup, sort: ObservationSort): number | null => {
      const rank = rankOf(one);
      const sessions = 'id' in one ? Number(one.sessionId !== null) : one.sessions;
      const createdAtMs = 'id' in one ? one.createdAtMs : createdAtOf(one);
      const { seen, lastSeenAtMs, firstSeenAtMs } = one;
      return { severity: -rank, last_seen: lastSeenAtMs, first_seen: firstSeenAtMs, seen, sessions, created_at: createdAtMs }[sort];
    };
    const compare = (one: number | null, other: number | null, descending: boolean): number =>
      one === null || other === null ? Number(one === null) - Number(other === null) : descending ? other - one : one - other;
    const idOf = (one: Observation | ObservationGroup) => ('id' in one ? one.id : one.fingerprint);
    const inOrder = <Item extends Observation | ObservationGroup>(items: readonly Item[], sort: ObservationSort, descending: boolean) =>
      items.toSorted(
        (one, other) =>
          compare(valueOf(one, sort), valueOf(other, sort), descending) ||
          (sort === 'severity' ? compare(one.lastSeenAtMs, other.lastSeenAtMs, true) : rankOf(one) - rankOf(other)) ||
          (idOf(one) < idOf(other) ? -1 : 1),
      );
    const filters = (): ObservationFilter[] => [
      {},
      { withCleared: true },
      ...observationState.options.map((state) => ({ states: [state] })),
      { severities: ['critical', 'low'] },
      { observers: ['Auditor', 'Critic'] },
      { projects: ['project 1'] },
      { sessionId: 'b', withCleared: true },
      { fingerprint: 'f3' },
      { seenWithinDays: 30 },
      { q: '  ärger 3 ' },
      { q: 'FILE-2.TS', severities: ['high'] },
      { q: '%' },
      ...Array.from({ length: 12 }, () => ({
        states: [pick(observationState.options), pick(observationState.options)],
        severities: [pick(severities), pick(severities)],
        ...(random() < 0.5 && { observers: [pick(observers)] }),
        ...(random() < 0.5 && { seenWithinDays: pick([1, 40, 90]) }),
        ...(random() < 0.3 && { projects: [pick(['project 0', 'project 1'])] }),
      })),
    ];
    const walks = async (filter: ObservationFilter, sort: ObservationSort, descending: boolean, view: ObservationView) => {
      const ask = async (cursor: string | null) => {
        const query = { filter, sort, descending, cursor, limit: 7, nowMs };
        const page =
          view === 'single' ? await store.listObservations(query) : await store.listObservationGroups({ ...query, zoneMinutes: 0 });
        const ids: string[] = page.items.map(idOf);
        return { ...page, ids };
      };
      const forth: string[][] = [];
      let page = await ask(null);
      expect(page.previousCursor).toBeNull();
      for (;;) {
        forth.push(page.ids);
        if (page.nextCursor === null) break;
        page = await ask(page.nextCursor);
      }
      const back: string[][] = [page.ids];
      while (page.previousCursor !== null) {
        page = await ask(page.previousCursor);
        back.unshift(page.ids);
      }
      return { forth: forth.flat(), back: back.flat(), page };
    };

    it('lists what a model lists, whatever the filter, counted over all that matches', async () => {
      for (const filter of filters()) {
        const [single, groups] = [all.filter((one) => isMatch(one, filter)), allGroups.filter((one) => isMatch(one, filter))];
        const listed = await store.listObservations({ ...pages, filter, limit: 3 });
        const listedGroups = await store.listObservationGroups({ ...pages, filter, limit: 3, zoneMinutes: 0 });
        for (const [model, list] of [
          [single, listed],
          [groups, listedGroups],
        ] as const) {
          expect([filter, list.total, list.items.map(idOf)]).toEqual([
            filter,
            model.length,
            inOrder<Observation | ObservationGroup>(model, 'severity', true).slice(0, 3).map(idOf),
          ]);
          for (const severity of severities) {
            expect(list.counts.bySeverity[severity] ?? 0).toBe(model.filter((one) => one.severity === severity).length);
          }
          for (const observer of observers) {
            expect(list.counts.byObserver[observer] ?? 0).toBe(model.filter((one) => one.observer === observer).length);
          }
        }
        for (const status of ['open', 'acknowledged', 'resolved'] as const) {
          expect(listed.counts.byStatus[status]).toBe(single.filter((one) => one.status === status).length || undefined);
        }
      }
    });

    it('walks each order both ways', async () => {
      for (const view of ['single', 'groups'] as const)
        for (const sort of observationSort.options)
          for (const descending of [true, false]) {
            const filter = { severities: ['critical' as const, 'high' as const] };
            const { forth, back } = await walks(filter, sort, descending, view);
            const model = view === 'single' ? all : allGroups;
            const expected = inOrder<Observation | ObservationGroup>(
              model.filter((one) => isMatch(one, filter)),
              sort,
              descending,
            ).map(idOf);
            expect([view, sort, descending, forth]).toEqual([view, sort, descending, expected]);
            expect(back.filter((id, at) => back.indexOf(id) === at)).toEqual(expected);
          }
    });

    it(`keeps views by id, each under a name of its own, at most ${maxSavedViews}`, async () => {
      const shown: SavedList = { filter: { states: ['open'], q: 'rm' }, view: 'single', sort: 'seen', order: 'asc' };
      const view = { id: '1', name: 'Mine', shown, savedAtMs: 1 };
      expect(await store.putSavedView(view)).toBe('saved');
      expect(await store.putSavedView({ ...view, name: 'mine', savedAtMs: 2 })).toBe('saved');
      expect(await store.putSavedView({ ...view, id: '2', name: 'MINE' })).toBe('taken');
      expect(await store.listSavedViews()).toEqual([{ ...view, name: 'mine', savedAtMs: 2 }]);
      const ofSessions = { id: 's', name: 'Failing', shown: { list: 'project=shop&errors=true' }, savedAtMs: 3 };
      expect(await store.putSavedView({ ...ofSessions, name: 'Mine' })).toBe('taken');
      expect(await store.putSavedView(ofSessions)).toBe('saved');
      expect((await store.listSavedViews())[0]).toEqual(ofSessions);
      for (let at = 2; at < maxSavedViews; at += 1) await store.putSavedView({ ...view, id: `more-${at}`, name: `a ${at}` });
      expect(await store.putSavedView({ ...view, id: '2', name: 'One too many' })).toBe('full');
      expect(await store.putSavedView({ ...view, name: 'Renamed' })).toBe('saved');
      const names = (await store.listSavedViews()).map(({ name }) => name);
      expect([names.length, names.at(-1)]).toEqual([maxSavedViews, 'Renamed']);
      const { cursor } = await store.readChanges(null, 1);
      await store.putSavedView({ ...view, name: 'Mine' });
      expect([await store.deleteSavedView('1'), await store.deleteSavedView('1')]).toEqual([true, false]);
      const { changes } = await store.readChanges(cursor, 100);
      expect(changes.map(({ topic, subjectId }) => `${topic} ${subjectId}`)).toEqual(['view 1', 'view 1']);
    });

    it('refuses a cursor of another order', async () => {
      const { nextCursor } = await store.listObservations({ ...pages, filter: {}, limit: 3 });
      const other = store.listObservations({ ...pages, filter: {}, sort: 'seen', cursor: nextCursor });
      await expect(other).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it.each(['"x"', 'no JSON', '[1]', '["1", 2]', 'null'])('refuses a cursor whose place is %s', async (value) => {
      const { nextCursor } = await store.listObservations({ ...pages, filter: {}, limit: 3 });
      const given = Buffer.from(nextCursor ?? '', 'base64url').toString();
      expect(given).toContain('"value":"');
      const cursor = Buffer.from(given.replace(/"value":"[^"]*"/, () => `"value":${JSON.stringify(value)}`)).toString('base64url');
      await expect(store.listObservations({ ...pages, filter: {}, cursor })).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('counts each value as if nothing were chosen in its own field', async () => {
      for (const filter of filters())
        for (const view of ['single', 'groups'] as const) {
          const { facets } = await store.observationFacets({ facets: filter }, view, nowMs);
          const model: (Observation | ObservationGroup)[] = view === 'single' ? all : allGroups;
          const count = (over: ObservationFilter) => model.filter((one) => isMatch(one, { ...filter, ...over })).length;
          const counted = <Value>(facet: readonly { value: Value; count: number }[], value: Value) =>
            facet.find((one) => one.value === value)?.count ?? 0;
          for (const state of observationState.options) expect(counted(facets.states, state)).toBe(count({ states: [state] }));
          for (const severity of severities) expect(counted(facets.severities, severity)).toBe(count({ severities: [severity] }));
          for (const observer of observers) expect(counted(facets.observers, observer)).toBe(count({ observers: [observer] }));
          for (const project of ['project 0', 'project 1']) expect(counted(facets.projects, project)).toBe(count({ projects: [project] }));
          for (const days of [1, 7, 30, 90]) expect(counted(facets.ages, String(days))).toBe(count({ seenWithinDays: days }));
          expect(facets.total).toBe(model.filter((one) => isMatch(one, filter.withCleared ? { withCleared: true } : {})).length);
        }
    });

    it('sums groups up as their observations say', async () => {
      for (const one of allGroups) {
        const rows = all.filter(({ fingerprint }) => fingerprint === one.fingerprint);
        const standing = rows.filter(({ status }) => status !== 'resolved');
        const ranks = (standing.length > 0 ? standing : rows).map(({ severity }) => severities.indexOf(severity));
        const projects = [...new Set(rows.flatMap(({ project }) => project ?? []))].sort();
        const first = rows.flatMap(({ firstSeenAtMs }) => firstSeenAtMs ?? []);
        const last = rows.flatMap(({ lastSeenAtMs }) => lastSeenAtMs ?? []);
        expect(one).toMatchObject({
          observations: rows.length,
          sessions: rows.filter(({ sessionId }) => sessionId !== null).length,
          severity: severities[Math.min(...ranks)],
          seen: rows.reduce((sum, { seen }) => sum + seen, 0),
          firstSeenAtMs: first.length === 0 ? null : Math.min(...first),
          lastSeenAtMs: last.length === 0 ? null : Math.max(...last),
          version: rows.reduce((sum, { version }) => sum + version, 0),
          projects,
        });
        const [newest] = rows.toSorted(isNewer);
        const { title, content, category, observer } = newest ?? one;
        expect(one).toMatchObject({ title, content, category, observer });
      }
    });

    it('shows what was written since, here and by others', async () => {
      const other = connect();
      const open = { states: ['open' as const] };
      const list = async (by: Store) => (await by.listObservations({ ...pages, filter: open })).items.map(idOf);
      const [before, same] = [await list(store), await list(other)];
      expect(same).toEqual(before);
      const id = before[0] ?? '';
      await store.triage(makeCommand({ action: 'resolve', target: { observations: [{ id }] } }));
      expect([await list(store), await list(other)]).toEqual([before.slice(1), before.slice(1)]);
      const wrong = { filter: open, view: 'single' as const, total: 9_999 };
      await expect(other.triage(makeCommand({ action: 'resolve', target: wrong }))).rejects.toMatchObject({ code: 'conflict' });
      await other.triage(makeCommand({ action: 'reopen', target: { observations: [{ id }] } }));
      expect([await list(store), await list(other)]).toEqual([before, before]);
      await other.close();
    });

    it('forgets what went with its session, here and elsewhere', async () => {
      const other = connect();
      await store.append(makeBatch({ sessions: [makeSessionRow({ id: 'demo', nativeId: 'demo', synthetic: true })] }));
      await store.putObservations([buildReported({ fingerprint: 'gone', sessionId: 'demo' })], 'Reviewer', 'gone');
      const count = async (by: Store) => (await by.listObservations({ ...pages, filter: { fingerprint: 'gone' } })).total;
      expect([await count(store), await count(other)]).toEqual([1, 1]);
      await store.deleteSynthetic();
      expect([await count(store), await count(other)]).toEqual([0, 0]);
      expect(
        (await other.listObservationGroups({ ...pages, filter: {}, zoneMinutes: 0 })).items.map(({ fingerprint }) => fingerprint),
      ).not.toContain('gone');
      await other.close();
    });

    it('counts the subagents among the sessions of a group', async () => {
      const sessions = [makeSessionRow({ id: 'p', nativeId: 'p' }), makeSessionRow({ id: 'p1', nativeId: 'p1', relation: 'subagent' })];
      await store.append(makeBatch({ sessions }));
      const reported = ['p', 'p1'].map((sessionId) => buildReported({ fingerprint: 'nested', sessionId }));
      await store.putObservations(reported, 'Reviewer', 'nested');
      expect(await store.findObservationGroup('nested', nowMs, 0)).toMatchObject({ sessions: 2, subagents: 1 });
    });

    it('finds words in what is very long, too', async () => {
      const [made] = await store.putObservations(
        [buildReported({ fingerprint: 'long', content: `${'x'.repeat(15_000)} NEEDLE`, sessionId: null })],
        'Reviewer',
        'long',
      );
      const query = { ...pages, filter: { q: 'needle' } };
      expect((await store.listObservations(query)).items.map(({ id }) => id)).toEqual([made?.observation.id]);
      expect((await store.listObservationGroups({ ...query, zoneMinutes: 0 })).items.map(({ fingerprint }) => fingerprint)).toEqual([
        'long',
      ]);
      expect((await store.listObservations({ ...pages, filter: { q: 'needles' } })).total).toBe(0);
    });

    it('gives what is open of a session as the list does', async () => {
      for (const sessionId of new Set(all.map((one) => one.sessionId ?? ''))) {
        if (sessionId === '') continue;
        const { items, counts } = await store.listObservations({ ...pages, filter: { sessionId, states: ['open', 'regressed'] } });
        const facts = (found: Observation[]) => found.map(({ severity, lastSeenAtMs, state }) => [severity, lastSeenAtMs, state]);
        const open = await store.listOpenObservations(sessionId, 10_000, 10_000);
        expect([facts(open.observations), open.counts]).toEqual([facts(items), counts]);
        const few = await store.listOpenObservations(sessionId, 1, 2);
        const names = [...new Set(items.map(({ observerName }) => observerName))];
        expect(few.observations.map(({ observerName }) => observerName)).toEqual(names.slice(0, 2));
        expect(few.counts).toEqual(counts);
      }
    });

    it('counts by days of the asker', async () => {
      const reported = [0, 1, 13 * 24, 14 * 24].map((hours) =>
        buildReported({ fingerprint: 'daily', content: 'daily', atMs: nowMs - hours * 3_600_000 }),
      );
      await store.putObservations(reported, 'Reviewer', 'daily');
      const days = async (zoneMinutes: number) => (await store.findObservationGroup('daily', nowMs, zoneMinutes))?.days;
      // Midnight in UTC: an hour before it was yesterday, and 14 days ago is no longer shown.
      expect(await days(0)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
      expect(await days(60)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
      expect(await days(-60)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    });
  });
};
