import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSession, type Role } from '../../db/demo/plan.ts';
import { recurringFailure } from '../../db/demo/recurring-failure.ts';
import type { Session } from '../domain/session.ts';
import type { ToolCall } from '../domain/tool-call.ts';
import { listAll, nowMs, openArchive, type Archive } from './__fixtures__/demo-archive.ts';

const count = 40;

const toCallKey = ({ name, params }: ToolCall): string => `${name} ${params}`;

/** Result of a call, without the details of this run in Codex's header. */
const toOutcome = ({ resultText }: ToolCall): string => (resultText ?? '').split('\nOutput:\n').at(-1) ?? '';

/** The longest run of failures: the index of its first call, and how many. */
const longestFailures = (calls: readonly ToolCall[]): [firstCall: number, length: number] => {
  let best: [number, number] = [0, 0];
  let from = 0;
  calls.forEach((call, index) => {
    if (call.outcome !== 'error') from = index + 1;
    else if (index + 1 - from > best[1]) best = [from + 1, index + 1 - from];
  });
  return best;
};

const snapshots = 'weakincentives';

describe('the demo', () => {
  let folder: string;
  let archive: Archive;
  let sessions: Session[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
    archive = openArchive(folder);
    const startedAt = performance.now();
    await archive.demo.createIfNew();
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`The demo was written and imported in ${Math.round(tookMs)} ms.\n`);
    expect(tookMs).toBeLessThan(20_000);
    // Those of simulated agents are alike.
    sessions = (await listAll(archive.store)).filter(({ project }) => project !== 'shop' && project !== 'blog');
  }, 60_000);
  afterAll(async () => {
    await archive.store.close();
    await rm(folder, { recursive: true });
  });

  /** Sessions of a role with their calls, oldest first. A session is found by what its work is about, and its model. */
  const ofRole = async (role: Role): Promise<{ session: Session; calls: ToolCall[] }[]> => {
    const found = Array.from({ length: count }, (_, index) => planSession(count - 1 - index))
      .filter((planned) => planned.role === role)
      .map(({ work: { task, model } }) =>
        sessions.find(
          ({ title, models }) => models.includes(model) && (title?.endsWith(task.title) || title?.startsWith(task.request.slice(0, 60))),
        ),
      );
    return Promise.all(
      found.map(async (session) => {
        if (!session) throw new Error(`A session of the role ${role} is missing.`);
        return { session, calls: await archive.store.listToolCalls(session.id, 1, 1_000, 65_536) };
      }),
    );
  };

  it('is read without an issue, leaves no file behind, and is not imported twice', async () => {
    const { items } = await archive.imports.list({ cursor: null, limit: 10 });
    const { results } = await archive.imports.get(items[0]?.id ?? '');
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['imported']));
    expect(results.flatMap(({ issues }) => issues)).toEqual([]);
    expect(results.filter(({ unknownRecords, skippedLines, pendingTail }) => unknownRecords + skippedLines > 0 || pendingTail)).toEqual([]);
    expect(existsSync(archive.demoFolder)).toBe(false);
    expect(await archive.demo.createIfNew()).toBe(false);
  });

  it('has sessions of both agents, every one marked, with titles of their own', () => {
    const mains = sessions.filter(({ relation, family }) => relation !== 'subagent' && family !== snapshots);
    expect(mains).toHaveLength(count);
    expect(mains.filter(({ family }) => family === 'codex')).toHaveLength(14);
    expect(sessions.every(({ synthetic }) => synthetic)).toBe(true);
    expect(new Set(mains.map(({ title }) => title)).size).toBe(count);
    expect(new Set(mains.map(({ project }) => project)).size).toBe(6);
  });

  it('has tokens everywhere, and a price but for the model without one', () => {
    for (const { tokens, costUsd, models, title, family } of sessions) {
      expect(tokens.output, title ?? '').toBeGreaterThan(0);
      // Snapshots name no model.
      if (models.includes('kestrel-coder-2') || family === snapshots) expect(costUsd).toBeNull();
      else expect(costUsd, title ?? '').toBeGreaterThan(0);
    }
    const unpriced = sessions.filter(({ models }) => models.includes('kestrel-coder-2'));
    expect(new Set(unpriced.map(({ family }) => family))).toEqual(new Set(['claude-code', 'codex']));
  });

  it('has a trajectory of twenty renders', async () => {
    const { items } = await archive.store.listTrajectories({ isRefused: false }, { cursor: null, limit: 10 });
    expect(items).toMatchObject([{ snapshots: 20, promptVersions: 3, flaw: null }]);
    expect(sessions.find(({ id }) => id === items[0]?.sessionId)).toMatchObject({ family: snapshots, synthetic: true });
  });

  it('joins subagents of both agents to the calls that started them', async () => {
    for (const family of ['claude-code', 'codex']) {
      const children = sessions.filter((session) => session.family === family && session.relation === 'subagent');
      expect(children.length, family).toBeGreaterThan(0);
      for (const { id, parentId } of children) {
        const calls = await archive.store.listToolCalls(parentId ?? '', 1, 1_000, 64);
        expect(calls.map(({ childSessionId }) => childSessionId)).toContain(id);
      }
    }
  });

  it('has forks of both agents: one shares records with an older session, one names it', async () => {
    const forks = sessions.filter(({ title }) => title?.endsWith('as small as possible'));
    const ofFamily = (family: string) => forks.find((session) => session.family === family);
    const inheritedOf = async (family: string) =>
      (await archive.store.listRecords(ofFamily(family)?.id ?? '', 0, 1_000, 64)).map((record) => record.inheritedFrom);
    const inherited = await inheritedOf('claude-code');
    expect(inherited).toContain(null);
    const origin = sessions.find(({ id }) => inherited.includes(id));
    expect(ofFamily('claude-code')?.title).toContain(origin?.title);
    const parent = sessions.find(({ id }) => id === ofFamily('codex')?.parentId);
    expect(ofFamily('codex')).toMatchObject({ relation: 'fork' });
    expect(ofFamily('codex')?.title).toContain(parent?.title);
    expect(await inheritedOf('codex')).toEqual(expect.arrayContaining([null, parent?.id]));
  });

  it('has clean sessions: no call twice, at most one error', async () => {
    const clean = await ofRole('clean');
    expect(clean.length).toBeGreaterThanOrEqual(6);
    for (const { session, calls } of clean) {
      expect(new Set(calls.map(toCallKey)).size, session.title ?? '').toBe(calls.length);
      expect(calls.filter(({ outcome }) => outcome !== 'ok').length, session.title ?? '').toBeLessThanOrEqual(1);
    }
    expect(new Set(clean.map(({ session }) => session.family)).size).toBe(2);
  });

  it('has loops that begin at the fourth call', async () => {
    const loops = await ofRole('loop');
    expect(loops.map(({ session }) => session.family).sort()).toEqual(['claude-code', 'codex']);
    for (const { calls } of loops) {
      const [before, repeated] = [calls.slice(0, 3), calls.slice(3)];
      expect(new Set(before.map(toCallKey)).size).toBe(3);
      expect(repeated.length).toBeGreaterThanOrEqual(7);
      expect(new Set(repeated.map((call) => toCallKey(call) + toOutcome(call))).size).toBe(1);
      expect(new Set(repeated.map(({ outcome }) => outcome))).toEqual(new Set(['error']));
      expect(new Set(repeated.slice(1).map(({ sameAs }) => sameAs))).toEqual(new Set([4]));
    }
  });

  it('has error cascades from the first call on, each failure another one', async () => {
    const cascades = await ofRole('error cascade');
    expect(cascades.map(({ session }) => session.family).sort()).toEqual(['claude-code', 'codex']);
    for (const { calls } of cascades) {
      expect(longestFailures(calls)).toEqual([1, 6]);
      expect(new Set(calls.map(toCallKey)).size).toBe(calls.length);
    }
  });

  it('has drifts, which name their file in the prompt and leave its folder at the third call', async () => {
    const drifts = await ofRole('drift');
    expect(drifts.map(({ session }) => session.family).sort()).toEqual(['claude-code', 'codex']);
    for (const { session, calls } of drifts) {
      const records = await archive.store.listRecords(session.id, 0, 1_000, 65_536);
      const prompt = records.find(({ kind }) => kind === 'prompt')?.text ?? '';
      const [, file = ''] = /`([^`]+)`/u.exec(prompt) ?? [];
      const place = path.posix.dirname(file);
      expect(calls.slice(0, 2).some(({ params }) => params.includes(place))).toBe(true);
      const wandering = calls.slice(2).map(({ summary }) => summary);
      expect(wandering.length).toBeGreaterThanOrEqual(8);
      expect(wandering.filter((summary) => summary.includes(place))).toEqual([]);
      expect(calls.filter(({ outcome }) => outcome === 'error')).toEqual([]);
    }
  });

  it('has a failure that is met, repaired, and returns in the same words', async () => {
    const [met, repaired, returned] = await Promise.all((['failure met', 'failure repaired', 'failure returned'] as const).map(ofRole));
    const meetings = [...(met ?? []), ...(repaired ?? []), ...(returned ?? [])];
    expect(meetings.length).toBeGreaterThanOrEqual(4);
    const startedAt = meetings.map(({ session }) => session.startedAtMs ?? 0);
    expect(startedAt).toEqual(startedAt.toSorted((a, b) => a - b));
    const words = new Set<string>();
    for (const { calls } of meetings) {
      const runs = calls.filter(({ params }) => params.includes(recurringFailure.command));
      const failures = runs.filter(({ outcome }) => outcome === 'error');
      expect(failures).toHaveLength(3);
      for (const failure of failures)
        words.add(
          toOutcome(failure)
            .replace(/^Exit code \d+\n/u, '')
            .replaceAll(/\d+ ms/gu, ''),
        );
    }
    expect(words.size).toBe(1);
    const lastRuns = meetings.map(({ calls }) => calls.findLast(({ params }) => params.includes(recurringFailure.command))?.outcome);
    expect(lastRuns).toEqual(['error', 'error', 'ok', 'error']);
  });

  it('has one session at work, whose last call is unanswered', async () => {
    const open = await Promise.all(
      sessions.map(async ({ id }) =>
        (await archive.store.listToolCalls(id, 1, 1_000, 64)).filter(({ resultRecordId }) => resultRecordId === null),
      ),
    );
    const newest = sessions.at(-1);
    expect(open.flat().filter(({ sessionId }) => sessionId === newest?.id)).toHaveLength(1);
    expect(nowMs - (newest?.endedAtMs ?? 0)).toBeLessThan(150_000);
  });
});
