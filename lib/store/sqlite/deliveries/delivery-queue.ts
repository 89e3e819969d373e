import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { deliveries } from '../../../../db/schema.ts';
import type { Delivery, SinkRule } from '../../../domain/delivery.ts';
import { observation, type Observation, type ObservationTransition } from '../../../domain/observation.ts';
import { isImportChange } from '../../../observations/import-change.ts';
import { toReason } from '../../../observations/lifecycle.ts';
import { hashId } from '../../../session/ids.ts';
import type { Changes } from '../changes.ts';
import type { StoredDelivery } from './delivery-rows.ts';
import { toSeverity } from '../observations/observation-rows.ts';
import type { Transitions } from '../observations/observation-transitions.ts';
import type { Observations } from '../observations/observations.ts';
import { toJson } from '../json.ts';
import { insertNew } from '../statements.ts';

type Parts = { observations: Observations; transitions: Transitions; changes: Changes };

const windowSteps = 1_000;

/** What goes out to sinks, from the history of observations: each step once for each sink. */
export const makeDeliveryQueue = (db: Database, { observations, transitions, changes }: Parts) => {
  const queuedTo = db.prepare<[string], number>('SELECT seq FROM sinks WHERE name = ?').pluck();
  const putQueuedTo = db.prepare<[string, number]>(
    'INSERT INTO sinks (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq',
  );
  const insert = db.prepare(insertNew(deliveries, ['id']));

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

  return (rules: readonly SinkRule[], nowMs: number): { queued: number; more: boolean } => {
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
