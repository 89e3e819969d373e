import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observation as observationSchema, type ObservationFilter, type ObservationView } from '../../domain/observation.ts';
import { makeBatch, makeSessionRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { makeEntry, openFixture, startMs, type Bench } from './__fixtures__/observation-fixture.ts';
import { makeObservationReads } from './read-observations.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await openFixture();
});
afterEach(() => desk.store.close());

const draft = (content: string) =>
  ({ observer: 'Reviewer', content, severity: 'high', sourceType: 'file', sourceRef: null, metadata: {} }) as const;
const create = async (...contents: string[]) =>
  (await desk.observations.create({ sessionId: null, observations: contents.map(draft) })).observations;
const createOne = async (content = 'a') => {
  const [made] = await create(content);
  if (!made) throw new Error('Nothing was made.');
  return made;
};
const conflictOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('There was no conflict.')),
    (error: unknown) => error as { code: string; message: string; details: { changed?: { id: string; state: string }[] } },
  );
const page = { sort: 'severity', descending: true, cursor: null, limit: 50 } as const;

describe('observations as a service', () => {
  it('lists what a short id may mean', async () => {
    const [one, other] = await create('one', 'other');
    if (!one || !other) throw new Error('Nothing was made.');
    const { candidates } = desk.observations;
    const found = { items: [{ id: one.id, title: one.title, severity: one.severity }], hasMore: false };
    expect(await candidates({ id: one.id.slice(0, 8), view: 'single' })).toEqual(found);
    expect((await candidates({ id: other.fingerprint.slice(0, 8), view: 'groups' })).items).toMatchObject([{ id: other.fingerprint }]);
    for (const id of ['zzzzzzzz', one.id.slice(0, 3)])
      expect(await candidates({ id, view: 'single' })).toEqual({ items: [], hasMore: false });
  });

  it('acts as the person of the machine unless another one is told', async () => {
    const { id } = await createOne();
    await desk.observations.acknowledge({ id, note: 'Mine.' });
    await desk.observations.resolve({ id, note: null, reason: 'fixed', by: 'ines' });
    const { observation, history } = await desk.observations.get(id);
    expect(history.map(({ kind, by, note }) => [kind, by, note])).toEqual([
      ['resolve', 'ines', null],
      ['acknowledge', 'mira', 'Mine.'],
      ['create', 'mira', null],
    ]);
    expect(observation.resolution).toMatchObject({ by: 'ines', reason: 'fixed' });
  });

  it('refuses what cannot be, with what to do', async () => {
    const { id } = await createOne();
    await desk.observations.resolve({ id, note: null, reason: 'fixed' });
    const refused = await conflictOf(desk.observations.acknowledge({ id, note: null }));
    expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('Reopen it first')]);
  });

  it('lets one of two who resolve at once know what the other did, and keeps the first', async () => {
    const { id, version } = await createOne();
    const resolve = (by: string, reason: 'fixed' | 'wont_fix') => desk.observations.resolve({ id, note: null, reason, by, version });
    const [first, second] = await Promise.allSettled([resolve('mira', 'fixed'), resolve('ines', 'wont_fix')]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    const { details } = await conflictOf(resolve('ines', 'wont_fix'));
    expect(details.changed).toMatchObject([{ id, state: 'fixed', last: { by: 'mira' } }]);
    expect((await desk.observations.get(id)).observation.state).toBe('fixed');
  });

  it('acts on all that match, and not where there are more than were seen; undo takes it back', async () => {
    await create('a', 'b', 'c');
    const act = (total: number) =>
      desk.observations.triage({
        action: 'resolve',
        reason: 'wont_fix',
        note: null,
        target: { filter: { severities: ['high'] }, view: 'single', total },
      });
    expect((await conflictOf(act(2))).code).toBe('conflict');
    const { changed, changeId } = await act(3);
    expect(changed).toBe(3);
    expect(await desk.observations.undo({ changeId: changeId ?? '' })).toEqual({ undone: 3, left: 0 });
    expect((await desk.observations.attention()).count).toBe(3);
  });

  it.each(['shop', 'SHOP', 'fees', 'home/shop'])('acts on what the list shows for the project name %s', async (project) => {
    const tree = { cwd: '/no/home/shop/.claude/worktrees/fees', folderName: 'fees' };
    await desk.store.append(
      makeBatch({
        sessions: [makeSessionRow({ id: 'root', cwd: '/no/home/shop', folderName: 'shop' }), makeSessionRow({ id: 'tree', ...tree })],
      }),
    );
    await desk.observations.create({ sessionId: 'tree', observations: [draft('a')] });
    const filter = { projects: [project] };
    const { total, resultSetHash } = await desk.observations.list({ ...page, filter });
    const target = { filter, view: 'single', total, resultSetHash } as const;
    expect(await desk.observations.triage({ action: 'acknowledge', reason: 'fixed', note: null, target })).toMatchObject({ changed: 1 });
  });

  it('names no change where nothing changed, and takes another note to the same reason as one', async () => {
    const { id } = await createOne();
    const resolve = async (note: string | null) => desk.observations.resolve({ id, note, reason: 'fixed' });
    const nothing = await desk.observations.reopen({ id, note: 'Why?' });
    expect([nothing.changeId, nothing.observation.version]).toEqual([null, 1]);
    const first = await resolve(null);
    const { observation, changeId } = await resolve('commit abc');
    expect(observation).toMatchObject({ version: 3, resolution: { ...first.observation.resolution, note: 'commit abc' } });
    expect([(await resolve('commit abc')).changeId, (await resolve(null)).changeId]).toEqual([null, null]);
    const { history } = await desk.observations.get(id);
    expect(history.map(({ kind, note }) => [kind, note])).toEqual([
      ['resolve', 'commit abc'],
      ['resolve', null],
      ['create', null],
    ]);
    expect(await desk.observations.undo({ changeId: changeId ?? '' })).toEqual({ undone: 1, left: 0 });
    expect((await desk.observations.get(id)).observation.resolution?.note).toBeNull();
    await desk.observations.clearResolved({ sessionId: null });
    expect(await desk.observations.clearResolved({ sessionId: null })).toEqual({ cleared: 0, changeId: null });
  });

  it.each([false, true])(
    'tells what is out of sight of one moment, also while others tell more: with what is out of sight %s',
    async (withCleared) => {
      await createOne();
      const observationFacets: Store['observationFacets'] = (...asked) => {
        void create(`told ${(reports += 1)}`);
        return desk.store.observationFacets(...asked);
      };
      let reports = 0;
      const { facets } = makeObservationReads({ store: { ...desk.store, observationFacets }, now: () => startMs });
      const query = { view: 'single', filter: { ...(withCleared && { withCleared }) } } as const;
      for (let times = 0; times < 3; times += 1) {
        expect((await facets(query)).outOfSight).toEqual({ matching: 0, all: 0 });
      }
      expect(reports).toBe(3);
    },
  );

  it('narrows lists, groups and facets by the same address', async () => {
    await create('a', 'b');
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'c' }), session_id: 's' });
    const filter = { observers: ['Reviewer'], q: 'A' };
    const list = await desk.observations.list({ ...page, filter });
    const groups = await desk.observations.groups({ ...page, filter, zoneMinutes: 0 });
    expect([list.total, list.items[0]?.content, groups.total, groups.items[0]?.content]).toEqual([1, 'a', 1, 'a']);
    const facets = await desk.observations.facets({ filter: { sessionId: 's' }, view: 'single' });
    expect(facets.severities.filter(({ count }) => count > 0)).toEqual([{ value: 'critical', label: expect.any(String), count: 1 }]);
    expect((await desk.observations.list({ ...page, filter: { sessionId: 'nobody' } })).total).toBe(0);
  });

  it('counts statuses whatever severities and statuses are chosen: of all, and of what is medium or worse', async () => {
    await create('a', 'b');
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'c', severity: 'info' }) });
    const filter: ObservationFilter = { states: ['fixed'], severities: ['high'] };
    const { statesOf } = await desk.observations.facets({ filter, view: 'groups' });
    const countOpen = (states: typeof statesOf.all) => states.find(({ value }) => value === 'open')?.count;
    expect([countOpen(statesOf.all), countOpen(statesOf.worse)]).toEqual([3, 2]);
  });

  it('counts what is out of sight, whether that is listed too or not', async () => {
    const [done] = await create('a', 'b', 'c');
    await desk.observations.resolve({ id: done?.id ?? '', note: null, reason: 'fixed' });
    await desk.observations.clearResolved({ sessionId: null });
    const count = async (filter: ObservationFilter, view: ObservationView = 'single') =>
      (await desk.observations.facets({ filter, view })).outOfSight;
    expect(await count({})).toEqual({ matching: 1, all: 1 });
    expect(await count({ withCleared: true })).toEqual({ matching: 1, all: 1 });
    expect(await count({ states: ['open'] })).toEqual({ matching: 0, all: 1 });
    expect(await count({ states: ['fixed'], severities: ['info'] }, 'groups')).toEqual({ matching: 0, all: 1 });
  });

  it('tells of a group its history, and how right its observer was', async () => {
    const made = await create('a', 'b', 'c');
    const [first, second] = made;
    await desk.observations.resolve({ id: first?.id ?? '', note: null, reason: 'fixed' });
    await desk.observations.resolve({ id: second?.id ?? '', note: null, reason: 'false_positive' });
    const { group, history, precision } = await desk.observations.group({ fingerprint: first?.fingerprint ?? '', zoneMinutes: 0 });
    expect([group.state, history.map(({ kind }) => kind)]).toEqual(['fixed', ['resolve', 'create']]);
    expect(precision).toMatchObject({ fixed: 1, falsePositive: 1, precision: { rate: 0.5 } });
    await expect(desk.observations.group({ fingerprint: 'none', zoneMinutes: 0 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('tells the open ones of a session as a section, and nothing where there are none', async () => {
    const section = () => desk.observations.section('s');
    expect(await section()).toBe('');
    const reported = await desk.tool({ operation: 'create', ...makeEntry(), session_id: 's' });
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'elsewhere' }) });
    expect(await section()).toContain('Active Observations: 1 open');
    expect(await section()).toContain('[critical] Found potential SQL injection');
    await desk.tool({ operation: 'resolve', observation_id: (reported.observations as { id: string }[])[0]?.id });
    expect(await section()).toBe('');
    await expect(desk.observations.section('nobody')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers what the wire can carry', async () => {
    const made = await createOne('Ünïcode \u0000 \ud800 text');
    expect(observationSchema.parse(observationSchema.encode(made))).toMatchObject({ id: made.id });
  });
});

