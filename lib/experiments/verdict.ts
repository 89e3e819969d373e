import type { Experiment, ExperimentAnalysis, ExperimentMetric, MetricEffect } from '../domain/experiment.ts';
import { printEffect } from '../print/effect.ts';
import { printEffectBounds, printMetric } from '../print/metric.ts';
import { printCount, printCounted } from '../print/number.ts';
import { printVerdict } from '../print/verdict.ts';
import { minArmSessions } from '../stats/confidence-sequence.ts';
import { betterSign } from './effect-scale.ts';
import type { Measured } from './measure-effect.ts';

/** `is`: the verb that goes with it. */
const subjects: Readonly<Record<ExperimentMetric, { text: string; is: 'is' | 'are' }>> = {
  completed: { text: 'the completion rate', is: 'is' },
  recovered: { text: 'the recovery rate', is: 'is' },
  iterations: { text: 'iterations per turn', is: 'are' },
  tool_errors: { text: 'tool errors per turn', is: 'are' },
  duration: { text: 'the duration of a turn', is: 'is' },
  tokens: { text: 'tokens per turn', is: 'are' },
  cost: { text: 'the cost of a turn', is: 'is' },
  reward: { text: 'the reward', is: 'is' },
};

const treatments = { retrieval: 'with examples', feedback: 'with feedback' } as const;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Facts = Pick<ExperimentAnalysis, 'primary' | 'guardrails' | 'sampleRatio' | 'missing' | 'arms' | 'power'> & {
  experiment: Experiment;
  measured: Measured;
};

/** `The completion rate is 8.2 points higher with examples`. */
const describeEffect = (metric: ExperimentMetric, effect: number, { kind }: Experiment): string => {
  const { text, is } = subjects[metric];
  return `${capitalize(text)} ${is} ${printEffect(metric, Math.abs(effect))} ${effect > 0 ? 'higher' : 'lower'} ${treatments[kind]}`;
};

const describeDecided = ({ primary, guardrails, experiment }: Facts & { primary: MetricEffect }, effect: number): string => {
  const { metric, control, treatment, atLeast, interval } = primary;
  const values = `${printMetric(metric, treatment?.value ?? null, atLeast.treatment)} against ${printMetric(metric, control?.value ?? null, atLeast.control)}`;
  const range = interval ? ` The difference lies between ${printEffectBounds(metric, interval)}.` : '';
  const worse = guardrails.flatMap((one) =>
    one.isViolated && one.effect !== null ? describeEffect(one.metric, one.effect, experiment) : [],
  );
  const warning =
    worse.length === 0 ? '' : ` But it costs something: ${worse.map((text) => text.charAt(0).toLowerCase() + text.slice(1)).join('; ')}.`;
  return `${describeEffect(metric, effect, experiment)}: ${values}.${range}${describeWorth(primary, experiment)}${warning}`;
};

/** Whether a clear effect in the good direction is as large as it should be; null if that is open. */
const isWorth = ({ metric, interval }: MetricEffect, smallestEffect: number): boolean | null => {
  if (!interval) return null;
  const [least, most] = betterSign(metric) > 0 ? [interval.low, interval.high] : [-interval.high, -interval.low];
  return most < smallestEffect ? false : least >= smallestEffect ? true : null;
};

const describeWorth = (primary: MetricEffect, { smallestEffect, stoppedAtMs }: Experiment): string => {
  const { metric, effect } = primary;
  const worth = isWorth(primary, smallestEffect);
  if ((effect ?? 0) * betterSign(metric) <= 0 || worth === true) return '';
  const wanted = printEffect(metric, smallestEffect);
  return worth === false
    ? ` The effect is real, but less than the ${wanted} worth having.`
    : ` Whether it reaches the ${wanted} worth having is not known${stoppedAtMs === null ? ' yet' : ''}.`;
};

const describeMismatch = ({ arms }: Facts): string => {
  const counts = arms.map(
    ({ arm, sessions, share }) => `${printCounted(sessions, 'session')} in ${arm} (planned: ${Math.round(share * 100)} %)`,
  );
  return `No verdict: the split is broken. There are ${counts.join(' and ')}. Chance alone hardly ever does that (p < 0.001): sessions are lost, or not assigned as planned. Find out where before you trust any figure.`;
};

const describeMissing = ({ arms, experiment }: Facts): string => {
  const { primaryMetric: metric } = experiment;
  const unit = metric === 'recovered' ? 'session' : 'turn';
  const counts = arms.map(({ arm, counted, unknown }) => `${printCount(unknown)} of ${printCounted(counted, unit)} in ${arm}`);
  return `No verdict: it depends on the arm which values are unknown. ${capitalize(subjects[metric].text)} ${subjects[metric].is} unknown for ${counts.join(' and ')}. Chance alone hardly ever does that (p < 0.001), so the known ${unit}s do not stand for the others. Find out why they are missing before you trust any figure.`;
};

