import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { deliveries } from '../../../db/schema.ts';
import {
  deliveryEvent,
  deliveryState,
  type Delivery,
  type DeliveryCount,
  type DeliveryState,
  type DueDelivery,
  type SinkRule,
} from '../../domain/delivery.ts';
import { observation, type Observation, type ObservationTransition } from '../../domain/observation.ts';
import type { Page } from '../../domain/page.ts';
import { isImportChange } from '../../observations/import-change.ts';
import { toReason } from '../../observations/lifecycle.ts';
import { hashId } from '../../session/ids.ts';
import type { DeliveryEnd } from '../store.ts';
import type { Changes } from './changes.ts';
import { parseCursor, toCursor } from './cursor.ts';
import type { Observations } from './observations.ts';
import type { Transitions } from './observation-transitions.ts';
import { toSeverity } from './observation-rows.ts';
import { parseJson, toJson } from './rows.ts';
import { columnsOf, insertNew } from './statements.ts';

type StoredDelivery = typeof deliveries.$inferSelect;
type Parts = { observations: Observations; transitions: Transitions; changes: Changes };

const windowSteps = 1_000;

/** What goes out to sinks: queued from the history of observations, each step once for each sink. */
export const makeDeliveries = (db: Database, { observations, transitions, changes }: Parts) => {
  const columns = columnsOf(deliveries, 'd');
  const queuedTo = db.prepare<[string], number>('SELECT seq FROM sinks WHERE name = ?').pluck();
  const putQueuedTo = db.prepare<[string, number]>(
    'INSERT INTO sinks (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq',
  );
  const insert = db.prepare(insertNew(deliveries, ['id']));
  const due = db.prepare<[string, number, number], StoredDelivery>(
    `SELECT ${columns} FROM deliveries d INDEXED BY deliveries_due WHERE d.state = 'pending' AND d.sink = ? AND d.next_at_ms <= ?
    ORDER BY d.created_at_ms, d.rowid LIMIT ?`,
  );
  // By the index in which the oldest stands first: it is asked again and again while much waits behind it.
  const oldest = db.prepare<[string], StoredDelivery>(
    `SELECT ${columns} FROM deliveries d INDEXED BY deliveries_state WHERE d.state = 'pending' AND d.sink = ?
    ORDER BY d.created_at_ms, d.rowid LIMIT 1`,
  );
  const next = db
    .prepare<[string], number | null>(
      "SELECT min(next_at_ms) FROM deliveries INDEXED BY deliveries_due WHERE state = 'pending' AND sink = ?",
    )
    .pluck();
  const lease = db.prepare<[number, string]>('UPDATE deliveries SET attempts = attempts + 1, next_at_ms = ? WHERE id = ?');
  const sessionOf = db.prepare<[string], string>('SELECT session_id FROM deliveries WHERE id = ?').pluck();
  const end = db.prepare<[Omit<DeliveryEnd, 'isUncounted'> & { id: string; endedAtMs: number | null; back: number }]>(
    `UPDATE deliveries SET state = @state, error = @error, next_at_ms = @nextAtMs, ended_at_ms = @endedAtMs, attempts = max(attempts - @back, 0)
    WHERE id = @id AND state = 'pending'`,
  );
  const retry = db.prepare<[number, string]>(
    `UPDATE deliveries SET state = 'pending', attempts = 0, next_at_ms = ?, ended_at_ms = NULL WHERE id = ? AND state = 'dead'`,
  );
  const retryAll = db
    .prepare<[number, string], string>(
      `UPDATE deliveries SET state = 'pending', attempts = 0, next_at_ms = ?, ended_at_ms = NULL WHERE state = 'dead' AND sink = ?
      RETURNING session_id`,
    )
    .pluck();
  const list = db.prepare<[{ state: DeliveryState | null; atMs: number | null; id: string; limit: number }], StoredDelivery>(
    `SELECT ${columns} FROM deliveries d WHERE (@state IS NULL OR d.state = @state)
      AND (@atMs IS NULL OR d.created_at_ms < @atMs OR (d.created_at_ms = @atMs AND d.id > @id))
    ORDER BY d.created_at_ms DESC, d.id LIMIT @limit`,
  );
  const count = db
    .prepare<[{ state: DeliveryState | null }], number>('SELECT count(*) FROM deliveries WHERE @state IS NULL OR state = @state')
    .pluck();
  const countEach = db.prepare<[], DeliveryCount>(
    `SELECT sink, sum(state = 'pending') AS pending, sum(state = 'sent') AS sent, sum(state = 'dead') AS dead
    FROM deliveries GROUP BY sink ORDER BY sink`,
  );
  const get = db.prepare<[string], StoredDelivery>(`SELECT ${columns} FROM deliveries d WHERE d.id = ?`);
  const claim = (row: StoredDelivery, untilMs: number): DueDelivery => {
    lease.run(untilMs, row.id);
    const claimed = { ...row, attempts: row.attempts + 1, nextAtMs: untilMs };
    return { ...toDelivery(claimed), observation: parseJson(observation, row.body) };
  };
  const announce = (id: string): void => changes.add('observation', sessionOf.get(id) ?? '');

  /** The step that a delivery stands for: what rises counts as its opening, for a rule that did not want it as it was. */
  const toOpening = (rule: SinkRule, { kind, seq, observationId }: ObservationTransition): number | null => {
    if (kind !== 'escalate') return seq;
    const before = transitions.findSeverityBefore(seq);
    if (before !== null && rule.severities.includes(toSeverity(before))) return null;
    return transitions.findOpening(observationId, seq) ?? seq;
  };

  /** Goes on from a step; answers how far it came. */
  const queueFor = (rule: SinkRule, from: number, nowMs: number): { queued: number; seq: number } => {
    const steps = transitions.list(from, windowSteps);
    let queued = 0;
    for (const step of steps) {
      const event = toEvent(step);
      const found = event && observations.get(step.observationId);
      if (!found || found.synthetic || toReason(found.state) !== null || !rule.severities.includes(found.severity)) continue;
      const opening = toOpening(rule, step);
      if (opening === null) continue;
      const row = toRow(hashId('delivery', rule.sink, opening), rule.sink, event, found, nowMs);
      queued += insert.run(row).changes;
      changes.add('observation', row.sessionId);
    }
    return { queued, seq: steps.at(-1)?.seq ?? from };
  };

  return {
    queue: (rules: readonly SinkRule[], nowMs: number): { queued: number; more: boolean } => {
      const to = transitions.latest();
      const made = { queued: 0, more: false };
      for (const rule of rules) {
        const from = queuedTo.get(rule.sink);
        const { queued, seq } = from === undefined ? { queued: 0, seq: to } : queueFor(rule, from, nowMs);
        made.queued += queued;
        made.more ||= seq < to;
        if (seq !== from) putQueuedTo.run(rule.sink, seq);
      }
      return made;
    },
    next: (sink: string): number | null => next.get(sink) ?? null,
    claim: (sink: string, nowMs: number, leaseMs: number, limit: number): DueDelivery[] =>
      due.all(sink, nowMs, limit).map((row) => claim(row, nowMs + leaseMs)),
    claimOldest: (sink: string, nowMs: number, leaseMs: number): DueDelivery | null => {
      const row = oldest.get(sink);
      return row && (row.nextAtMs ?? 0) <= nowMs ? claim(row, nowMs + leaseMs) : null;
    },
    end: (id: string, { isUncounted = false, ...outcome }: DeliveryEnd): void => {
      const isPending = outcome.state === 'pending';
      const times = { nextAtMs: isPending ? (outcome.nextAtMs ?? outcome.atMs) : null, endedAtMs: isPending ? null : outcome.atMs };
      if (end.run({ ...outcome, id, ...times, back: Number(isUncounted) }).changes > 0) announce(id);
    },
    list: (state: DeliveryState | null, page: { cursor: string | null; limit: number }): Page<Delivery> => {
      const name = `deliveries ${state}`;
      const at = page.cursor === null ? null : parseCursor(page.cursor, name);
      const rows = list.all({ state, atMs: at ? Number(at.value) : null, id: at?.id ?? '', limit: page.limit + 1 });
      const items = rows.slice(0, page.limit);
      const last = rows.length > page.limit ? items.at(-1) : undefined;
      return {
        items: items.map(toDelivery),
        nextCursor: last ? toCursor({ list: name, value: last.createdAtMs, id: last.id }) : null,
        total: count.get({ state }) ?? 0,
      };
    },
    countAll: () => countEach.all(),
    find: (id: string): Delivery | null => {
      const row = get.get(id);
      return row ? toDelivery(row) : null;
    },
    retry: (id: string, nowMs: number): boolean => {
      const isRetried = retry.run(nowMs, id).changes > 0;
      if (isRetried) announce(id);
      return isRetried;
    },
    retryAll: (sink: string, nowMs: number): number => {
      const sessionIds = retryAll.all(nowMs, sink);
      for (const sessionId of new Set(sessionIds)) changes.add('observation', sessionId);
      return sessionIds.length;
    },
  };
};

