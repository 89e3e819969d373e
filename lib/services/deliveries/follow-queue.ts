import type { SinkRule } from '../../domain/delivery.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ChangeStore } from '../../store/change-store.ts';
import type { DeliveryStore } from '../../store/delivery-store.ts';

type QueueStore = Pick<DeliveryStore, 'queueDeliveries'> & Pick<ChangeStore, 'readChanges'>;

const toRule = (sink: SinkConfig): SinkRule => {
  const rule = { sink: sink.name, severities: sink.severity };
  if (sink.kind !== 'webhook' || Object.keys(sink.ofBundles ?? {}).length === 0) return rule;
  const ofBundles = Object.entries(sink.ofBundles ?? {}).map(([bundle, { severity }]) => [bundle, severity] as const);
  return { ...rule, ofBundles: Object.fromEntries(ofBundles) };
};

/** Queues deliveries when any process logged a change or the sinks changed; otherwise this costs one short read. */
export const makeFollowQueue = (store: QueueStore, now: () => number) => {
  let cursor: string | null = null;
  let key = '';
  return async (sinks: readonly SinkConfig[]): Promise<void> => {
    const rules = sinks.map(toRule);
    const nowKey = JSON.stringify(rules);
    // Read the cursor first, so that concurrent writes are seen next time.
    const { cursor: nowCursor } = await store.readChanges(null, 1);
    if (nowCursor === cursor && nowKey === key) return;
    // Small batches let other writers in between.
    let queued = await store.queueDeliveries(rules, now());
    while (queued.more) queued = await store.queueDeliveries(rules, now());
    [cursor, key] = [queued.waits ? null : nowCursor, nowKey];
  };
};
