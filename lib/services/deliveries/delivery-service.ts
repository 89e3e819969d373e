import type { DeliveryCount, DeliveryState, SinkStatus } from '../../domain/delivery.ts';
import { AppError } from '../../domain/errors.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ConfigFile, LoadedConfig } from '../config/config-file.ts';
import type { DeliveryStore } from '../../store/delivery-store.ts';
import { findSinkProblem, type SendDeps } from './make-send.ts';

export type DeliveryService = ReturnType<typeof makeDeliveryService>;

type Config = Pick<ConfigFile, 'file'> & { load(): Pick<LoadedConfig, 'sinks' | 'problems' | 'notices' | 'origin'> };
type Deps = { store: DeliveryStore; config: Config } & Pick<SendDeps, 'variables' | 'now'>;

/** Why a sink is unknown. */
const toMissing = ({ file, load }: Config): string => {
  const [problem] = load().problems;
  if (!problem) return 'It is no longer configured. Add it to the configuration again.';
  const place = problem.line === null ? file : `${file}, line ${problem.line}`;
  return `Nothing is sent, because the configuration has an error: ${place}: ${problem.message}`;
};

/** The target, without parts of the URL that may be secret. */
const toPlace = (sink: SinkConfig): string => {
  if (sink.kind === 'file') return sink.path;
  const { origin, pathname } = new URL(sink.url);
  return `${origin}${pathname}`;
};

const none = { pending: 0, sent: 0, dead: 0 };

export const makeDeliveryService = ({ store, config, variables, now }: Deps) => {
  const toShown = (sink: SinkConfig, counts: readonly DeliveryCount[]): SinkStatus => ({
    ...(counts.find((count) => count.sink === sink.name) ?? none),
    name: sink.name,
    kind: sink.kind,
    to: toPlace(sink),
    severities: sink.severity,
    problem: findSinkProblem(sink, { variables }),
  });
  const checkConfigured = (sink: string): void => {
    if (config.load().sinks.some(({ name }) => name === sink)) return;
    throw new AppError('conflict', `Sink ${sink}: ${toMissing(config)}`);
  };
  return {
    /** `state` null: deliveries in any state. */
    list: async ({ state, cursor, limit }: { state: DeliveryState | null; cursor: string | null; limit: number }) => {
      const { sinks, problems, notices, origin } = config.load();
      const [page, counts] = await Promise.all([store.listDeliveries(state, { cursor, limit }), store.countDeliveries()]);
      const gone = counts.filter(({ sink }) => !sinks.some(({ name }) => name === sink));
      const problem = toMissing(config);
      return {
        ...page,
        config: { file: config.file, problems, notices, origin },
        sinks: [
          ...sinks.map((sink) => toShown(sink, counts)),
          ...gone.map(({ sink, ...count }): SinkStatus => ({ ...count, name: sink, kind: null, to: null, severities: [], problem })),
        ],
        pending: counts.reduce((sum, { pending }) => sum + pending, 0),
        dead: counts.reduce((sum, { dead }) => sum + dead, 0),
      };
    },
    /** Fails with `not_found`, or with `conflict` if the delivery has not failed or its sink is not configured. */
    retry: async (id: string) => {
      const found = await store.findDelivery(id);
      if (!found) throw new AppError('not_found', `There is no delivery ${id}.`);
      checkConfigured(found.sink);
      if ((await store.retryDeliveries({ id }, now())) === 0) {
        const current = (await store.findDelivery(id))?.state ?? found.state;
        throw new AppError('conflict', `Delivery ${id} is ${current}. Only failed deliveries can be retried.`);
      }
      return { id };
    },
    /** Queues all failed deliveries of a sink again. Fails with `conflict` if the sink is not configured. */
    retryAll: async (sink: string) => {
      checkConfigured(sink);
      return { retried: await store.retryDeliveries({ sink }, now()) };
    },
  };
};
