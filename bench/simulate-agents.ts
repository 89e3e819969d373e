import { parseArgs } from 'node:util';
import * as z from 'zod';
import { simulateAgents } from '../db/demo/agents/simulate-agents.ts';
import { armName, verdictCode } from '../lib/domain/experiment.ts';
import { sendJson } from '../e2e/start-server.ts';
import { makeHttpAgents } from './http-agents.ts';

const created = z.object({ id: z.string() });
const analysis = z.object({
  verdict: z.object({ code: verdictCode, sentence: z.string() }),
  arms: z.array(z.object({ arm: armName, sessions: z.int(), turns: z.int() })),
  primary: z.object({ effect: z.number().nullable(), interval: z.object({ low: z.number(), high: z.number() }).nullable() }),
});

const hourMs = 3_600_000;

/** `0.2`, or by project: `shop=0.4,blog=0`. */
const parseEffect = (text: string): number | Record<string, number> =>
  text.includes('=')
    ? Object.fromEntries(text.split(',').map((part) => [part.split('=')[0] ?? '', Number(part.split('=')[1])]))
    : Number(text);

/**
 * Simulates agents with a known effect against a running server, in an experiment of their own, and prints what the experiment says:
 * `npx tsx bench/simulate-agents.ts --url http://127.0.0.1:4317 --sessions 200 --effect 0.2`. `--lose 0.4`: this share of the control
 * sessions is lost. Use an archive of its own: the sessions stay in it.
 */
const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      sessions: { type: 'string', default: '200' },
      effect: { type: 'string', default: '0.2' },
      lose: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.url === undefined) throw new Error('--url: the address of a running server');
  const { url } = values;
  const effect = parseEffect(values.effect);
  const projects = typeof effect === 'number' ? ['shop', 'blog'] : Object.keys(effect);
  const sessions = Number(values.sessions);
  const definition = { name: `Simulated, effect ${values.effect}`, kind: 'retrieval', smallestEffect: 0.2 };
  const { id } = created.parse(await sendJson(url, 'POST', '/api/experiments', definition));
  await sendJson(url, 'POST', `/api/experiments/${id}/start`, {});
  const experiment = { id, arms: { control: 0.5, treatment: 0.5 } };
  const plan = {
    seed: Number(values.seed),
    sessions,
    turns: { from: 2, to: 5 },
    projects,
    baseRate: 0.5,
    effect,
    spread: 0.25,
    startMs: Date.now() - (sessions + 2) * hourMs,
    everyMs: hourMs,
    loss: { experiment, arm: 'control' as const, share: Number(values.lose) },
  };
  await simulateAgents(plan, makeHttpAgents(url));
  const found = analysis.parse(await sendJson(url, 'GET', `/api/experiments/${id}`));
  await sendJson(url, 'POST', `/api/experiments/${id}/stop`, {});
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
};

await run();
