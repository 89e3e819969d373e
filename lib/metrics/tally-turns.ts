import type { ComparedTurn } from '../domain/cohort.ts';
import { dayMs } from '../domain/instant.ts';
import { metricName, type MetricName } from '../domain/metric.ts';
import type { Pair } from '../stats/paired-ratios.ts';

type Group = ComparedTurn['group'];
type Both = Record<Group, number>;

/** Contribution of one session to the groups. */
export type SessionPair = Pair & { sessionId: string };

/** One UTC day (days since 1970): its turns, and each session's values of the primary metric. */
export type DayTally = { turns: Both; pairs: SessionPair[] };

const aspects = ['model', 'project', 'agent', 'promptBand'] as const;
type Aspect = (typeof aspects)[number];

export type TurnTally = {
  counts: Record<Group, { turns: number; sessions: number; withoutOutcome: number }>;
  /** By metric: of `duration`, natural logarithms of at least 1 ms. */
  pairs: Map<MetricName, SessionPair[]>;
  /** Turns whose value is only known in part. */
  atLeast: Map<MetricName, Both>;
  days: Map<number, DayTally>;
  /** In milliseconds, by session. */
  durations: Record<Group, number[][]>;
  /** Known values of the primary metric, by the edge at or below them. */
  bins: Record<Group, number[]>;
  balance: Record<Aspect, Map<string, Both>>;
  left: Record<NonNullable<ComparedTurn['left']>, number>;
};

/** Lower ends of the bands in which prompts are counted, in characters, the longest first. */
const promptBands = [5_000, 1_000, 200, 0] as const;

const none = (): Both => ({ a: 0, b: 0 });
const getOrMake = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

const addTo = (pairs: SessionPair[], { sessionId, group }: ComparedTurn, value: number): void => {
  let pair = pairs.at(-1);
  if (pair?.sessionId !== sessionId) pairs.push((pair = { sessionId, a: null, b: null }));
  const cluster = (pair[group] ??= { n: 0, sum: 0 });
  cluster.n += 1;
  cluster.sum += value;
};

/** Sums turns as they come, those of a session one after the other. `edges`: of the bins of the primary metric, ascending. */
export const makeTurnTally = (primary: MetricName, edges: readonly number[]): { add: (turn: ComparedTurn) => void; tally: TurnTally } => {
  const toCounts = () => ({ turns: 0, sessions: 0, withoutOutcome: 0 });
  const tally: TurnTally = {
    counts: { a: toCounts(), b: toCounts() },
    pairs: new Map(metricName.options.map((name) => [name, []])),
    atLeast: new Map(),
    days: new Map(),
    durations: { a: [], b: [] },
    bins: { a: edges.map(() => 0), b: edges.map(() => 0) },
    balance: { model: new Map(), project: new Map(), agent: new Map(), promptBand: new Map() },
    left: { subagent: 0, running: 0, unknown: 0 },
  };
  const last: Record<Group, string | null> = { a: null, b: null };
  const addMetric = (turn: ComparedTurn, name: MetricName, value: number): void => {
    if (name === 'duration') tally.durations[turn.group].at(-1)?.push(value);
    addTo(tally.pairs.get(name) ?? [], turn, name === 'duration' ? Math.log(Math.max(value, 1)) : value);
  };
  const addPrimary = (turn: ComparedTurn): void => {
    const value = turn.metrics[primary];
    const day =
      turn.createdAtMs === null ? null : getOrMake(tally.days, Math.floor(turn.createdAtMs / dayMs), () => ({ turns: none(), pairs: [] }));
    if (day) day.turns[turn.group] += 1;
    if (value === null) return;
    if (day) addTo(day.pairs, turn, primary === 'duration' ? Math.log(Math.max(value, 1)) : value);
    const bin = edges.findLastIndex((edge) => value >= edge);
    const bins = tally.bins[turn.group];
    if (bin >= 0) bins[bin] = (bins[bin] ?? 0) + 1;
  };
  const add = (turn: ComparedTurn): void => {
    const { group, sessionId, promptChars } = turn;
    if (turn.left !== null) {
      tally.left[turn.left] += 1;
      return;
    }
    const counts = tally.counts[group];
    counts.turns += 1;
    if (last[group] !== sessionId) {
      last[group] = sessionId;
      counts.sessions += 1;
      tally.durations[group].push([]);
    }
    if (turn.metrics.completed === null) counts.withoutOutcome += 1;
    for (const name of metricName.options) {
      const value = turn.metrics[name];
      if (value !== null) addMetric(turn, name, value);
    }
    for (const name of turn.atLeast) getOrMake(tally.atLeast, name, none)[group] += 1;
    addPrimary(turn);
    const promptBand = promptChars === null ? null : String(promptBands.find((from) => promptChars >= from) ?? 0);
    const values: Record<Aspect, string | null> = { model: turn.model, project: turn.project, agent: turn.agent, promptBand };
    for (const aspect of aspects) {
      const value = values[aspect];
      if (value !== null) getOrMake(tally.balance[aspect], value, none)[group] += 1;
    }
  };
  return { add, tally };
};
