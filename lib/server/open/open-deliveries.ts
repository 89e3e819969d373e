import path from 'node:path';
import type { ConfigFile } from '../../services/config/config-file.ts';
import { makeDeliveryRunner } from '../../services/deliveries/delivery-runner.ts';
import { makeDeliveryService } from '../../services/deliveries/delivery-service.ts';
import type { Store } from '../../store/store.ts';
import { log, toLogFields } from '../log.ts';
import type { Places, ServerOptions } from './places.ts';

type Deps = { store: Store; places: Places; config: ConfigFile; variables: ServerOptions['variables']; now: () => number };

/** Deliveries to the configured sinks, and what sends them. */
export const openDeliveries = ({ store, places, config, variables, now }: Deps) => {
  const runner = makeDeliveryRunner({
    store,
    loadSinks: () => config.load().sinks,
    variables,
    folder: path.dirname(places.config.file),
    now,
    random: Math.random,
    onError: (error) => log('error', 'deliveries', toLogFields(error)),
  });
  return { deliveries: makeDeliveryService({ store, config, variables, now }), start: runner.start, close: runner.close };
};
