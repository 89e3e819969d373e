import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ChangeStore, DeliveryStore } from '../../store/store.ts';

type QueueStore = Pick<DeliveryStore, 'queueDeliveries'> & Pick<ChangeStore, 'readChanges'>;

/** Queues what sinks want whenever a change was logged since, by any process, or the sinks are other ones; otherwise it is one short read. */
export const makeFollowQueue = (store: QueueStore, now: () => number) => {
  let cursor: string | null = null;
  let key = '';
  return async (sinks: readonly SinkConfig[]): Promise<void> => {
    const rules = sinks.map(({ name, severity }) => ({ sink: name, severities: severity }));
    const nowKey = JSON.stringify(rules);
    // Read first: what is written meanwhile is seen next time.
    const { cursor: nowCursor } = await store.readChanges(null, 1);
    if (nowCursor === cursor && nowKey === key) return;
    // A window at a time: other writers come in between.
    while ((await store.queueDeliveries(rules, now())).more);
    [cursor, key] = [nowCursor, nowKey];
  };
};
