import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Variables } from '../../models/access.ts';
import type { Store } from '../../store/store.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { makeLoadBundles } from './load-bundles.ts';
import { makeLoadScript } from './load-script.ts';
import { makeReviewerModels } from './reviewer-models.ts';
import type { ReviewDeps } from './run-reviews.ts';

type Options = {
  store: Store;
  config: Pick<ConfigFile, 'file' | 'load'>;
  /** The environment, which holds the keys of models. */
  variables: Variables;
};

/** What runs of reviewers need in a process, by the configuration as it is at each moment. */
export const openReviews = ({ store, config, variables }: Options): ReviewDeps & { loadBundles: ReturnType<typeof makeLoadBundles> } => {
  const loadConfig = () => config.load().reviewers;
  const folder = path.dirname(config.file);
  const loadBundles = makeLoadBundles({ folder, loadConfig });
  const now = Date.now;
  return {
    store,
    loadBundles,
    load: () => ({ bundles: loadBundles().bundles, config: loadConfig() }),
    models: makeReviewerModels({ loadConfig, variables, loadScript: makeLoadScript(folder), now }),
    home: os.homedir(),
    now,
    random: Math.random,
    wait: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
  };
};