/** What opens an observation, or returns it; people who reopen one, and who import a file, know of it. */
const toEvent = ({ kind, to, changeId }: ObservationTransition): Delivery['event'] | null => {
  if (isImportChange(changeId)) return null;
  if (kind === 'escalate') return 'observation.opened';
  if (kind === 'regress' || to === 'regressed') return kind === 'undo' ? null : 'observation.regressed';
  return (kind === 'create' || kind === 'return') && to === 'open' ? 'observation.opened' : null;
};

const toRow = (id: string, sink: string, event: Delivery['event'], found: Observation, nowMs: number): StoredDelivery => ({
  id,
  sink,
  event,
  sessionId: found.sessionId ?? '',
  observationId: found.id,
  title: found.title,
  body: toJson(z.encode(observation, found)),
  state: 'pending',
  attempts: 0,
  error: null,
  createdAtMs: nowMs,
  nextAtMs: nowMs,
  endedAtMs: null,
});

const toDelivery = (row: StoredDelivery): Delivery => ({
  id: row.id,
  sink: row.sink,
  event: deliveryEvent.parse(row.event),
  observationId: row.observationId,
  title: row.title,
  state: deliveryState.parse(row.state),
  attempts: row.attempts,
  error: row.error,
  createdAtMs: row.createdAtMs,
  nextAtMs: row.nextAtMs,
  endedAtMs: row.endedAtMs,
});
