import { AppError } from '../../domain/errors.ts';
import type { Summarizer } from '../../domain/summary.ts';
import type { ModelState, SummariesConfig } from '../../domain/summaries-config.ts';
import type { Variables } from '../../models/access.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';
import { makeModelSummarizer } from '../../summaries/model.ts';
import { findModelState } from '../../summaries/model-state.ts';

/** A model that is set up. `concurrency`: turns that it is asked about at a time. */
export type SetModel = { name: string; summarizer: Summarizer; concurrency: number };
export type Summarizers = ReturnType<typeof makeSummarizers>;

type Deps = {
  /** The configuration as it is now. */
  loadConfig: () => SummariesConfig;
  /** The environment, which holds the keys. */
  variables: Variables;
  now: () => number;
};

/** The one place that decides what summarizes turns, by the configuration. */
export const makeSummarizers = ({ loadConfig, variables, now }: Deps) => {
  let made: { of: string; model: SetModel } | null = null;

  /** Summarizer that asks a model, or null if none can be asked. Made anew when its configuration changes. */
  const model = (): SetModel | null => {
    const config = loadConfig();
    const { access } = findModelState(config, variables);
    if (access === null) return null;
    const { concurrency, budget } = config;
    const of = JSON.stringify([access, concurrency, budget]);
    if (made?.of !== of) {
      const summarizer = makeModelSummarizer({ access, extractive: extractiveSummarizer, concurrency, budget, now });
      made = { of, model: { name: access.model, summarizer, concurrency } };
    }
    return made.model;
  };
  const state = (): ModelState => findModelState(loadConfig(), variables).state;

  return {
    /** Whether a model is asked, in words. */
    state,
    model,
    /** Whether what is summarized now waits for a model: also for one whose key another process has. */
    areAwaited: (): boolean => loadConfig().provider !== 'none',
    /** Summarizer for a method: by default a model, where one is set up. Fails with `invalid_input` if the method is not available. */
    choose: (method?: 'extractive' | 'model'): Omit<SetModel, 'name'> & { name: string | null } => {
      const found = method === 'extractive' ? null : model();
      if (method === 'model' && found === null)
        throw new AppError('invalid_input', `${state().message} Leave method out, or use "extractive", to choose sentences.`);
      return found ?? { name: null, summarizer: extractiveSummarizer, concurrency: 1 };
    },
  };
};
