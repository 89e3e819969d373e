import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ChangeStore, DeliveryStore } from '../../store/store.ts';

type QueueStore = Pick<DeliveryStore, 'queueDeliveries'> & Pick<ChangeStore, 'dataVersion' | 'latestChange'>;

/** Queues what sinks want, whenever anything was written since, by any process, or the sinks are other ones; else it costs microseconds. */
export const makeFollowQueue = (store: QueueStore, now: () => number) => {
  let version: number | null = null;
  let change: number | null = null;
  let key = '';
  return async (sinks: readonly SinkConfig[]): Promise<void> => {
    const rules = sinks.map(({ name, severity }) => ({ sink: name, severities: severity }));
    const nowVersion = store.dataVersion();
    const nowKey = JSON.stringify(rules);
    if (nowVersion === version && nowKey === key) return;
    const latest = await store.latestChange();
    if (latest !== change || nowKey !== key) {
      // A window at a time: other writers come in between.
      while ((await store.queueDeliveries(rules, now())).more);
    }
    // What was written meanwhile is seen next time.
    [version, change, key] = [nowVersion, latest, nowKey];
  };
};
