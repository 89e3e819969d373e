import { setMaxListeners } from 'node:events';
import type { DueDelivery } from '../../domain/delivery.ts';
import type { SinkConfig } from '../../domain/sink-config.ts';
import type { ChangeStore, DeliveryStore } from '../../store/store.ts';
import { makeSend, type SendDeps } from './make-send.ts';
import type { Send } from './outcome.ts';
import { makeFollowQueue } from './follow-queue.ts';
import { toDeliveryEnd } from './to-delivery-end.ts';

export const defaultPollMs = 250;
/** Well over the time limit of an attempt: until then, what a process that crashed had begun is nobody's. */
export const leaseMs = 60_000;
/** At once, to one sink. Lines of a file keep their order. */
const maxAtOnce: Record<SinkConfig['kind'], number> = { webhook: 4, file: 1 };

type Deps = SendDeps & {
  store: DeliveryStore & Pick<ChangeStore, 'readChanges'>;
  loadSinks: () => readonly SinkConfig[];
  random: () => number;
  /** Told of what is no outcome of an attempt: a database that cannot be read. */
  onError: (error: unknown) => void;
  pollMs?: number;
};

export type DeliveryRunner = {
  start(): void;
  /** Breaks off what is being sent; it is pending again when this is done. */
  close(): Promise<void>;
};

/**
 * Sends what goes out, as long as it runs: queues what changed, takes what is due, each sink in its own lane, so that none waits for
 * another. Several processes may run one each: what one took, the others leave alone. At least once: where a process ends between an
 * attempt and writing of it, the same is sent again under the same id.
 */
export const makeDeliveryRunner = ({ store, loadSinks, random, onError, pollMs = defaultPollMs, ...deps }: Deps): DeliveryRunner => {
  const stop = new AbortController();
  // Each attempt listens while it runs: as many as there are places, not a leak.
  setMaxListeners(0, stop.signal);
  const running = new Map<string, Set<Promise<void>>>();
  const followQueue = makeFollowQueue(store, deps.now);
  let poll: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;

  const attempt = async (delivery: DueDelivery, send: Send) => {
    try {
      const outcome = await send(delivery, stop.signal);
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
