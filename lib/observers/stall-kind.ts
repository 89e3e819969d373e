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
  version: 3,
  description: 'Finds calls that are repeated without a change, alone, in cycles, there and back or by asking, and too many failures.',
  categories: {
    'Repetitive Pattern': {
      label: 'Loop',
      countsCalls: true,
      headline: 'Looped',
      subjectScope: 'archive',
      suggestions: ['Do not repeat the call: its result will be the same. Change something first, or take another approach.'],
    },
    Cycle: {
      label: 'Cycle',
      countsCalls: false,
      headline: 'Went in circles',
      subjectScope: 'archive',
      suggestions: ['Leave the cycle: each round ends as the one before. Find out why before the next attempt.'],
    },
    Oscillation: {
      label: 'Oscillation',
      countsCalls: false,
      headline: 'Went back and forth',
      subjectScope: 'archive',
      suggestions: ['Stop changing the file there and back. What both versions fail at needs a third one, or a question to the user.'],
    },
    Polling: {
      label: 'Polling',
      countsCalls: true,
      headline: 'Kept asking',
      subjectScope: 'archive',
      suggestions: ['Stop asking: what is waited for may never come. Look into why, or go on without it.'],
    },
    'Elevated Error Rate': {
      label: 'Error rate',
      countsCalls: false,
      headline: 'Failed often',
      subjectScope: 'project',
      suggestions: ['Review the error messages carefully - there may be a common root cause.'],
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
