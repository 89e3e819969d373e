import { makeDrift } from './drift.ts';
import { driftParameters, type DriftCategory, type DriftParameters } from './drift-parameters.ts';
import type { ObserverKind } from './observer.ts';
import { makeSpecifiedDrift } from './specified-drift.ts';
import { onEveryCall, whenever } from './trigger.ts';

const defaults: DriftParameters = {
  initial_paths: null,
  drift_threshold: 0.7,
  window_size: 20,
  looks_at: 'changes',
  least_files: 3,
  as_specified: false,
};
const everyTenth = whenever({ every_n_calls: 10 });

export const drift: ObserverKind<DriftParameters, unknown, DriftCategory> = {
  id: 'drift',
  name: 'Drift Detector',
  version: 5,
  description: 'Finds changes to files that a prompt said to leave alone, and work on files unrelated to the task.',
  offByDefault: 'The real sessions it was measured on contain no drift, so its precision is unknown.',
  categories: {
    'Scope Drift': {
      label: 'Drift',
      countsCalls: false,
      headline: 'Drifted',
      subjectScope: 'project',
      suggestions: [
        'Verify these files are necessary for the task.',
        'If scope has legitimately expanded, this may be fine.',
        'If not, refocus on the original objective.',
      ],
    },
  },
  parametersSchema: driftParameters,
  maxStateBytes: 4 * 1024,
  presets: {
    default: { trigger: onEveryCall, parameters: defaults, records: 'changes' },
    reference: {
      trigger: everyTenth,
      parameters: { ...defaults, window_size: 10, looks_at: 'all', least_files: 1, as_specified: true },
      records: 'always',
    },
  },
  make: (parameters) => (parameters.as_specified ? makeSpecifiedDrift(parameters) : makeDrift(parameters)),
};
