import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ChangeStore } from '../../store/change-store.ts';
import type { DeliveryStore } from '../../store/delivery-store.ts';

type QueueStore = Pick<DeliveryStore, 'queueDeliveries'> & Pick<ChangeStore, 'readChanges'>;

/** Queues deliveries when any process logged a change or the sinks changed; otherwise this costs one short read. */
export const makeFollowQueue = (store: QueueStore, now: () => number) => {
  let cursor: string | null = null;
  let key = '';
  return async (sinks: readonly SinkConfig[]): Promise<void> => {
    const rules = sinks.map(({ name, severity }) => ({ sink: name, severities: severity }));
    const nowKey = JSON.stringify(rules);
    // Read the cursor first, so that concurrent writes are seen next time.
    const { cursor: nowCursor } = await store.readChanges(null, 1);
    if (nowCursor === cursor && nowKey === key) return;
    // Small batches let other writers in between.
    while ((await store.queueDeliveries(rules, now())).more);
    [cursor, key] = [nowCursor, nowKey];
  };
};
