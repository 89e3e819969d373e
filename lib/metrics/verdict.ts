import type { CohortAnswer, CohortSplit, MetricComparison } from '../domain/cohort.ts';
import { metricDefinitions } from '../domain/metric.ts';
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

/** One plain sentence of what differs, never of what causes it; or how many sessions are missing. */
export const toVerdict = (primary: MetricComparison, split: CohortSplit, names: GroupNames): Verdict => {
  const [sessionsA, sessionsB] = [primary.a?.clusters ?? 0, primary.b?.clusters ?? 0];
  const missing = minGroupSessions - Math.min(sessionsA, sessionsB);
  if (missing > 0) {
    const sentence = `Too few sessions to say: ${printCounted(sessionsB, 'session')} ${names.b}, ${printCount(sessionsA)} ${names.a}. At least ${minGroupSessions} of each are needed; ${printCounted(missing, 'session is', 'sessions are')} missing.`;
    return { code: 'too_few', direction: null, sentence, missingSessions: missing };
  }
  const { value, interval } = toEffect(primary);
  const words = `urns ${names.b} ${describeComparison(primary) ?? 'cannot be compared'}`;
  if (!primary.isClear || value === null || interval === null) {
    const reason =
      interval === null ? 'The sessions of each group do not differ, so chance cannot be judged.' : 'That is within what chance does.';
    return { code: 'no_evidence', direction: null, sentence: `No clear difference: t${words}. ${reason}`, missingSessions: null };
  }
  const isBetter = value > 0 === (metricDefinitions[primary.metric].better === 'higher');
  return {
    code: 'differs',
    direction: isBetter ? 'better' : 'worse',
    sentence: `T${words}. ${caution(split)}`,
    missingSessions: null,
  };
};
