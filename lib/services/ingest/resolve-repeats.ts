import { formats } from '../../formats/registry.ts';
import { markOutOfOrder } from '../../session/derive.ts';
import { livePathOf, sourceIdOf } from '../../session/ids.ts';
import type { OrderKey } from '../../session/order.ts';
import type { Store } from '../../store/store.ts';
import type { OpenSession } from './open-session.ts';
import type { Rows } from './to-rows.ts';

const windowRecords = 2_000;

const isRepeatOf = (format: string | null, other: string | null): boolean =>
  other !== null && formats.find((one) => one.id === format)?.yieldsTo === other;

/**
 * Keeps the records of one format where two formats hold the same session and one repeats part of the other: returns `rows` without
 * those that yield to what is stored, and removes stored records that yield to `rows`.
 */
export const resolveRepeats = async (store: Store, sessions: readonly OpenSession[], format: string | null, rows: Rows): Promise<Rows> => {
  const yielding = new Set<string>();
  for (const session of sessions) {
    const { id, storedFormat } = session;
    if (isRepeatOf(format, storedFormat)) yielding.add(id);
    else if (isRepeatOf(storedFormat, format)) await removeFromFiles(store, session);
  }
  if (yielding.size === 0) return rows;
  const keep = <Row extends { sessionId: string }>(list: readonly Row[]): Row[] => list.filter(({ sessionId }) => !yielding.has(sessionId));
  return {
    ...rows,
    records: keep(rows.records),
    calls: keep(rows.calls),
    results: keep(rows.results),
    outcomeOverrides: keep(rows.outcomeOverrides),
    responses: keep(rows.responses),
  };
};

/** Removes records from files. Those that a running agent reported stay, and the file's records are matched with them. */
const removeFromFiles = async (store: Store, session: OpenSession): Promise<void> => {
  const liveSource = sourceIdOf(livePathOf(session.id));
  const ids: string[] = [];
  let after: OrderKey | null = null;
  for (;;) {
    const heads = await store.listRecordHeads(session.id, after, windowRecords);
    ids.push(...heads.filter(({ sourceId }) => sourceId !== liveSource).map(({ id }) => id));
    after = heads.at(-1)?.order ?? null;
    if (heads.length < windowRecords || after === null) break;
  }
  markOutOfOrder(session.head, null);
  await store.removeRecords(session.id, ids);
};
