import { setMaxListeners } from 'node:events';
import type { DueDelivery } from '../../domain/delivery.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import { redactValue } from '../../redaction/redact.ts';
import type { ChangeStore } from '../../store/change-store.ts';
import type { DeliveryStore } from '../../store/delivery-store.ts';
import { makeSend, type SendDeps } from './make-send.ts';
import type { Send } from './outcome.ts';
import { makeFollowQueue } from './follow-queue.ts';
import { toDeliveryEnd } from './to-delivery-end.ts';

export const defaultPollMs = 250;
/** Lease of an attempt, well over its timeout: after that, deliveries of a crashed process are taken over. */
export const leaseMs = 60_000;
/** Concurrent attempts per sink. Lines of a file stay in order. */
const maxAtOnce: Record<SinkConfig['kind'], number> = { webhook: 4, file: 1 };

type Deps = SendDeps & {
  store: DeliveryStore & Pick<ChangeStore, 'readChanges'>;
  loadSinks: () => readonly SinkConfig[];
  random: () => number;
  /** Called with errors outside of attempts, such as a database that cannot be read. */
  onError: (error: unknown) => void;
  pollMs?: number;
};

export type DeliveryRunner = {
  start(): void;
  /** Aborts running attempts, which are pending again when this resolves. */
  close(): Promise<void>;
};

/**
 * Sends deliveries until stopped: queues new ones and sends those that are due, with one lane per sink so that a slow sink does not delay
 * others. Several processes may each run one; a lease prevents duplicates. Delivery is at least once: if a process exits between an
 * attempt and recording it, the same delivery is sent again under the same id.
 */
export const makeDeliveryRunner = ({ store, loadSinks, random, onError, pollMs = defaultPollMs, ...deps }: Deps): DeliveryRunner => {
  const stop = new AbortController();
  // Each attempt adds an abort listener while it runs. This is not a leak.
  setMaxListeners(0, stop.signal);
  const running = new Map<string, Set<Promise<void>>>();
  const followQueue = makeFollowQueue(store, deps.now);
  let poll: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;

  const attempt = async (delivery: DueDelivery, send: Send) => {
    try {
      const outcome = await send(redactValue(delivery), stop.signal);
      await store.endDelivery(delivery.id, toDeliveryEnd(outcome, delivery.attempts, deps.now(), random()));
    } catch (error) {
      onError(error);
    }
  };
  const claim = async ({ name, kind }: SinkConfig, limit: number): Promise<readonly DueDelivery[]> => {
    if (kind === 'webhook') return store.claimDeliveries(name, deps.now(), leaseMs, limit);
    const oldest = await store.claimOldestDelivery(name, deps.now(), leaseMs);
    return oldest ? [oldest] : [];
  };
  const fill = async (sink: SinkConfig) => {
    const lane = running.get(sink.name) ?? new Set();
    running.set(sink.name, lane);
    const send = makeSend(sink, deps);
    const free = maxAtOnce[sink.kind] - lane.size;
    if (!send || free <= 0) return;
    const nextMs = await store.nextDeliveryMs(sink.name);
    if (nextMs === null || nextMs > deps.now() || stop.signal.aborted) return;
    for (const delivery of await claim(sink, free)) {
      const attempted = attempt(delivery, send).finally(() => {
        lane.delete(attempted);
        look();
      });
      lane.add(attempted);
    }
  };
  const lookOnce = async () => {
    const sinks = loadSinks();
    if (sinks.length > 0) await followQueue(sinks);
    for (const sink of sinks) await fill(sink);
  };
  const look = (): void => {
    again = true;
    looking ??= (async () => {
      while (again && !stop.signal.aborted) {
        again = false;
        try {
          await lookOnce();
        } catch (error) {
          onError(error);
        }
      }
      looking = null;
    })();
  };

  return {
    start: () => {
      look();
      poll = setInterval(look, pollMs);
    },
    close: async () => {
      if (poll) clearInterval(poll);
      stop.abort();
      await looking;
      await Promise.all([...running.values()].flatMap((lane) => [...lane]));
    },
  };
};
