import { setImmediate as answerOthers } from 'node:timers/promises';
import type { CohortAnswer, CohortQuery } from '../../domain/cohort.ts';
import { AppError } from '../../domain/errors.ts';
import type { ArmName } from '../../domain/experiment.ts';
import type { MetricName } from '../../domain/metric.ts';
import type { Page } from '../../domain/page.ts';
import type { TurnMetric } from '../../domain/turn-metric.ts';
import { computeTrend, listEdges, toBalance, toBins, toPairs } from '../../metrics/cohorts.ts';
import { compareGroups } from '../../metrics/compare-groups.ts';
import { makeTurnTally, type TurnTally } from '../../metrics/tally-turns.ts';
import { toVerdict } from '../../metrics/verdict.ts';
import { printPartNote } from '../../print/metric.ts';
import { printCounted } from '../../print/number.ts';
import { estimateMedian } from '../../stats/median.ts';
import type { MetricsStore, TurnPlace, TurnSelection } from '../../store/metrics-store.ts';
import type { Store } from '../../store/store.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import { describeGroups } from './describe-groups.ts';
import { toSafeTurn } from './to-safe-turn.ts';
import { toSelection } from './to-selection.ts';

export type CohortService = ReturnType<typeof makeCohortService>;

type ListQuery = CohortQuery & { group?: 'a' | 'b'; experiment?: string; arm?: ArmName; cursor?: string; limit: number };

type Split = ReturnType<typeof toSelection>['by'];

const toNotes = ({ subagent, running, unknown }: TurnTally['left'], { split, value, against }: Split): string[] => [
  ...(subagent > 0 ? [`${printCounted(subagent, 'turn')} of subagents left out: their work counts in the turn that started them.`] : []),
  ...(running > 0 ? [`${printCounted(running, 'turn')} left out: still running.`] : []),
  ...(unknown > 0 ? [`${printCounted(unknown, 'turn')} left out: the ${split} is not known.`] : []),
  ...((split === 'tool' || split === 'mcp') && against !== null
    ? [`Turns that used both ${value} and ${against} count as turns that used ${value}.`]
    : []),
];

/** Compares groups of turns as they happened, and lists their turns. */
export const makeCohortService = ({ store, now }: { store: Store; now: () => number }) => {
  /** Begins again where the first real session arrives after a part of the demo was read. */
  const readAll = async (selection: TurnSelection, metric: MetricName): Promise<{ tally: TurnTally; synthetic: boolean }> => {
    const { add, tally } = makeTurnTally(metric, listEdges(metric));
    let first: boolean | null = null;
    let after: TurnPlace | null = null;
    do {
      const part = await store.readTurns(selection, after);
      if (part.synthetic !== (first ??= part.synthetic)) return readAll(selection, metric);
      for (const turn of part.turns) add(turn);
      after = part.next;
      await answerOthers();
    } while (after !== null);
    return { tally, synthetic: first };
  };
  return {
    compare: async (query: CohortQuery): Promise<CohortAnswer> => {
      const startedAtMs = performance.now();
      const selection = toSelection(query, now());
      const { split, value, against } = selection.by;
      const { metric } = query;
      const { tally, synthetic } = await readAll(selection, metric);
      const a = estimateMedian(tally.durations.a);
      await answerOthers();
      const medians = { a, b: estimateMedian(tally.durations.b) };
      await answerOthers();
      const trend = computeTrend(tally.days, metric);
      await answerOthers();
      const metrics = compareGroups(toPairs(tally), { primary: metric, medians });
      const primary = metrics.find((one) => one.metric === metric);
      if (!primary) throw new AppError('internal', `Nothing is known of the metric ${metric}.`);
      const { labels, names } = describeGroups(split, value, against);
      return {
        a: { label: labels.a, ...tally.counts.a },
        b: { label: labels.b, ...tally.counts.b },
        metrics,
        verdict: toVerdict(primary, split, names, { a: tally.counts.a.sessions, b: tally.counts.b.sessions }),
        trend,
        distribution: toBins(metric, tally.bins.a, tally.bins.b),
        balance: toBalance(tally),
        synthetic,
        notes: [
          ...toNotes(tally.left, selection.by),
          ...[printPartNote(metrics.map((one) => ({ metric: one.metric, turns: one.atLeast.a + one.atLeast.b })))].filter(
            (note) => note !== null,
          ),
        ],
        tookMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
      };
    },
    /** Turns of a group, or of an arm of an experiment, newest first. */
    listTurns: async ({ group, experiment, arm, cursor, limit, ...query }: ListQuery): Promise<Page<TurnMetric>> => {
      const nowMs = now();
      if (experiment !== undefined) await getExperiment(store, experiment);
      const asked: TurnSelection =
        experiment === undefined
          ? toSelection(query, nowMs)
          : { ...toSelection({ ...query, split: 'retrieval' }, nowMs), by: { experimentId: experiment } };
      const ofArm = arm === undefined ? null : arm === 'treatment' ? 'b' : 'a';
      const page = await store.listTurnMetrics({ ...asked, group: group ?? ofArm }, { cursor: cursor ?? null, limit });
      return { ...page, items: page.items.map(toSafeTurn) };
    },
    /** Values that turns can be split by, most turns first. */
    listValues: async (split: Parameters<MetricsStore['listSplitValues']>[0]) => ({ values: await store.listSplitValues(split, now()) }),
  };
};
