import { describe, expect, it } from 'vitest';
import type { ComparedTurn } from '../domain/cohort.ts';
import { computeTrend, listEdges, toBalance, toBins, toPairs } from './cohorts.ts';
import { makeTurnTally } from './tally-turns.ts';

const dayMs = 86_400_000;
const unknown = { completed: null, iterations: null, tool_errors: null, duration: null, tokens: null, cost: null, reward: null };

type Over = Omit<Partial<ComparedTurn>, 'metrics'> & { metrics?: Partial<ComparedTurn['metrics']> };
const makeTurn = ({ metrics, ...over }: Over): ComparedTurn => ({
  sessionId: 's',
  group: 'a',
  left: null,
  createdAtMs: 0,
  atLeast: [],
  model: null,
  project: null,
  agent: 'chat',
  promptChars: 10,
  ...over,
  metrics: { ...unknown, ...metrics },
});

const tallyOf = (metric: Parameters<typeof makeTurnTally>[0], turns: readonly Over[]) => {
  const { add, tally } = makeTurnTally(metric, listEdges(metric));
  for (const turn of turns) add(makeTurn(turn));
  return tally;
};

describe('turns of two groups', () => {
  it('are summed by session, in both groups', () => {
    const tally = tallyOf('tokens', [
      { metrics: { tokens: 10, completed: 1 } },
      { metrics: { tokens: 20, duration: 100 } },
      { group: 'b', metrics: { tokens: 40 } },
      { metrics: { duration: 0 } },
      { sessionId: 't', group: 'b', metrics: { tokens: 5 } },
      { sessionId: 'u', left: 'running', metrics: { tokens: 1_000 } },
      { sessionId: 'u', left: 'subagent', metrics: { tokens: 1_000 } },
    ]);
    expect(tally.counts).toEqual({
      a: { turns: 3, sessions: 1, withoutOutcome: 2 },
      b: { turns: 2, sessions: 2, withoutOutcome: 2 },
    });
    expect(tally.left).toEqual({ running: 1, subagent: 1, unknown: 0 });
    const pairs = toPairs(tally);
    expect(pairs.get('tokens')).toEqual({
      pairs: [
        { sessionId: 's', a: { n: 2, sum: 30 }, b: { n: 1, sum: 40 } },
        { sessionId: 't', a: null, b: { n: 1, sum: 5 } },
      ],
      sessions: { a: 1, b: 2 },
    });
    // Logarithms, of at least 1 ms.
    expect(pairs.get('duration')?.pairs).toEqual([{ sessionId: 's', a: { n: 2, sum: Math.log(100) }, b: null }]);
    expect(tally.durations).toEqual({ a: [[100, 0]], b: [[], []] });
    expect(toBins('tokens', tally.bins.a, tally.bins.b)).toEqual([{ from: 0, to: 1_000, a: 2, b: 2 }]);
  });

  it('of very many sessions are summed by the end of their ids, and counted by session', () => {
    const ids = Array.from({ length: 10_001 }, (_, at) => `x${at}`).sort();
    const { pairs, sessions } = toPairs(
      tallyOf(
        'completed',
        ids.map((sessionId) => ({ sessionId, metrics: { completed: 1 } })),
      ),
    ).get('completed') ?? { pairs: [], sessions: null };
    // x0 to x9, and two digits.
    expect([pairs.length, sessions]).toEqual([110, { a: 10_001, b: 0 }]);
    expect(pairs.reduce((sum, { a }) => sum + (a?.n ?? 0), 0)).toBe(10_001);
  });

  it('have a trend in which a session counts once for each period', () => {
    const at = (day: number, sessionId = 's') => ({ sessionId, createdAtMs: day * dayMs, metrics: { iterations: day } });
    const { unit, points } = computeTrend(tallyOf('iterations', [at(4), at(5), at(60), at(4, 't')]).days, 'iterations');
    expect(unit).toBe('week');
    const isEmpty = ({ a, b }: (typeof points)[number]) => a === null && b === null;
    expect(points.filter((point) => !isEmpty(point)).map(({ from, a, b }) => [from / dayMs, a?.value, a?.n, a?.clusters, b])).toEqual([
      [4, 13 / 3, 3, 2, null],
      [60, 60, 1, 1, null],
    ]);
    // Nothing happened in seven weeks, and they take as long as any others.
    expect(points.map(({ from }) => from / dayMs)).toEqual([4, 11, 18, 25, 32, 39, 46, 53, 60]);
    expect(computeTrend(tallyOf('iterations', [{ createdAtMs: null, metrics: { iterations: 1 } }]).days, 'iterations').points).toEqual([]);
  });

  it('have a trend without gaps but those of over two years, from the year 0 on', () => {
    const listStarts = (...days: readonly string[]) => {
      const turns = days.map((day) => ({ createdAtMs: Date.parse(day), metrics: { iterations: 1 } }));
      const { unit, points } = computeTrend(tallyOf('iterations', turns).days, 'iterations');
      return [unit, ...points.map(({ from }) => new Date(from).toISOString().slice(0, 10))].join(' ');
    };
    expect(listStarts('0099-12-31', '1970-01-01', '2024-01-31', '2024-09-01')).toBe(
      'month 0099-12-01 1970-01-01 2024-01-01 2024-02-01 2024-03-01 2024-04-01 2024-05-01 2024-06-01 2024-07-01 2024-08-01 2024-09-01',
    );
    expect(listStarts('1970-01-01', '2026-01-30', '2026-02-01')).toBe('day 1970-01-01 2026-01-30 2026-01-31 2026-02-01');
  });

  it('are counted by model, length of the prompt and month; the ninth value and more are the others', () => {
    const tally = tallyOf('completed', [
      { model: 'm', promptChars: 200 },
      { model: 'm', group: 'b', promptChars: 199, createdAtMs: 40 * dayMs },
      ...Array.from({ length: 9 }, (_, at) => ({ model: `n${at}`, promptChars: null, createdAtMs: null })),
    ]);
    const balance = Object.fromEntries(toBalance(tally).map(({ aspect, rows }) => [aspect, rows]));
    expect(balance.model?.[0]).toEqual({ label: 'm', a: 0.1, b: 1 });
    expect(balance.model?.at(-1)).toEqual({ label: 'Others', a: 0.2, b: 0 });
    expect(balance.prompt_length).toEqual([
      { label: 'Under 200 characters', a: 0, b: 1 },
      { label: '200 to 999 characters', a: 1, b: 0 },
    ]);
    expect(balance.time?.map(({ label }) => label)).toEqual(['1970-02', '1970-01']);
    expect(balance.project).toBeUndefined();
  });
});
