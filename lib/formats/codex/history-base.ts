import { toCount, toName, toObject, type JsonObject } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';

/** Where a rollout goes on without copying: it begins behind the first `entries` entries of the rollout `rollout`. */
type HistoryBase = { rollout: string; entries: number | null };

const toHistoryBase = (payload: JsonObject): HistoryBase | null => {
  const base = toObject(payload.history_base);
  const rollout = toName(base?.thread_id, 256);
  return rollout === null ? null : { rollout, entries: toCount(base?.end_ordinal_exclusive) };
};

/**
 * A thread's first rollout has the thread's id; those that begin when turns are taken back have ids of their own, which stand
 * behind the thread's in their file names.
 */
const isLaterRollout = (path: string, thread: string): boolean => (path.split(/[/\\]/u).at(-1) ?? '').includes(`-${thread}_`);

/** The thread whose history the rollout goes on from: null where it copies or has none, or where it is the thread's own. */
export const toBaseThread = (payload: JsonObject, path: string): string | null => {
  const base = toHistoryBase(payload);
  const thread = toName(payload.id, 256) ?? toName(payload.session_id, 256);
  if (base === null || thread === null || base.rollout === thread || isLaterRollout(path, thread)) return null;
  return base.rollout;
};

/** Whether the rollout's running totals go on from those of another one. */
export const hasBase = (payload: JsonObject): boolean => toHistoryBase(payload) !== null;

/** Says where the history stands that the rollout goes on from. */
export const addHistoryBase = (context: LineContext, path: string): void => {
  const base = toHistoryBase(context.payload);
  if (base === null) return;
  const place = base.entries === null ? '' : `the first ${String(base.entries)} entries of `;
  const origin = toName(context.payload.forked_from_id, 256) ?? toBaseThread(context.payload, path);
  const text =
    origin === null
      ? `Goes on from ${place}this session's rollout ${base.rollout}; what followed them there was taken back`
      : `Goes on from ${place}session ${origin}`;
  addRecord(context, 'boundary', text, { subtype: 'history_base' });
};
