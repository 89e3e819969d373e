import type { ObserverKind } from './observer.ts';
import { makeSpecifiedStall } from './specified-stall.ts';
import { makeStall } from './stall.ts';
import { stallParameters, type StallParameters } from './stall-parameters.ts';
import { onEveryCall, whenever } from './trigger.ts';

const defaults: StallParameters = {
  window_size: 10,
  repetition_threshold: 3,
  error_rate_threshold: 0.5,
  repetition_key: 'call',
  polling_threshold: 30,
  as_specified: false,
};

export const stall: ObserverKind<StallParameters> = {
  id: 'stall',
  name: 'Stall Detector',
  version: 3,
  description: 'Finds calls that are repeated without a change, alone, in cycles, there and back or by asking, and too many failures.',
  parametersSchema: stallParameters,
  presets: {
    default: { trigger: onEveryCall, parameters: defaults, records: 'changes' },
    seed: {
      trigger: whenever({ every_n_calls: 10 }),
      parameters: { ...defaults, repetition_key: 'tool_name', as_specified: true },
      records: 'always',
    },
  },
  make: (parameters) => (parameters.as_specified ? makeSpecifiedStall(parameters) : makeStall(parameters)),
};
