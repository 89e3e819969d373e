import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle } from '../../domain/bundle.ts';
import { AppError } from '../../domain/errors.ts';
import type { Variables } from '../../models/access.ts';
import { parseBundle } from '../../reviewers/parse-bundle.ts';
import type { Store } from '../../store/store.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { makeBundleLoader, openBundleFile, type LoadedBundles } from './load-bundles.ts';
import { makeLoadScript } from './load-script.ts';
import { makeReviewerModels } from './reviewer-models.ts';
import type { ReviewDeps } from './run-reviews.ts';
import { makeWatchConversation } from './watch-conversation.ts';

type Options = {
  store: Store;
  config: ConfigFile;
  /** The environment, which holds the keys of models. */
  variables: Variables;
};

/** The bundle of a file. Fails with `invalid_input` if it has errors. */
const loadOne = (file: string): Bundle => {
  const { bundle, problems } = parseBundle(file, openBundleFile);
  if (bundle) return bundle;
  const errors = problems.filter(({ severity }) => severity === 'error');
  throw new AppError(
    'invalid_input',
    errors.map((one) => `${one.file}${one.line === null ? '' : `:${one.line}`}: ${one.message}`).join('\n'),
  );
};

/** Dependencies of reviewer runs in a process, by the configuration as it is at each moment. */
export const openReviews = ({ store, config, variables }: Options): ReviewDeps & { loadBundles: () => LoadedBundles } => {
  const loadConfig = () => config.load().reviewers;
  const loader = makeBundleLoader(config);
  const now = Date.now;
  return {
    store,
    loadBundles: loader.load,
    load: (file = null) => ({ bundles: file === null ? loader.load().bundles : [loadOne(file)], config: loadConfig() }),
    models: makeReviewerModels({ loadConfig, variables, loadScript: makeLoadScript(path.dirname(config.file)), now }),
    watchConversation: makeWatchConversation(store),
    home: os.homedir(),
    now,
    random: Math.random,
    wait: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
  };
};
