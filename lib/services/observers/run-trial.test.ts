import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObserverEntry, ObserversConfig } from '../../domain/observer-config.ts';
import { makeObserverSet, defaultConfig, type ObserverSet } from '../../observers/observer-set.ts';
import type { TrialFinding } from '../../domain/trial.ts';
import { nowMs, openArchive, type Archive } from '../../server/__fixtures__/demo-archive.ts';
import { makeDump } from '../../store/make-dump.ts';
import { replayArchive } from '../observe/replay-archive.ts';
import { findDifferent, runTrial, type TrialProgress } from './run-trial.ts';

const change = (observer: string, to: Partial<ObserverEntry>): ObserversConfig => ({
  ...defaultConfig,
  observers: defaultConfig.observers.map((entry) => (entry.observer === observer ? { ...entry, ...to } : entry)),
});
const toSet = (config: ObserversConfig): ObserverSet => {
  const { set, problems } = makeObserverSet(config);
  if (!set) throw new Error(JSON.stringify(problems));
  return set;
};
const defaults = toSet(defaultConfig);
const strict = toSet(change('stall', { parameters: { repetition_threshold: 6 } }));
const ids = (list: TrialProgress['gained']) => list.map(({ sessionId }) => sessionId).sort();
const nothing = () => undefined;

