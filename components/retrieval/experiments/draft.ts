import type { Experiment, ExperimentInput, ExperimentKind, ExperimentMetric } from '@/lib/domain/experiment.ts';
import { getMetricDefinition, isRelativeEffect } from '@/lib/print/metric.ts';

/** A definition while it is typed: numbers are texts, shares and relative changes are percentages. */
export type Draft = {
  name: string;
  kind: ExperimentKind;
  hypothesis: string;
  treatment: string;
  primaryMetric: ExperimentMetric;
  smallestEffect: string;
  withinCalls: string;
  project: string;
};
export type FieldProblems = Partial<Record<keyof Draft, string>>;

export const emptyDraft: Draft = {
  name: '',
  kind: 'retrieval',
  hypothesis: '',
  treatment: '50',
  primaryMetric: 'completed',
  smallestEffect: '8',
  withinCalls: '10',
  project: '',
};

/** Whether the smallest effect is typed as a percentage: points of a share, or a relative change. */
export const isInPercent = (metric: ExperimentMetric): boolean => isRelativeEffect(metric) || getMetricDefinition(metric).unit === 'share';

const toText = (value: number): string => String(Number(value.toPrecision(6)));

export const toDraft = ({ name, kind, hypothesis, arms, primaryMetric, smallestEffect, withinCalls, project }: Experiment): Draft => ({
  name,
  kind,
  hypothesis,
  treatment: toText(arms.treatment * 100),
  primaryMetric,
  smallestEffect: toText(isInPercent(primaryMetric) ? smallestEffect * 100 : smallestEffect),
  withinCalls: String(withinCalls),
  project: project ?? '',
});

const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));

/** The definition as it is sent, and what is wrong with it, by field. */
export const readDraft = (draft: Draft): { input: ExperimentInput; problems: FieldProblems } => {
  const [treatment, effect, withinCalls] = [toNumber(draft.treatment) / 100, toNumber(draft.smallestEffect), toNumber(draft.withinCalls)];
  const smallestEffect = isInPercent(draft.primaryMetric) ? effect / 100 : effect;
  const problems: FieldProblems = {};
  if (draft.name.trim() === '') problems.name = 'Enter a name.';
  if (!(treatment > 0 && treatment < 1)) problems.treatment = 'A percentage between 0 and 100, such as 50.';
  if (!(smallestEffect > 0)) problems.smallestEffect = 'A number above 0.';
  else if (isInPercent(draft.primaryMetric) && smallestEffect >= 1) problems.smallestEffect = 'Less than 100.';
  if (draft.primaryMetric === 'recovered' && draft.kind !== 'feedback')
    problems.primaryMetric = 'Recovery is a metric of feedback experiments.';
  const isCount = Number.isInteger(withinCalls) && withinCalls >= 1 && withinCalls <= 200;
  if (draft.primaryMetric === 'recovered' && !isCount) problems.withinCalls = 'A whole number, 1 to 200.';
  return {
    input: {
      name: draft.name.trim(),
      kind: draft.kind,
      hypothesis: draft.hypothesis.trim(),
      arms: { control: Number((1 - treatment).toFixed(6)), treatment: Number(treatment.toFixed(6)) },
      primaryMetric: draft.primaryMetric,
      smallestEffect,
      withinCalls: isCount ? withinCalls : Number(emptyDraft.withinCalls),
      project: draft.project === '' ? null : draft.project,
    },
    problems,
  };
};

const fieldOf: Readonly<Record<string, keyof Draft>> = { arms: 'treatment' };
const isField = (name: string): name is keyof Draft => name in emptyDraft;

/** The server's problems by field; what belongs to no field is the rest, null without any. */
export const splitServerProblems = (message: string): { fields: FieldProblems; rest: string | null } => {
  const fields: FieldProblems = {};
  const rest = message.split(/; (?=body\b)/u).filter((part) => {
    const [, path = '', text = ''] = /^body\.([a-zA-Z]+)(?:\.\w+)*: ([^]*)$/u.exec(part) ?? [];
    const field = fieldOf[path] ?? path;
    if (!isField(field)) return true;
    fields[field] = text;
    return false;
  });
  return { fields, rest: rest.length === 0 ? null : rest.join('; ') };
};
