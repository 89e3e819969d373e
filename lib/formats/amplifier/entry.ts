import { toInstant } from '../elements/instant.ts';
import { toName, toObject, type JsonObject } from '../narrow.ts';
import type { LineContext } from './drafting.ts';

/** One line of an event log, from either envelope. */
export type Entry = { event: string; value: JsonObject; data: JsonObject; atMs: number | null; session: string | null };

/** An event that is being drafted. */
export type EventContext = LineContext & Entry;

/** Narrows a line. Fields that one envelope lifts out of `data` (status, error, duration) are read from both places. */
export const toEntry = (value: JsonObject): Entry => {
  const data = toObject(value.data) ?? {};
  const event = toName(value.event, 128) ?? '';
  const own = toName(value.session_id, 256) ?? toName(data.session_id, 256);
  const parent = event.startsWith('delegate:') ? toName(data.parent_session_id, 256) : null;
  return {
    event,
    value,
    data,
    session: parent ?? own,
    atMs: toInstant(value.ts) ?? toInstant(value.timestamp) ?? toInstant(data.timestamp),
  };
};

/** A field beside `data` or inside it. */
export const fieldOf = ({ value, data }: Pick<Entry, 'value' | 'data'>, key: string): unknown => value[key] ?? data[key];
