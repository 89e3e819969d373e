import { changeTopic, type Change, type ChangeTopic } from '../domain/change.ts';
import { AppError } from '../domain/errors.ts';
import type { ChangeStore } from '../store/store.ts';
import { log, toLogFields } from './log.ts';

export const pollMs = 30;
const heartbeatMs = 15_000;
const window = 500;
/** A reader that is this many bytes behind is let go; it comes back with Last-Event-ID. */
const maxBehind = 1_000_000;

export type Subscription = { topics: ReadonlySet<ChangeTopic> | null; afterSeq: number | null };

/** What a request for events asks for: topics by comma, and where it was when it lost the connection. */
export const toSubscription = ({ topics }: { topics?: string | undefined }, request: Request): Subscription => {
  const lastId = request.headers.get('last-event-id');
  return {
    topics: topics ? new Set(topics.split(',').map(parseTopic)) : null,
    afterSeq: lastId !== null && /^\d{1,15}$/.test(lastId) ? Number(lastId) : null,
  };
};

const parseTopic = (text: string): ChangeTopic => {
  const parsed = changeTopic.safeParse(text.trim());
  if (!parsed.success) throw new AppError('invalid_input', `There is no topic ${text}: use ${changeTopic.options.join(', ')}.`);
  return parsed.data;
};

export type ChangeHub = {
  /** Server-sent events of what is written from now on, or after `afterSeq`. */
  open(subscription: Subscription): ReadableStream<Uint8Array>;
  close(): void;
};

const toEvent = (change: Change): string => `id: ${change.seq}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

/** Of the same subject only the last: an import of many files changes itself and its sessions again and again. */
const withoutRepeats = (changes: readonly Change[]): Change[] => {
  const last = new Map(changes.map((change) => [`${change.topic} ${change.subjectId}`, change.seq]));
  return changes.filter(({ topic, subjectId, seq }) => last.get(`${topic} ${subjectId}`) === seq);
};

type Reader = { pump(): Promise<void>; beat(): void; end(): void };

/** Looks for changes of any process every 30 ms, while somebody listens, and hands them to every reader in order. */
export const makeChangeHub = (store: ChangeStore): ChangeHub => {
  const readers = new Set<Reader>();
  let version = -1;

  const poll = setInterval(() => {
    if (readers.size === 0) return;
    try {
      const now = store.dataVersion();
      if (now === version) return;
      version = now;
    } catch (error) {
      log('error', 'changes', toLogFields(error));
    }
    for (const reader of readers) void reader.pump();
  }, pollMs);
  const beat = setInterval(() => {
    for (const reader of readers) reader.beat();
  }, heartbeatMs);
  poll.unref();
  beat.unref();

  const open = ({ topics, afterSeq }: Subscription): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder();
    let reader: Reader | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: async (controller) => {
          const latest = await store.latestChange();
          // A reader that heard more than there is, heard it of a database that was there before.
          let after = Math.min(afterSeq ?? latest, latest);
          let pumping = false;
          let again = false;
          const end = () => {
            if (reader && readers.delete(reader)) controller.close();
          };
          const send = (text: string) => {
            if (reader && !readers.has(reader)) return;
            controller.enqueue(encoder.encode(text));
            if ((controller.desiredSize ?? 0) < -maxBehind) end();
          };
          const readOn = async () => {
            for (;;) {
              const changes = await store.listChanges(after, window);
              send(
                withoutRepeats(changes)
                  .filter((change) => topics === null || topics.has(change.topic))
                  .map(toEvent)
                  .join(''),
              );
              after = changes.at(-1)?.seq ?? after;
              if (changes.length < window) return;
            }
          };
          const pump = async () => {
            again = true;
            if (pumping) return;
            pumping = true;
            try {
              while (again) {
                again = false;
                await readOn();
              }
            } catch (error) {
              log('error', 'changes', toLogFields(error));
              end();
            } finally {
              pumping = false;
            }
          };
          send(`retry: 1000\n: from ${after}\n\n`);
          reader = { pump, beat: () => send(': heartbeat\n\n'), end };
          readers.add(reader);
          await pump();
        },
        cancel: () => {
          if (reader) readers.delete(reader);
        },
      },
      { highWaterMark: 0, size: (chunk: Uint8Array) => chunk.byteLength },
    );
  };

  return {
    open,
    close: () => {
      clearInterval(poll);
      clearInterval(beat);
      for (const reader of [...readers]) reader.end();
    },
  };
};
