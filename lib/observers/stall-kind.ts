import type { ObserverKind } from './observer.ts';
import { makeSpecifiedStall } from './specified-stall.ts';
import { makeStall } from './stall.ts';
import { stallParameters, type StallCategory, type StallParameters } from './stall-parameters.ts';
import { onEveryCall, whenever } from './trigger.ts';

const defaults: StallParameters = {
  window_size: 10,
  repetition_threshold: 3,
  error_rate_threshold: 0.5,
  repetition_key: 'call',
  polling_threshold: 30,
  as_specified: false,
};

export const stall: ObserverKind<StallParameters, unknown, StallCategory> = {
  id: 'stall',
  name: 'Stall Detector',
  version: 8,
  description: 'Finds loops, cycles, edits that are undone and redone, endless polling, and high error rates.',
  categories: {
    'Repetitive Pattern': {
      label: 'Loop',
      countsCalls: true,
      headline: 'Looped',
      subjectScope: 'archive',
      suggestions: ['The same call will give the same result. Change something first, or get the information another way.'],
    },
    Cycle: {
      label: 'Cycle',
      countsCalls: false,
      headline: 'Went in circles',
      subjectScope: 'archive',
      suggestions: ['Every round ends like the one before. Find out why before you start another one.'],
    },
    Oscillation: {
      label: 'Oscillation',
      countsCalls: false,
      headline: 'Went back and forth',
      subjectScope: 'archive',
      suggestions: ['Neither version settles it. Find out what each one breaks, then try a third way or ask the user.'],
    },
    Polling: {
      label: 'Polling',
      countsCalls: true,
      headline: 'Kept asking',
      subjectScope: 'archive',
      suggestions: ['The answer has not changed for a long time. Look at the log of what you are waiting for, or continue without it.'],
    },
    'Elevated Error Rate': {
      label: 'Error rate',
      countsCalls: false,
      headline: 'Failed often',
      subjectScope: 'project',
      suggestions: ['Read the failed calls side by side: if they share a cause, fix it before the next attempt.'],
    },
  },
  parametersSchema: stallParameters,
  maxStateBytes: 16 * 1024,
  presets: {
    default: { trigger: onEveryCall, parameters: defaults, records: 'changes' },
    reference: {
      trigger: whenever({ every_n_calls: 10 }),
      parameters: { ...defaults, repetition_key: 'tool_name', as_specified: true },
      records: 'always',
    },
  },
  make: (parameters) => (parameters.as_specified ? makeSpecifiedStall(parameters) : makeStall(parameters)),
};
