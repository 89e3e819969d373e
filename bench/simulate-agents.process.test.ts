import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { simulateAgents } from '../db/demo/agents/simulate-agents.ts';
import { sendJson, startServer, type RunningServer } from '../e2e/start-server.ts';
import { makeHttpAgents } from './http-agents.ts';

const estimate = z.object({ value: z.number(), n: z.int(), clusters: z.int() }).nullable();
const analysis = z.object({
  verdict: z.object({ code: z.string(), sentence: z.string() }),
  arms: z.array(z.object({ arm: z.string(), sessions: z.int(), turns: z.int(), withoutOutcome: z.int() })),
  primary: z.object({
    control: estimate,
    treatment: estimate,
    effect: z.number(),
    interval: z.object({ low: z.number(), high: z.number() }),
  }),
  secondary: z.array(z.object({ metric: z.string(), effect: z.number().nullable() })),
  looks: z.array(z.object({ sessions: z.int() })),
});

const isBuilt = existsSync('dist/server.mjs') && existsSync('.next/BUILD_ID');

describe.skipIf(!isBuilt)('agents with a known effect, over HTTP', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  }, 60_000);
  afterAll(() => server.stop());

  it('are found to be helped, with their true numbers of sessions and turns', async () => {
    const { url } = server;
    const definition = { name: 'Do examples help?', kind: 'retrieval', smallestEffect: 0.4 };
    const { id } = z.object({ id: z.string() }).parse(await sendJson(url, 'POST', '/api/experiments', definition));
    await sendJson(url, 'POST', `/api/experiments/${id}/start`, {});
    const plan = {
      seed: 3,
      // So many that neither arm is left with too few to say, however they fall.
      sessions: 110,
      turns: { from: 2, to: 3 },
      projects: ['shop'],
      baseRate: 0.25,
      effect: 0.55,
      spread: 0.15,
      startMs: Date.UTC(2026, 0, 1),
      everyMs: 3_600_000,
    };
    const sessions = await simulateAgents(plan, makeHttpAgents(url));
    const found = analysis.parse(await sendJson(url, 'GET', `/api/experiments/${id}`));
    const count = (arm: string) => sessions.filter((one) => one.arm === arm);
    for (const arm of found.arms) {
      const own = count(arm.arm);
      const turns = own.reduce((sum, one) => sum + one.turns, 0);
      expect(arm).toMatchObject({ sessions: own.length, turns, withoutOutcome: 0 });
    }
    expect(found.verdict).toMatchObject({ code: 'helps', sentence: expect.stringMatching(/^Helps\. The completion rate is/u) as string });
    expect(found.primary.interval.low).toBeLessThan(0.55);
    expect(found.primary.interval.high).toBeGreaterThan(0.55);
    expect(found.looks.at(-1)).toMatchObject({ sessions: plan.sessions });
    const errors = found.secondary.find(({ metric }) => metric === 'tool_errors');
    expect(errors?.effect).toBeLessThan(0);
  }, 120_000);
});
