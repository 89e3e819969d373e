import { cascadeParameters, type CascadeCategory, type CascadeParameters } from './cascade-parameters.ts';
import { makeCascade } from './error-cascade.ts';
import type { ObserverKind } from './observer.ts';
import { makeSpecifiedCascade } from './specified-cascade.ts';
import { onEveryCall, whenever } from './trigger.ts';

export const errorCascade: ObserverKind<CascadeParameters, unknown, CascadeCategory> = {
  id: 'error_cascade',
  name: 'Error Cascade Detector',
  version: 7,
  description: 'Finds consecutive failures, and separates service outages from the agent’s own failures.',
  categories: {
    'Error Cascade': {
      label: 'Errors',
      countsCalls: true,
      headline: 'Kept failing',
      subjectScope: 'archive',
      suggestions: [
        'Read the first error of the series again: later ones often follow from it.',
        'Check what all of these calls rely on, such as the folder, a missing tool or a permission, before the next attempt.',
      ],
    },
    Outage: {
      label: 'Outage',
      countsCalls: true,
      headline: 'Met an outage',
      subjectScope: 'archive',
      suggestions: [
        'The cause is outside your work: do not change code because of it.',
        'Wait before the next attempt, or continue with something that does not need the service.',
      ],
    },
  },
  parametersSchema: cascadeParameters,
  maxStateBytes: 6 * 1024,
  presets: {
    default: { trigger: onEveryCall, parameters: { consecutive_threshold: 3, as_specified: false }, records: 'changes' },
    reference: {
      trigger: whenever({ after_consecutive_errors: 3 }),
      parameters: { consecutive_threshold: 3, as_specified: true },
      records: 'always',
    },
  },
  make: (parameters) => (parameters.as_specified ? makeSpecifiedCascade(parameters) : makeCascade(parameters)),
};