describe('saved views', () => {
  const shown = (q: string) => ({ filter: { q }, view: 'groups', sort: 'severity', order: 'desc' }) as const;

  it('have names of their own, and tell where one is taken or missing', async () => {
    const saved = await desk.observations.saveView('mine', { name: 'Mine', shown: shown('rm') });
    expect(saved).toMatchObject({ id: 'mine', name: 'Mine', shown: shown('rm') });
    const taken = desk.observations.saveView('other', { name: 'mine', shown: shown('') });
    await expect(taken).rejects.toMatchObject({ code: 'conflict', message: 'There is already a view named “mine”. Choose another name.' });
    expect(await desk.observations.listViews()).toEqual({ views: [saved] });
    expect(await desk.observations.deleteView('mine')).toEqual({ deleted: true });
    await expect(desk.observations.deleteView('mine')).rejects.toMatchObject({ code: 'not_found' });
  });

  const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
  it.each<[string, ObservationFilter]>([
    ['q', { q: `token ${secret}` }],
    ['observers.1', { observers: ['stall', `token ${secret}`] }],
    ['projects.0', { projects: [`token ${secret}`] }],
    ['sessionId', { sessionId: `token ${secret}` }],
    ['fingerprint', { fingerprint: `token ${secret}` }],
  ])('hold no secret in %s', async (field, filter) => {
    await expect(desk.observations.saveView('one', { name: 'Leak', shown: { ...shown(''), filter } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`body.shown.filter.${field}: there is a secret at character 7`),
    });
    expect(await desk.observations.listViews()).toEqual({ views: [] });
  });

  it('may name a session, a group and projects by what they are called', async () => {
    const [made] = await create('a');
    const filter = { sessionId: `mkt7qa${'a7x2'.repeat(5)}`, fingerprint: made?.fingerprint, projects: ['/home/ada/my tools'] };
    await expect(desk.observations.saveView('one', { name: 'Mine', shown: { ...shown(''), filter } })).resolves.toMatchObject({
      id: 'one',
    });
  });
});
