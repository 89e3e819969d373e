import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSessions, useExamples } from '../e2e/metrics-data.ts';
import { sendJson, startServer, type RunningServer } from '../e2e/start-server.ts';

const command = path.resolve('dist/observatory.mjs');

describe.skipIf(!existsSync('dist/server.mjs') || !existsSync('.next/BUILD_ID'))('metrics of turns', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
    await importSessions(server, 6);
    await useExamples(server, 3);
  });
  afterAll(() => server.stop());

  const get = (place: string) => sendJson(server.url, 'GET', place);
  const post = (place: string, body: object) => sendJson(server.url, 'POST', place, body);
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, ...args], {
      env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: server.folder, OBSERVATORY_DB: path.join(server.folder, 'observatory.db') },
    });

  it('are compared, listed and split over HTTP', async () => {
    const compared = await get('/api/metrics/cohorts?metric=completed');
    expect(compared).toMatchObject({
      a: { label: 'Without examples', turns: 9, sessions: 6 },
      b: { label: 'With examples', turns: 3, sessions: 3, withoutOutcome: 0 },
      verdict: { code: 'too_few', missingSessions: 17 },
      synthetic: false,
    });
    expect(await get('/api/metrics/turns?group=b&limit=2')).toMatchObject({ total: 3, items: [{ turnIdx: 1 }, { turnIdx: 1 }] });
    expect(await get('/api/metrics/values?split=project')).toEqual({
      values: [
        { value: 'blog', turns: 6 },
        { value: 'shop', turns: 6 },
      ],
    });
    expect(await get('/api/metrics/cohorts?split=tool&value=Bash&metric=tool_errors')).toMatchObject({
      a: { turns: 0 },
      b: { label: 'Bash', turns: 12, sessions: 6 },
    });
  });

  it('report what followed an example, and stop offering it', async () => {
    const before = (await get('/api/metrics/examples')) as { items: { sessionId: string; given: number; blockedAtMs: number | null }[] };
    const [{ sessionId, given } = { sessionId: '', given: 0 }] = before.items;
    expect(given).toBeGreaterThan(0);
    await sendJson(server.url, 'PUT', `/api/metrics/examples/${sessionId}/blocked`, { blocked: true });
    const asked = { prompt: 'Fix the rounding of refunds', top_k: 20 };
    const { examples } = (await post('/api/retrieve', asked)) as { examples: { sessionId: string }[] };
    expect(examples.map((example) => example.sessionId)).not.toContain(sessionId);
    await sendJson(server.url, 'PUT', `/api/metrics/examples/${sessionId}/blocked`, { blocked: false });
  });

  it('of an experiment are listed by arm', async () => {
    const { id } = (await post('/api/experiments', { name: 'Half', kind: 'retrieval', smallestEffect: 0.2 })) as { id: string };
    await post(`/api/experiments/${id}/start`, {});
    for (let at = 0; at < 6; at += 1) {
      const turn = { session_id: `claude-code:run-${at}`, turn_idx: 1 };
      await post('/api/retrieve', { prompt: 'Fix refunds', ...turn });
      // A turn that was just asked about would be running.
      await post('/api/turns/outcome', { ...turn, completed: true });
    }
    const count = async (arm: string) => ((await get(`/api/metrics/turns?experiment=${id}&arm=${arm}`)) as { total: number }).total;
    const { arms } = (await get(`/api/experiments/${id}`)) as { arms: { arm: string; turns: number }[] };
    expect(arms.map(({ turns }) => turns).reduce((sum, turns) => sum + turns, 0)).toBe(6);
    for (const { arm, turns } of arms) expect([arm, await count(arm)]).toEqual([arm, turns]);
  });

  it.each([
    ['/api/metrics/cohorts?q=kind:prompt', 'kind: is not known of turns'],
    ['/api/metrics/cohorts?split=model', 'query.value: a split by model needs a value'],
    ['/api/metrics/cohorts?split=period&value=soon', 'query.value: “soon” is not a date'],
    ['/api/metrics/report?since=-1', 'query.since'],
  ])('refuse %s and say why', async (place, message) => {
    await expect(get(place)).rejects.toThrow(message);
  });

  it.each([
    [{ session_id: 'x', turn_idx: 0, duration_ms: -5 }, 'duration_ms'],
    [{ session_id: 'x', turn_idx: -1 }, 'turn_idx'],
    [{ session_id: 'x', turn_idx: 0, completed: 'yes' }, 'completed'],
  ])('refuse the outcome %j and name the field', async (body, field) => {
    await expect(post('/api/turns/outcome', body)).rejects.toThrow(field);
  });

  it('are reported by the command as over HTTP', async () => {
    const report = (await get('/api/metrics/report?since=100000')) as { total_turns: number; cohorts: object };
    expect(report.total_turns).toBe(12);
    const { stdout } = await run('report', '--since', '100000', '--json');
    const { total_turns: total, cohorts } = JSON.parse(stdout) as typeof report;
    expect([total, cohorts]).toEqual([report.total_turns, report.cohorts]);
    expect((await run('report', '--since', '100000')).stdout).toMatch(
      /^# Coder2 Self-Improvement Report\n\nWindow: last \*\*100000 days\*\* — 12 turns/u,
    );
    await expect(run('report', '--since', 'week')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since week') as string,
    });
  });
});
