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
  /** Stored findings of the observer `stall`, by session, after a replay with a set: the worst of each category. */
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
        after === null ? [...real.keys()].map((sessionId) => ({ sessionId, title: null, folderName: null, toolCalls: 1 })) : [],
      listLabels: store.listLabels,
      listHandled: store.listHandled,
      listCallFacts: (id: string, afterCall: number, limit: number) => store.listCallFacts(real.get(id)?.sessionId ?? '', afterCall, limit),
    };
    const trial = await runTrial(many, { before: defaults, after: strict }, nothing);
    expect(trial.counts).toEqual({ gained: 0, lost: 0, kept: 301, otherwise: 1 });
    expect([trial.kept.length, trial.kept[0]?.sessionId, trial.kept[1]?.sessionId]).toEqual([200, 'z', 'a0']);
  });

  it('predicts what replays leave to triage: findings, groups, and which of these need attention', async () => {
    const { store } = archive;
    const kinds = new Set(defaultConfig.observers.map(({ observer }) => observer));
    /** Detected observations that the page lists after a replay with a set. */
    const replay = async (set: ObserverSet) => {
      await observe(set);
      const list = { filter: {}, sort: 'first_seen', descending: false, cursor: null, limit: 1_000, nowMs } as const;
      const found = (await store.listObservations(list)).items.filter(({ observer, seen }) => seen > 0 && kinds.has(observer));
      const groups = new Set(found.map(({ fingerprint }) => fingerprint));
      const open = (await store.listObservationGroups({ ...list, zoneMinutes: 0 })).items.filter(
        ({ fingerprint, state }) => groups.has(fingerprint) && (state === 'open' || state === 'regressed'),
      );
      return { findings: new Set(found.map(({ id }) => id)), groups, attention: new Set(open.map(({ fingerprint }) => fingerprint)) };
    };
    type Listed = Awaited<ReturnType<typeof replay>>;
    const compare = (before: Listed, after: Listed) => {
      const of = (kind: keyof Listed) => ({
        before: before[kind].size,
        after: after[kind].size,
        both: [...before[kind]].filter((one) => after[kind].has(one)).length,
      });
      return { findings: of('findings'), groups: of('groups'), attention: of('attention') };
    };
    const act = (action: 'acknowledge' | 'resolve' | 'reopen', groups: readonly (string | undefined)[]) =>
      store.triage({
        ...{ action, reason: 'fixed', note: null, by: 'mira', atMs: nowMs, changeId: `${action} ${groups.join(' ')}` },
        target: { groups: groups.flatMap((fingerprint) => (fingerprint === undefined ? [] : [{ fingerprint }])) },
      });
    const strictly = await replay(strict);
    const usually = await replay(defaults);
    const attention = [...usually.attention];
    const lost = attention.filter((one) => !strictly.groups.has(one));
    const kept = attention.filter((one) => strictly.groups.has(one));
    expect([lost.length > 2, kept.length > 2]).toEqual([true, true]);
    await act('acknowledge', [lost[0], kept[0]]);
    await act('resolve', [lost[1], kept[1]]);

    const down = await runTrial(store, { before: defaults, after: strict }, nothing);
    const now = await replay(defaults);
    const fewer = await replay(strict);
    expect(down.triaged).toEqual(compare(now, fewer));
    // Back again, what was withdrawn is as it was.
    const up = await runTrial(store, { before: strict, after: defaults }, nothing);
    const again = await replay(defaults);
    expect(up.triaged).toEqual(compare(fewer, again));
    expect(again).toEqual(now);
    await act('reopen', [lost[0], kept[0], lost[1], kept[1]]);
  });

  it('predicts the state of what is found in other sessions, too, from its group', async () => {
    const { store } = archive;
    await observe(strict);
    const list = { filter: {}, sort: 'first_seen', descending: false, cursor: null, limit: 1_000, nowMs, zoneMinutes: 0 } as const;
    const open = async () =>
      (await store.listObservationGroups(list)).items.flatMap(({ state, fingerprint }) =>
        state === 'open' || state === 'regressed' ? [fingerprint] : [],
      );
    const before = await open();
    expect(before.length).toBeGreaterThan(0);
    await store.triage({
      ...{ action: 'acknowledge', reason: 'fixed', note: null, by: 'mira', atMs: nowMs, changeId: 'all' },
      target: { groups: before.map((fingerprint) => ({ fingerprint })) },
    });
    const { triaged } = await runTrial(store, { before: strict, after: defaults }, nothing);
    await observe(defaults);
    const after = await open();
    expect(after.length).toBeGreaterThan(0);
    expect(triaged.attention).toEqual({ before: 0, after: after.length, both: 0 });
    await store.undoTriage('all', 'mira', nowMs);
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
    // Theirs are found by what both configurations have.
    const other = toSet(change('drift', { enabled: true }));
    const { fixed } = (await runTrial(store, { before: defaults, after: other }, nothing)).labeled;
    expect(fixed).toEqual({ before: before + 4, after: before + 4, both: before + 4 });
  });

  it('passes over a session that vanished after it was listed', async () => {
    const { store } = archive;
    const whole = await runTrial(store, { before: defaults, after: strict }, nothing);
    const withGhost = {
      listCallFacts: store.listCallFacts,
      listLabels: store.listLabels,
      listHandled: store.listHandled,
      listObservable: async (after: string | null, limit: number) =>
        after === null
          ? [{ sessionId: 'gone', title: 'Gone', folderName: null, toolCalls: 3 }, ...(await store.listObservable(after, limit))]
          : store.listObservable(after, limit),
    };
    const trial = await runTrial(withGhost, { before: defaults, after: strict }, nothing);
    expect(trial).toEqual({ ...whole, sessions: whole.sessions + 1, sessionsDone: whole.sessions + 1 });
  });
});
