import { changeTopic, type Change, type ChangeTopic } from '../domain/change.ts';
import { AppError } from '../domain/errors.ts';
import type { ChangeStore } from '../store/change-store.ts';
import { log, toLogFields } from './log.ts';

const heartbeatMs = 15_000;
const window = 500;
/** Maximum backlog of a reader in bytes; it is then disconnected and resumes with Last-Event-ID. */
const maxBehind = 1_000_000;

/** `after`: cursor of the last event that the reader received; null: from now on. */
export type Subscription = { topics: ReadonlySet<ChangeTopic> | null; after: string | null };

/** Parses an event request: comma-separated topics, and the position for resuming. */
export const toSubscription = (
  { topics, after = null }: { topics?: string | undefined; after?: string | null | undefined },
  request: Request,
): Subscription => ({
  topics: topics ? new Set(topics.split(',').map(parseTopic)) : null,
  after: request.headers.get('last-event-id') ?? after,
});

const parseTopic = (text: string): ChangeTopic => {
  const parsed = changeTopic.safeParse(text.trim());
  if (!parsed.success) throw new AppError('invalid_input', `Unknown topic ${text}. Use one of: ${changeTopic.options.join(', ')}.`);
  return parsed.data;
};

export type ChangeHub = {
  /** Server-sent events of changes, from now on or after a cursor. */
  open(subscription: Subscription): ReadableStream<Uint8Array>;
  /** The cursor of now: what is read from here on misses no change after it. */
  now(): Promise<string>;
  close(): void;
};

const toEvent = (change: Change): string => `id: ${change.cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

/** Only the last change per subject: an import of many files changes itself and its sessions repeatedly. */
const withoutRepeats = (changes: readonly Change[]): Change[] => {
  const last = new Map(changes.map((change) => [`${change.topic} ${change.subjectId}`, change]));
  return changes.filter((change) => last.get(`${change.topic} ${change.subjectId}`) === change);
};

type Reader = { pump(): Promise<void>; beat(): void; end(): void };

/** Sends changes of all processes to each reader, in order. */
export const makeChangeHub = (store: ChangeStore): ChangeHub => {
  const readers = new Set<Reader>();

  const beat = setInterval(() => {
    for (const reader of readers) reader.beat();
  }, heartbeatMs);
  beat.unref();

  const open = ({ topics, after }: Subscription): ReadableStream<Uint8Array> => {
    const encoder = new TextEncoder();
    let reader: Reader | null = null;
    let unsubscribe = () => {};
    return new ReadableStream<Uint8Array>(
      {
        start: async (controller) => {
          let { cursor } = after === null ? await store.readChanges(null, 1) : { cursor: after };
          let pumping = false;
          let again = false;
          const end = () => {
            unsubscribe();
            if (reader && readers.delete(reader)) controller.close();
          };
          const send = (text: string) => {
            if (reader && !readers.has(reader)) return;
            controller.enqueue(encoder.encode(text));
            if ((controller.desiredSize ?? 0) < -maxBehind) end();
          };
          const readOn = async () => {
            for (;;) {
              const read = await store.readChanges(cursor, window);
              cursor = read.cursor;
              send(
                withoutRepeats(read.changes)
                  .filter((change) => topics === null || topics.has(change.topic))
                  .map(toEvent)
                  .join(''),
              );
              if (read.changes.length < window) return;
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
          send('retry: 1000\n\n');
          reader = { pump, beat: () => send(': heartbeat\n\n'), end };
          readers.add(reader);
          unsubscribe = store.subscribe({ onWrite: () => void pump(), onError: (error) => log('error', 'changes', toLogFields(error)) });
          await pump();
        },
        cancel: () => {
          unsubscribe();
          if (reader) readers.delete(reader);
        },
      },
      { highWaterMark: 0, size: (chunk: Uint8Array) => chunk.byteLength },
    );
  };

  return {
    open,
    now: async () => (await store.readChanges(null, 1)).cursor,
    close: () => {
      clearInterval(beat);
      for (const reader of [...readers]) reader.end();
    },
  };
};
