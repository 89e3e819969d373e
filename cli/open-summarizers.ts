import { processVariables } from '../lib/server/env.ts';
import { makeSummarizers, type Summarizers } from '../lib/services/summaries/summarizers.ts';
import { openConfig } from './open-config.ts';

/** Summarizers, by the configuration file that the server also reads. */
export const openSummarizers = (config = openConfig()): Summarizers =>
  makeSummarizers({ loadConfig: () => config.load().summaries, variables: processVariables(), now: Date.now });
