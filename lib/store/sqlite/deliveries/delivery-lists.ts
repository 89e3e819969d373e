import type { Database } from 'better-sqlite3';
import { deliveries } from '../../../../db/schema.ts';
import { deliveryState, type Delivery, type DeliveryCount, type DeliveryState } from '../../../domain/delivery.ts';
import type { Page } from '../../../domain/page.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { toDelivery, type ListedDelivery } from './delivery-rows.ts';
import { columnsOf } from '../statements.ts';

type Place = { atMs: number; id: string };

/** Behind nothing. */
const beginning: Place = { atMs: Number.MAX_SAFE_INTEGER, id: '' };

/** Pending and past deliveries, as pages show them. */
export const makeDeliveryLists = (db: Database) => {
  const columns = columnsOf(deliveries, 'd', ['body']);
  const list = db.prepare<[{ state: DeliveryState; limit: number } & Place], ListedDelivery>(
    `SELECT ${columns} FROM deliveries d INDEXED BY deliveries_state
    WHERE d.state = @state AND (d.created_at_ms, d.id) < (@atMs, @id) ORDER BY d.created_at_ms DESC, d.id DESC LIMIT @limit`,
  );
  const count = db.prepare<[DeliveryState], number>('SELECT count(*) FROM deliveries INDEXED BY deliveries_state WHERE state = ?').pluck();
  // Each of the three by an index that holds no row that was sent.
  const countEach = db.prepare<[], DeliveryCount>(
    `SELECT s.name AS sink, coalesce(waiting.count, 0) AS pending, s.sent AS sent, coalesce(dead.count, 0) AS dead
    FROM sinks s
    LEFT JOIN (SELECT sink, count(*) AS count FROM deliveries INDEXED BY deliveries_waiting WHERE state = 'pending' GROUP BY sink) waiting
      ON waiting.sink = s.name
    LEFT JOIN (SELECT sink, count(*) AS count FROM deliveries INDEXED BY deliveries_dead WHERE state = 'dead' GROUP BY sink) dead
      ON dead.sink = s.name
    WHERE s.sent > 0 OR waiting.sink IS NOT NULL OR dead.sink IS NOT NULL ORDER BY s.name`,
  );
  const get = db.prepare<[string], ListedDelivery>(`SELECT ${columns} FROM deliveries d WHERE d.id = ?`);

  return {
    list: (state: DeliveryState | null, page: { cursor: string | null; limit: number }): Page<Delivery> => {
      const name = `deliveries ${state}`;
      const states = state === null ? deliveryState.options : [state];
      const at = page.cursor === null ? null : parseCursor(page.cursor, name);
      const behind = at ? { atMs: Number(at.value), id: at.id } : beginning;
      const rows = states.flatMap((one) => list.all({ state: one, ...behind, limit: page.limit + 1 })).toSorted(compare);
      const items = rows.slice(0, page.limit);
      const last = rows.length > page.limit ? items.at(-1) : undefined;
      return {
        items: items.map(toDelivery),
        nextCursor: last ? toCursor({ list: name, value: last.createdAtMs, id: last.id }) : null,
        total: states.reduce((sum, one) => sum + (count.get(one) ?? 0), 0),
      };
    },
    countAll: (): DeliveryCount[] => countEach.all(),
    find: (id: string): Delivery | null => {
      const row = get.get(id);
      return row ? toDelivery(row) : null;
    },
  };
};

/** The newest first. */
const compare = (one: ListedDelivery, other: ListedDelivery): number => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1);