/** Why an effect has no interval though both arms have sessions enough. */
const describeConstant = ({ control, treatment, sequence }: Measured): string => {
  if (sequence === null) return 'zero in one arm, so that no ratio can be formed';
  return control?.value === treatment?.value ? 'the same in all sessions of both arms' : 'the same in all sessions of each arm';
};

/** Sessions until both arms have the least number, at the planned split. */
const countMissingArms = ({ known }: Measured, { arms }: Experiment): number =>
  Math.ceil(Math.max(...(['control', 'treatment'] as const).map((arm) => Math.max(0, minArmSessions - known[arm]) / arms[arm])));

const printDays = (days: number | null): string =>
  days === null ? '' : `, about ${days < 1 ? 'a day' : printCounted(Math.ceil(days), 'day')} at the rate so far`;

/** The verdict in one sentence or a few, which begins with the code in words. */
export const computeVerdict = (facts: Facts): ExperimentAnalysis['verdict'] => {
  const { experiment, measured, primary, sampleRatio, missing: unknown, power } = facts;
  const { primaryMetric: metric, smallestEffect } = experiment;
  const planned = Math.max(0, (power.neededSessions ?? 0) - power.sessions);
  const missing = Math.max(countMissingArms(measured, experiment), planned);
  const subject = subjects[metric].text;
  // A stopped experiment gets no more sessions.
  const isOver = experiment.stoppedAtMs !== null;
  const missingSessions = isOver ? null : missing;
  if (sampleRatio?.isMismatch) return { code: 'no_verdict', sentence: describeMismatch(facts), missingSessions: null };
  if (unknown?.isMismatch) return { code: 'no_verdict', sentence: describeMissing(facts), missingSessions: null };
  if (experiment.assigned === 0) {
    const begun = isOver ? 'No session was assigned' : 'No session has been assigned yet';
    const state = experiment.startedAtMs === null ? 'The experiment has not started' : begun;
    const needed = power.neededSessions === null ? '' : `; about ${printCounted(power.neededSessions, 'session')}`;
    const plan = needed === '' ? '' : `${needed} ${isOver ? 'would have been' : 'are'} needed`;
    return { code: 'too_few', sentence: `Too few to say. ${state}${plan}.`, missingSessions: isOver ? null : power.neededSessions };
  }
  if (Math.min(measured.known.control, measured.known.treatment) < minArmSessions) {
    const { control, treatment } = measured.known;
    const counts = `there are ${printCount(control)} in control and ${printCount(treatment)} in treatment`;
    const needs = isOver
      ? ''
      : ` About ${printCounted(missing, 'more session')} are missing to see ${printEffect(metric, smallestEffect)}${printDays(power.daysLeft)}.`;
    const sentence = `Too few to say. Each arm needs ${minArmSessions} sessions in which ${subject} ${subjects[metric].is} known; ${counts}.${needs}`;
    return { code: 'too_few', sentence, missingSessions };
  }
  if (primary.effect === null || primary.interval === null) {
    const sentence = `Too few to say. ${capitalize(subject)} ${subjects[metric].is} ${describeConstant(measured)}, so chance cannot be judged.`;
    return { code: 'too_few', sentence, missingSessions: null };
  }
  if (primary.isClear) {
    const isBetter = primary.effect * betterSign(metric) > 0;
    const code = !isBetter ? 'harms' : isWorth(primary, smallestEffect) === false ? 'smaller' : 'helps';
    return {
      code,
      sentence: `${printVerdict(code, isOver)}. ${describeDecided({ ...facts, primary }, primary.effect)}`,
      missingSessions: null,
    };
  }
  const seen =
    power.smallestVisible === null ? '' : ` An effect of ${printEffect(metric, power.smallestVisible)} would likely have been seen by now.`;
  return {
    code: 'no_evidence',
    sentence: `${printVerdict('no_evidence', isOver)}.${seen}${describeNeeds(facts, missing)}`,
    missingSessions,
  };
};

const describeNeeds = ({ experiment: { primaryMetric: metric, smallestEffect, stoppedAtMs }, power }: Facts, missing: number): string => {
  const wanted = printEffect(metric, smallestEffect);
  if (missing === 0) return ` Those are all the sessions needed to see ${wanted}: an effect is likely smaller, if there is one.`;
  if (stoppedAtMs !== null) return ` To see ${wanted}, about ${printCounted(power.sessions + missing, 'session')} would have been needed.`;
  return ` To see ${wanted}, about ${printCounted(missing, 'more session')} are needed${printDays(power.daysLeft)}.`;
};
