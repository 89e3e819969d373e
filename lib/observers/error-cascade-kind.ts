import { cascadeParameters, type CascadeParameters } from './cascade-parameters.ts';
import { makeCascade } from './error-cascade.ts';
import type { ObserverKind } from './observer.ts';
import { makeSpecifiedCascade } from './specified-cascade.ts';
import { onEveryCall, whenever } from './trigger.ts';

export const errorCascade: ObserverKind<CascadeParameters> = {
  id: 'error_cascade',
  name: 'Error Cascade Detector',
  version: 4,
  description: 'Finds failures in a row, and says whether they are the agent’s own or those of a service.',
  parametersSchema: cascadeParameters,
  presets: {
    default: { trigger: onEveryCall, parameters: { consecutive_threshold: 3, as_specified: false }, records: 'changes' },
    seed: {
      trigger: whenever({ after_consecutive_errors: 3 }),
      parameters: { consecutive_threshold: 3, as_specified: true },
      records: 'always',
    },
  },
  make: (parameters) => (parameters.as_specified ? makeSpecifiedCascade(parameters) : makeCascade(parameters)),
};
