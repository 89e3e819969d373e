import { markOutOfOrder } from '../../session/derive.ts';
import { toUntimedId } from '../../session/ids.ts';
import type { OrderKey } from '../../session/order.ts';
import type { RecordRow, Replacement } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { isPrinted } from './better-place.ts';
import type { OpenSession } from './open-session.ts';

/** Which records of a batch are stored already with their time, and which stored ones without a time give way to the batch. */
export type PrintedMatches = { known: string[]; replaced: Replacement[] };

const windowRecords = 2_000;

/** Whether a record was printed without the time that the session's own file has for it: its id is not that of the file's record. */
export const isUntimedPrint = (row: RecordRow): boolean => row.atMs === null && row.nativeKey !== null && isPrinted(row);

/**
 * Matches entries that a client printed without their time with the same entries of the session's own file, whichever came
 * first. The file's record holds. A session of which nothing was printed so costs nothing.
 */
export const matchPrinted = async (store: Store, session: OpenSession, rows: readonly RecordRow[]): Promise<PrintedMatches> => {
  const none: PrintedMatches = { known: [], replaced: [] };
  if (session.revision === 0 || session.facts.printsUntimed !== true) return none;
  const [prints, timed] = [rows.filter(isUntimedPrint), rows.filter((row) => row.atMs !== null && row.nativeKey !== null)];
  const known = prints.length === 0 ? [] : await findTimed(store, session.id, prints);
  const stored = await store.findRecordPlaces(
    session.id,
    timed.map((row) => toUntimedId(row.id)),
  );
  const replaced = timed
    .filter((row) => {
      const place = stored.get(toUntimedId(row.id));
      return place !== undefined && isPrinted(place);
    })
    .map((row) => ({ sessionId: session.id, id: toUntimedId(row.id), recordId: row.id }));
  if (replaced.length > 0) markOutOfOrder(session.head, null);
  return { known, replaced };
};

/** Ids of the given records that are stored with a time. An id does not contain that time, so all records of the session are read. */
const findTimed = async (store: Store, sessionId: string, prints: readonly RecordRow[]): Promise<string[]> => {
  const waiting = new Map(prints.map(({ id }) => [toUntimedId(id), id]));
  const found: string[] = [];
  let after: OrderKey | null = null;
  for (;;) {
    const heads = await store.listRecordHeads(sessionId, after, windowRecords);
    for (const { id, atMs } of heads) {
      const print = atMs === null ? undefined : waiting.get(toUntimedId(id));
      if (print !== undefined) found.push(print);
    }
    const last = heads.at(-1);
    if (!last || heads.length < windowRecords) return found;
    after = last.order;
  }
};
