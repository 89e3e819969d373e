import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openStore } from '../db/open-store.ts';
import { contracts } from '../lib/contracts/index.ts';
import { defaultOutputPath } from '../lib/domain/observer-config.ts';
import type { LiveAnswer } from '../lib/domain/live-call.ts';
import { recoverArchive } from '../lib/services/ingest/finish-archive.ts';
import { makeDefaultObservers } from '../lib/services/observe/default-observers.ts';
import { observeSession } from '../lib/services/observe/observe-session.ts';
import { folderOf, isBuilt, start, until, useServers } from './__fixtures__/built-server.ts';

useServers();

const post = (url: string, id: string, body: unknown) =>
  fetch(`${url}/api/sessions/${encodeURIComponent(id)}/tool-calls`, { method: 'POST', body: JSON.stringify(body) });
const record = async (url: string, id: string, body: unknown): Promise<LiveAnswer> => {
  const response = await post(url, id, body);
  expect(response.status).toBe(200);
  return contracts.assessments.record.response.parse(await response.json());
};
const toCall = (n: number) => ({
  id: `call-${String(n)}`,
  name: 'Bash',
  input: { command: `step ${String(n)}` },
  result: `done with ${String(n)}`,
});

const openArchive = () => {
  const file = path.join(folderOf(), 'data', 'observatory.db');
  return openStore(file, { migrationsFolder: path.resolve('db/migrations') });
};

/** Numbers run without a gap, in the order in which the agent told its calls; records and calls agree. */
const expectWhole = async (store: ReturnType<typeof openArchive>, id: string, least: number) => {
  const session = await store.findSession(id);
  const calls = await store.listToolCalls(session?.id ?? '', 1, 10_000, 100);
  expect(calls.length).toBeGreaterThanOrEqual(least);
  expect(calls.map(({ callIndex }) => callIndex)).toEqual(calls.map((_, index) => index + 1));
  expect(calls.map(({ nativeCallId }) => nativeCallId)).toEqual(calls.map((_, index) => `call-${String(index)}`));
  expect(calls.every(({ resultRecordId }) => resultRecordId !== null)).toBe(true);
  const records = await store.listRecords(session?.id ?? '', 0, 100_000, 10);
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index));
  expect(records.length).toBe(calls.length * 2);
  return { session, calls };
};

