import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import type { ObservationDraft, ObservationFilter, ObservationSort, ObservationView } from '../lib/domain/observation.ts';
import type { TriageCommand } from '../lib/domain/triage.ts';
import { toReportedObservation } from '../lib/observations/reported.ts';
import type { ObservationQuery } from '../lib/store/observation-store.ts';
import type { Store } from '../lib/store/store.ts';
import { benchNowMs, inFolder, timeMs } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { fillTriage, sessionOf } from './triage-archive.ts';

const count = 100_000;
const groups = 20_000;
const rounds = 40;

const filters: Readonly<Record<string, ObservationFilter>> = {
  none: {},
  open: { states: ['open', 'regressed'] },
  severity: { severities: ['critical', 'high'] },
  observer: { observers: ['Code Reviewer'] },
  project: { projects: ['project-3'] },
  session: { sessionId: sessionOf(5) },
  age: { seenWithinDays: 7 },
  text: { q: 'module-77/' },
  'rare text': { q: 'finding 19999' },
  'common text': { q: 'edited twice' },
  several: { states: ['open'], severities: ['high', 'medium'], projects: ['project-1', 'project-2'], seenWithinDays: 30 },
  'no match': { q: 'nobody said this' },
};
const sorts: readonly ObservationSort[] = ['severity', 'last_seen', 'first_seen', 'seen', 'sessions', 'created_at'];

/** Observation that is reported again before each round. */
const touched: ObservationDraft = {
  observer: 'Code Reviewer',
  content: 'Seen once more',
  severity: 'low',
  sourceType: 'file',
  sourceRef: null,
  metadata: {},
};

type Timed = { name: string; p95Ms: number };

/** `touch` runs before each round and is not timed. */
const timeEach = async (of: Readonly<Record<string, () => Promise<unknown>>>, touch: () => Promise<void>): Promise<Timed[]> => {
  const timed: Timed[] = [];
  for (const [name, work] of Object.entries(of)) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await touch();
      taken.push(await timeMs(work));
    }
    timed.push({ name, p95Ms: quantile(taken, 0.95) });
  }
  return timed;
};

const slowest = (what: string, timed: readonly Timed[], limitMs: number): Figure => {
  const worst = timed.toSorted((one, other) => other.p95Ms - one.p95Ms)[0] ?? { name: 'none', p95Ms: Number.NaN };
  return atMost(`${what}, p95 of the slowest (${worst.name})`, worst.p95Ms, limitMs, 'ms');
};

const toQueries = (over: Partial<ObservationQuery>): ObservationQuery => ({
  filter: {},
  sort: 'severity',
  descending: true,
  cursor: null,
  limit: 50,
  nowMs: benchNowMs,
  ...over,
});

const listsOf = async (list: (query: ObservationQuery) => Promise<{ nextCursor: string | null }>) => {
  const first = await list(toQueries({}));
  const named = Object.entries(filters).map(([name, filter]) => [name, () => list(toQueries({ filter }))] as const);
  const sorted = sorts.flatMap((sort) =>
    [true, false].map(
      (descending) => [`by ${sort}${descending ? '' : ', ascending'}`, () => list(toQueries({ sort, descending }))] as const,
    ),
  );
  return Object.fromEntries([...named, ...sorted, ['second page', () => list(toQueries({ cursor: first.nextCursor }))]]);
};

/** 100,000 observations in 20,000 groups: lists with counts, facets, and an action on 10,000 and its undo, read from meanwhile. */
export const measureTriage = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const open = (): Store => openStore(path.join(folder, 'observatory.db'), { migrationsFolder: path.resolve('db/migrations') });
    const store = open();
    const fillMs = await timeMs(() => fillTriage(store, count, groups));
    let nowMs = benchNowMs;
    // Every read follows a write, at a later time.
    const touch = async () => {
      nowMs += 1_000;
      await store.putObservations(
        [toReportedObservation({ draft: touched, sessionId: sessionOf(5), atMs: nowMs })],
        'bench',
        `touch ${nowMs}`,
      );
    };
    const single = await timeEach(await listsOf((query) => store.listObservations({ ...query, nowMs })), touch);
    const grouped = await timeEach(await listsOf((query) => store.listObservationGroups({ ...query, nowMs, zoneMinutes: 60 })), touch);
    const facetsOf = (view: ObservationView) =>
      Object.fromEntries(
        Object.entries(filters).map(([name, filter]) => [
          `${view}: ${name}`,
          () => store.observationFacets({ asked: filter }, view, nowMs),
        ]),
      );
    const facets = [...(await timeEach(facetsOf('groups'), touch)), ...(await timeEach(facetsOf('single'), touch))];
    if (process.env['BENCH_DETAIL']) {
      for (const { name, p95Ms } of [...single, ...grouped, ...facets]) process.stdout.write(`  ${name}: ${p95Ms.toFixed(1)} ms\n`);
    }
    const { items } = await store.listObservations(toQueries({ filter: { states: ['open'] }, limit: 10_000 }));
    const command: TriageCommand = {
      action: 'resolve',
      reason: 'wont_fix',
      note: 'bench',
      by: 'ada',
      atMs: benchNowMs,
      changeId: 'bulk',
      target: { observations: items.map(({ id, version }) => ({ id, version })) },
    };
    const bulkMs = await timeMs(() => store.triage(command));
    const undoMs = await timeMs(() => store.undoTriage('bulk', 'ada', benchNowMs + 1));
    await store.close();
    const firstMs = await timeMs(async () => {
      const fresh = open();
      await fresh.listObservations(toQueries({}));
      await fresh.close();
    });
    return [
      atMost('report and store 100,000 observations', fillMs / 1_000, 60, 's'),
      slowest('100,000 observations: list with counts', single, 150),
      slowest('20,000 groups: list with counts', grouped, 150),
      slowest('facets', facets, 150),
      atMost('first list of a process, opening included', firstMs, 150, 'ms'),
      atMost(`resolve ${items.length.toLocaleString('en')} in one transaction`, bulkMs, 1_000, 'ms'),
      atMost(`undo ${items.length.toLocaleString('en')} in one transaction`, undoMs, 1_000, 'ms'),
    ];
  });
