import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { ReviewersConfig } from '../../domain/reviewers-config.ts';
import { findModelAccess, type ModelAccess, type Variables } from '../../models/access.ts';
import { makeAskModel } from '../../models/ask.ts';
import { makeLimit } from '../../models/limit.ts';
import type { AskModel } from '../../models/model-request.ts';
import { findPrice } from '../../pricing/compute-cost.ts';
import { isLoopback } from '../../domain/sink-config.ts';

/** A model as a reviewer asks it; `ask` null: it cannot, `problem` says why and what to do. */
export type ReviewerModel =
  /** `server`: whom requests go to; null: nothing is sent. `isFree`: they cost nothing. */
  | { name: string; server: string | null; ask: AskModel; problem: null; isFree: boolean }
  /** `name` null: none is set. */
  | { name: string | null; server: null; ask: null; problem: string };

export type ReviewerModels = ReturnType<typeof makeReviewerModels>;

type Deps = {
  /** The configuration as it is now. */
  loadConfig: () => ReviewersConfig;
  /** The environment, which holds the keys. */
  variables: Variables;
  /** Scripted answers, read anew when their file has changed; fails as an AppError that says what is wrong with it. */
  loadScript: (file: string) => (reviewer: string) => AskModel;
  now: () => number;
};

/** The one place that decides what reviewers ask, by the configuration. */
export const makeReviewerModels = ({ loadConfig, variables, loadScript, now }: Deps) => {
  let limited = { concurrency: 0, limit: makeLimit(1) };
  const asks = new Map<string, AskModel>();
  /** One for each model, since it remembers what its server takes. */
  const getAsk = (access: ModelAccess): AskModel => {
    const key = JSON.stringify(access);
    const ask = asks.get(key) ?? makeAskModel({ access, now });
    asks.set(key, ask);
    return ask;
  };
  return {
    find: ({ name: reviewer, model: own, provider: ownProvider }: ReviewerDefinition): ReviewerModel => {
      const { provider, script, model: defaultModel, models } = loadConfig();
      const named = own ?? defaultModel ?? null;
      const name = named === null ? null : (models[named] ?? named);
      if (provider === 'script') {
        try {
          return { name: 'script', server: null, ask: loadScript(script ?? '')(reviewer), problem: null, isFree: true };
        } catch (error) {
          return { name: 'script', server: null, ask: null, problem: error instanceof Error ? error.message : String(error) };
        }
      }
      if (name === null) {
        const problem = 'It names no model. Set one in its bundle, or one for all as reviewers.model in the configuration.';
        return { name, server: null, ask: null, problem };
      }
      const found = findModelAccess({ model: name, provider: provider === 'auto' ? (ownProvider ?? undefined) : provider }, variables);
      if (found.access === null) return { name, server: null, ask: null, problem: [found.problem, found.remedy].filter(Boolean).join(' ') };
      // A server on this machine can hand requests on to a provider, under the name of its model.
      const isFree = isLoopback(new URL(found.access.baseUrl).hostname) && findPrice(name) === null;
      return { name, server: found.server, ask: getAsk(found.access), problem: null, isFree };
    },
    /** Runs a task when fewer than the configured number of reviewers are asked, over all runs. */
    limit: <Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
      const { concurrency } = loadConfig();
      if (limited.concurrency !== concurrency) limited = { concurrency, limit: makeLimit(concurrency) };
      return limited.limit(task, signal);
    },
  };
};
