import { toCount, toName, toObject, type JsonObject } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';

/** Shared history: the rollout continues after the first `entries` entries of the rollout `rollout`, without copying them. */
type HistoryBase = { rollout: string; entries: number | null };

const toHistoryBase = (payload: JsonObject): HistoryBase | null => {
  const base = toObject(payload.history_base);
  const rollout = toName(base?.thread_id, 256);
  return rollout === null ? null : { rollout, entries: toCount(base?.end_ordinal_exclusive) };
};

/**
 * A thread's first rollout has the thread's id; rollouts that begin when turns are taken back have their own ids, which come
 * behind the thread's in their file names.
 */
const isLaterRollout = (path: string, thread: string): boolean => (path.split(/[/\\]/u).at(-1) ?? '').includes(`-${thread}_`);

/** The thread whose history the rollout continues; null if it copies, has no history, or continues its own thread. */
export const toBaseThread = (payload: JsonObject, path: string): string | null => {
  const base = toHistoryBase(payload);
  const thread = toName(payload.id, 256) ?? toName(payload.session_id, 256);
  if (base === null || thread === null || base.rollout === thread || isLaterRollout(path, thread)) return null;
  return base.rollout;
};

/** Whether the rollout's running totals include those of another rollout. */
export const hasBase = (payload: JsonObject): boolean => toHistoryBase(payload) !== null;

/** Adds a boundary that names the history that the rollout continues. */
export const addHistoryBase = (context: LineContext, path: string): void => {
  const base = toHistoryBase(context.payload);
  if (base === null) return;
  const place = base.entries === null ? '' : `the first ${String(base.entries)} entries of `;
  const origin = toName(context.payload.forked_from_id, 256) ?? toBaseThread(context.payload, path);
  const text =
    origin === null
      ? `Continues from ${place}this session's rollout ${base.rollout}; the entries after them were taken back`
      : `Continues from ${place}session ${origin}`;
  addRecord(context, 'boundary', text, { subtype: 'history_base' });
};
