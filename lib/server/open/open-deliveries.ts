import path from 'node:path';
import type { ConfigFile } from '../../services/config/config-file.ts';
import { applyBundles } from '../../services/deliveries/apply-bundles.ts';
import { makeDeliveryRunner } from '../../services/deliveries/delivery-runner.ts';
import { makeDeliveryService } from '../../services/deliveries/delivery-service.ts';
import type { LoadedBundles } from '../../services/reviews/load-bundles.ts';
import type { Store } from '../../store/store.ts';
import { log, toLogFields } from '../log.ts';
import type { Places, ServerOptions } from './places.ts';

type Deps = {
  store: Store;
  places: Places;
  config: ConfigFile;
  loadBundles: () => LoadedBundles;
  variables: ServerOptions['variables'];
  now: () => number;
};

/** Deliveries to the configured sinks, and what sends them. */
export const openDeliveries = ({ store, places, config, loadBundles, variables, now }: Deps) => {
  const runner = makeDeliveryRunner({
    store,
    loadSinks: () => applyBundles(config.load().sinks, loadBundles().bundles),
    variables,
    folder: path.dirname(places.config.file),
    now,
    random: Math.random,
    onError: (error) => log('error', 'deliveries', toLogFields(error)),
  });
  return { deliveries: makeDeliveryService({ store, config, variables, now }), start: runner.start, close: runner.close };
};