describe('runTrial', () => {
  let folder: string;
  let archive: Archive;
  /** What the stored assessments of the observer `stall` say, by session, after a replay with a set: the worst of each category. */
  const observe = async (set: ObserverSet): Promise<Map<string, TrialFinding[]>> => {
    await archive.store.markOutdatedUnobserved(set.key);
    await replayArchive(archive.store, set, {
      onError: (_, error) => {
        throw error;
      },
    });
    const found = new Map<string, TrialFinding[]>();
    for (const { sessionId } of await archive.store.listObservable(null, 1_000)) {
      const assessments = await archive.store.listAssessments(sessionId, { superseded: false });
      const findings = assessments.filter(({ observer }) => observer === 'stall').flatMap((one) => one.findings);
      const severityOf = (name: string) => {
        const said = findings.filter(({ category }) => category === name).map(({ severity }) => severity);
        return said.includes('warning') ? 'warning' : said.includes('caution') ? 'caution' : 'info';
      };
      const categories = [...new Set(findings.map(({ category }) => category))].sort();
      if (categories.length > 0)
        found.set(
          sessionId,
          categories.map((category) => ({ category, severity: severityOf(category) })),
        );
    }
    return found;
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-trial-'));
    archive = openArchive(folder);
    await archive.demo.createIfNew();
  }, 60_000);
  afterAll(async () => {
    await archive.store.close();
    await rm(folder, { recursive: true });
  });

  it('finds what replays with both configurations find, and writes nothing', async () => {
    const [then, now] = [await observe(strict), await observe(defaults)];
    const lost = [...now.keys()].filter((id) => !then.has(id)).sort();
    const kept = [...now.keys()].filter((id) => then.has(id)).sort();
    expect([lost.length > 0, kept.length > 0]).toEqual([true, true]);
    const onWrite = vi.fn();
    const unsubscribe = archive.store.subscribe({ onWrite, onError: onWrite });
    const before = await makeDump(archive.store);
    const trial = await runTrial(archive.store, { before: defaults, after: strict }, nothing);
    expect([ids(trial.gained), ids(trial.lost), ids(trial.kept)]).toEqual([[], lost, kept]);
    for (const one of [...trial.lost, ...trial.kept]) {
      expect([one.before, one.after]).toEqual([now.get(one.sessionId), then.get(one.sessionId) ?? []]);
    }
    const back = await runTrial(archive.store, { before: strict, after: defaults }, nothing);
    expect([ids(back.gained), ids(back.lost), ids(back.kept)]).toEqual([lost, [], kept]);
    const turned = kept.filter((id) => JSON.stringify(now.get(id)) !== JSON.stringify(then.get(id)));
    expect(turned.length).toBeGreaterThan(0);
    expect(trial.counts).toEqual({ gained: 0, lost: lost.length, kept: kept.length, otherwise: turned.length });
    expect(ids(trial.kept.slice(0, turned.length))).toEqual(turned);
    expect(await makeDump(archive.store)).toEqual(before);
    await new Promise((resolve) => setTimeout(resolve, 100));
    unsubscribe();
    expect(onWrite).not.toHaveBeenCalled();
  });

  it('runs only observers that differ, and all where none does', () => {
    expect(findDifferent(strict, defaults).observers.map(({ kind }) => kind.id)).toEqual(['stall']);
    expect(findDifferent(defaults, toSet(change('drift', { enabled: true }))).observers).toEqual([]);
    expect(findDifferent(defaults, defaults)).toBe(defaults);
  });

  it('tells how far it is, to the last session and call', async () => {
    const steps: [number, number][] = [];
    const trial = await runTrial(archive.store, { before: defaults, after: strict }, ({ sessionsDone, callsDone }) =>
      steps.push([sessionsDone, callsDone]),
    );
    const listed = await archive.store.listObservable(null, 1_000);
    expect(
      steps.every(([sessions, calls], at) => at === 0 || (sessions >= (steps[at - 1]?.[0] ?? 0) && calls >= (steps[at - 1]?.[1] ?? 0))),
    ).toBe(true);
    expect([trial.sessions, trial.sessionsDone]).toEqual([listed.length, listed.length]);
    expect(trial.callsDone).toBeLessThanOrEqual(listed.reduce((sum, { toolCalls }) => sum + toolCalls, 0));
    expect(trial.callsDone).toBeGreaterThan(0);
  });

  it('lists what is kept otherwise before what is kept the same, within the bound', async () => {
    const { store } = archive;
    const { kept, counts } = await runTrial(store, { before: defaults, after: strict }, nothing);
    const [turned, same] = [kept.slice(0, counts.otherwise), kept.slice(counts.otherwise)];
    const real = new Map<string, TrialProgress['kept'][number] | undefined>([
      ...Array.from({ length: 300 }, (_, at) => [`a${at}`, same[0]] as const),
      ['z', turned[0]] as const,
    ]);
    const many = {
      listObservable: async (after: string | null) =>
        after === null ? [...real.keys()].map((sessionId) => ({ sessionId, title: null, project: null, toolCalls: 1 })) : [],
      listLabels: store.listLabels,
      listHandledGroups: store.listHandledGroups,
      listCallFacts: (id: string, afterCall: number, limit: number) => store.listCallFacts(real.get(id)?.sessionId ?? '', afterCall, limit),
    };
    const trial = await runTrial(many, { before: defaults, after: strict }, nothing);
    expect(trial.counts).toEqual({ gained: 0, lost: 0, kept: 301, otherwise: 1 });
    expect([trial.kept.length, trial.kept[0]?.sessionId, trial.kept[1]?.sessionId]).toEqual([200, 'z', 'a0']);
  });

  it('predicts what is triaged: findings, groups, and which of these need attention', async () => {
    const { store } = archive;
    const listAfter = async (set: ObserverSet) => {
      await observe(set);
      const list = { sort: 'first_seen', descending: false, cursor: null, limit: 1_000, nowMs } as const;
      const { items } = await store.listObservations({ filter: {}, ...list });
      // What was fixed stays when it is found no more.
      const own = items.filter(({ observer, state }) => observer === 'stall' && (state !== 'fixed' || set === defaults));
      const groups = new Set(own.map(({ fingerprint }) => fingerprint));
      // A call may be refused in the eyes of other observers, too.
      const detected = items.filter((item) => own.includes(item) || (item.observer !== 'stall' && groups.has(item.fingerprint)));
      return { findings: new Set(detected.map(({ id }) => id)), groups };
    };
    const [after, before] = [await listAfter(strict), await listAfter(defaults)];
    const compare = (kind: 'findings' | 'groups') => ({
      before: before[kind].size,
      after: after[kind].size,
      both: [...before[kind]].filter((one) => after[kind].has(one)).length,
    });
    const run = () => runTrial(store, { before: defaults, after: strict }, nothing);
    const { triaged } = await run();
    expect(triaged).toMatchObject({ findings: compare('findings'), groups: compare('groups') });
    const kept = [...after.groups].find((one) => before.groups.has(one)) ?? '';
    const act = (action: 'acknowledge' | 'reopen') =>
      store.triage({
        action,
        reason: 'fixed',
        note: null,
        by: 'mira',
        atMs: nowMs,
        changeId: action,
        target: { groups: [{ fingerprint: kept }] },
      });
    await act('acknowledge');
    const less = ({ before: now, after: then, both }: (typeof triaged)['attention']) => ({
      before: now - 1,
      after: then - 1,
      both: both - 1,
    });
    expect((await run()).triaged).toEqual({ ...triaged, attention: less(triaged.attention) });
    await act('reopen');
  });

  it('tells of the groups that were labeled which are found with each configuration', async () => {
    const { store } = archive;
    const fingerprintsWith = async (set: ObserverSet): Promise<Set<string>> => {
      await observe(set);
      const found = await store.listObservations({
        filter: { observers: ['stall'], states: ['open', 'regressed'] },
        sort: 'first_seen',
        descending: false,
        cursor: null,
        limit: 1_000,
        nowMs,
      });
      return new Set(found.items.map(({ fingerprint }) => fingerprint));
    };
    const strictly = await fingerprintsWith(strict);
    const usually = await fingerprintsWith(defaults);
    const labeledAlready = new Set((await store.listLabels()).map(({ fingerprint }) => fingerprint));
    const { labeled: already } = await runTrial(store, { before: defaults, after: strict }, nothing);
    const unlabeled = [...usually].filter((one) => !labeledAlready.has(one));
    const lost = unlabeled.filter((one) => !strictly.has(one));
    const kept = unlabeled.filter((one) => strictly.has(one));
    const wrong = lost.slice(0, 2);
    const right = [...lost.slice(2, 3), ...kept.slice(0, 3)];
    expect([wrong.length, right.length]).toEqual([2, 4]);
    const resolve = (reason: 'fixed' | 'false_positive', groups: string[]) =>
      store.triage({
        action: 'resolve',
        reason,
        note: null,
        by: 'mira',
        atMs: nowMs,
        changeId: reason,
        target: { groups: groups.map((fingerprint) => ({ fingerprint })) },
      });
    await resolve('false_positive', wrong);
    await resolve('fixed', right);
    const there = await runTrial(store, { before: defaults, after: strict }, nothing);
    // The demo labels a group of its own.
    const { before, after, both } = already.fixed;
    expect(there.labeled).toEqual({
      fixed: { before: before + 4, after: after + 3, both: both + 3 },
      falsePositive: { before: 2, after: 0, both: 0 },
    });
    const back = await runTrial(store, { before: strict, after: defaults }, nothing);
    expect(back.labeled).toEqual({
      fixed: { before: after + 3, after: before + 4, both: both + 3 },
      falsePositive: { before: 0, after: 2, both: 0 },
    });
    // Observers that are the same in both are not run, and theirs are not counted.
    const other = toSet(change('drift', { enabled: true }));
    expect((await runTrial(store, { before: defaults, after: other }, nothing)).labeled.fixed).toEqual({ before: 0, after: 0, both: 0 });
  });

  it('passes over a session that vanished after it was listed', async () => {
    const { store } = archive;
    const whole = await runTrial(store, { before: defaults, after: strict }, nothing);
    const withGhost = {
      listCallFacts: store.listCallFacts,
      listLabels: store.listLabels,
      listHandledGroups: store.listHandledGroups,
      listObservable: async (after: string | null, limit: number) =>
        after === null
          ? [{ sessionId: 'gone', title: 'Gone', project: null, toolCalls: 3 }, ...(await store.listObservable(after, limit))]
          : store.listObservable(after, limit),
    };
    const trial = await runTrial(withGhost, { before: defaults, after: strict }, nothing);
    expect(trial).toEqual({ ...whole, sessions: whole.sessions + 1, sessionsDone: whole.sessions + 1 });
  });
});