describe.skipIf(!isBuilt)('a server that running agents tell their calls', () => {
  it('answers what the observers report, writes it into the folder, and shows the session', async () => {
    const { url } = await start();
    const cwd = folderOf();
    const answers: LiveAnswer[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const call = { id: `c${String(n)}`, name: 'Bash', input: { command: 'make' }, result: 'the same', exitCode: 0 };
      answers.push(await record(url, 'claude-code:s-1', { session: { cwd }, ...(n === 1 && { prompt: 'Build it' }), calls: [call] }));
    }
    const reported = answers.filter(({ section }) => section !== '');
    expect(reported.length).toBeGreaterThanOrEqual(1);
    expect(reported[0]?.callIndexes[0]).toBeLessThanOrEqual(4);
    expect(reported[0]?.markdown).toContain('# Trajectory Assessment');
    expect(await readFile(path.join(cwd, defaultOutputPath), 'utf8')).toContain('Repetitive Pattern');
    // On a busy machine figures follow after a moment.
    await vi.waitFor(
      async () => {
        const shown = await fetch(`${url}/api/sessions/${answers[0]?.sessionId ?? ''}`);
        expect(await shown.json()).toMatchObject({ nativeId: 's-1', live: true, toolCalls: 5, findings: 1 });
      },
      { timeout: 10_000 },
    );
  });

  it('knows of a turn only what its agent reports: its answer, its end, its outcome, and examples of its own', async () => {
    const { url } = await start();
    const calls = [toCall(0)];
    const { sessionId } = await record(url, 'my-agent:told', { prompt: 'Do it', calls, answer: 'It is done.', ended: 'answered' });
    await record(url, 'my-agent:silent', { prompt: 'Do it', calls });
    const report = async (session_id: string, outcome: object) => {
      const body = JSON.stringify({ session_id, turn_idx: 0, ...outcome });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/turns/outcome`, { method: 'POST', headers, body });
      return contracts.metrics.putOutcome.response.parse(await response.json()).turn;
    };
    await vi.waitFor(
      async () => {
        const told = await report(sessionId, { retrieval_used: true });
        expect(told).toMatchObject({ completed: true, completedBasis: 'answered', retrievalUsed: true });
        const silent = await report('my-agent:silent', { retrieval_used: false });
        expect(silent).toMatchObject({ completed: null, completedBasis: 'running', retrievalUsed: false });
      },
      { timeout: 10_000 },
    );
    expect(await report('my-agent:silent', { iterations: 1 })).toMatchObject({ completed: null, completedBasis: null });
    expect(await report('my-agent:silent', { completed: true })).toMatchObject({ completed: true, completedBasis: 'reported' });
  });

  it('refuses what is wrong, naming it, and what is too large, with its size', async () => {
    const { url } = await start();
    expect(await (await post(url, 'nobody', { calls: [] })).json()).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await (await post(url, 'a:b', { calls: [{ name: '' }] })).json()).toMatchObject({
      detail: expect.stringContaining('body.calls.0.name') as string,
    });
    const result = 'x'.repeat(3 * 1024 * 1024);
    expect((await record(url, 'a:b', { calls: [0, 1, 2, 3].map((n) => ({ ...toCall(n), result })) })).added).toBe(4);
    const large = await post(url, 'a:b', { calls: [0, 1, 2, 3, 4, 5].map((n) => ({ ...toCall(n), result })) });
    expect(await large.json()).toMatchObject({
      status: 413,
      detail: expect.stringMatching(/POST \/api\/sessions\/\[id\]\/tool-calls exceeds 16777216 bytes/u) as string,
    });
  });

  it('loses nothing, doubles nothing and keeps each order, with many agents at once', { timeout: 180_000 }, async () => {
    const { url, child } = await start();
    const report = async (agent: number) => {
      const id = `agents:${String(agent)}`;
      for (let n = 0; n < 60; n += 10) {
        const calls = Array.from({ length: 10 }, (_, more) => toCall(n + more));
        const answer = await record(url, id, { calls });
        expect(answer.callIndexes).toEqual(calls.map((_, more) => n + more + 1));
        // One in ten is told twice, as after an answer that got lost.
        if (n === 50) expect((await record(url, id, { calls })).added).toBe(0);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, agent) => report(agent)));
    const { total } = contracts.sessions.list.response.parse(await (await fetch(`${url}/api/sessions`)).json());
    expect(total).toBe(20);
    child.kill('SIGTERM');
    await once(child, 'exit');
    const store = openArchive();
    for (let agent = 0; agent < 20; agent += 1) expect((await expectWhole(store, `agents:${String(agent)}`, 60)).calls.length).toBe(60);
    await store.close();
  });

  it('is whole after kill -9: what was answered is there, and the observers stand where the calls do', { timeout: 120_000 }, async () => {
    const { url, child } = await start();
    const answered = new Map<string, number>();
    const report = async (id: string) => {
      for (let n = 0; ; n += 1) {
        try {
          if ((await post(url, id, { calls: [toCall(n)] })).status !== 200) return;
          answered.set(id, n + 1);
        } catch {
          return;
        }
      }
    };
    const ids = Array.from({ length: 8 }, (_, agent) => `killed:${String(agent)}`);
    const telling = Promise.all(ids.map(report));
    await until(async () => answered.size === ids.length && Math.min(...answered.values()) >= 5, 30_000);
    child.kill('SIGKILL');
    await telling;
    const store = openArchive();
    await recoverArchive(store);
    const observers = makeDefaultObservers();
    for (const id of ids) {
      const { session, calls } = await expectWhole(store, id, answered.get(id) ?? 0);
      expect(session?.toolCalls).toBe(calls.length);
      await observeSession(store, observers, session?.id ?? '');
      expect((await store.findObserverCheckpoint(session?.id ?? ''))?.callIndex).toBe(calls.length);
    }
    await store.close();
    const again = await start();
    for (const id of ids) {
      const known = answered.get(id) ?? 0;
      expect((await record(again.url, id, { calls: [toCall(known - 1)] })).added).toBe(0);
    }
  });
});
