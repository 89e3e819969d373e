import type { CohortAnswer, CohortSplit, MetricComparison } from '../domain/cohort.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';
import { printKnown } from '../print/metric.ts';
import { printCount, printCounted } from '../print/number.ts';
import { describeComparison, toEffect } from './comparison-words.ts';

type Verdict = CohortAnswer['verdict'];

/** Fewer sessions in a group say nothing: an interval over them rests on the few that happen to be there. */
export const minGroupSessions = 20;

const caution = (split: CohortSplit): string =>
  split === 'retrieval'
    ? 'Nobody assigned the turns, and turns with a similar past differ from others: this alone can’t say that examples help.'
    : 'Nobody assigned the turns, and the groups may differ in other ways: this alone can’t say what causes it.';

/** The groups as they are called behind "turns". */
export type GroupNames = { a: string; b: string };

type Sessions = { a: number; b: number };

const printSessions = ({ metric }: MetricComparison, names: GroupNames, known: Sessions, all: Sessions): string =>
  known.a === all.a && known.b === all.b
    ? `${printCounted(known.b, 'session')} ${names.b}, ${printCount(known.a)} ${names.a}`
    : `${printCount(known.b)} of ${printCounted(all.b, 'session')} ${names.b} ${all.b === 1 ? 'has' : 'have'} ${printKnown(metric)}, ${printCount(known.a)} of ${printCount(all.a)} ${names.a}`;

/**
 * One plain sentence of what differs, never of what causes it; or how many sessions are missing. `all`: sessions of the groups, with a
 * known value or without.
 */
export const toVerdict = (primary: MetricComparison, split: CohortSplit, names: GroupNames, all?: Sessions): Verdict => {
  const known = { a: primary.a?.clusters ?? 0, b: primary.b?.clusters ?? 0 };
  // In the order in which the sentence counts the groups; one that has enough is left out.
  const missing = [known.b, known.a].map((count) => minGroupSessions - count).filter((count) => count > 0);
  const most = Math.max(0, ...missing);
  if (most > 0) {
    const sentence = `Too few sessions to say: ${printSessions(primary, names, known, all ?? known)}. At least ${minGroupSessions} of each are needed; ${missing.map(printCount).join(' and ')} ${missing.length === 1 && most === 1 ? 'session is' : 'sessions are'} missing.`;
    return { code: 'too_few', direction: null, sentence, missingSessions: most };
  }
  const { value, interval } = toEffect(primary);
  const words = `urns ${names.b} ${describeComparison(primary) ?? 'cannot be compared'}`;
  if (!primary.isClear || value === null || interval === null) {
    const reason =
      interval === null ? 'The sessions of each group do not differ, so chance cannot be judged.' : 'That is within what chance does.';
    return {
      code: 'no_evidence',
      direction: null,
      sentence: `No clear difference: t${words}. ${reason} ${caution(split)}`,
      missingSessions: null,
    };
  }
  const isBetter = value > 0 === (metricDefinitions[primary.metric].better === 'higher');
  return {
    code: 'differs',
    direction: isBetter ? 'better' : 'worse',
    sentence: `T${words}. ${caution(split)}`,
    missingSessions: null,
  };
};
