import * as z from 'zod';
import type { Delivery, SinkRule } from '../../domain/delivery.ts';
import { observation, type Observation, type ObservationSeverity } from '../../domain/observation.ts';
import { findOfBundle } from '../../domain/sink-config.ts';
import { hashId } from '../../session/ids.ts';
import { isImportChange } from '../import-change.ts';
import { toReason } from '../lifecycle.ts';
import { toSeverity } from '../severity.ts';
import type { StoredStep } from './rows.ts';
import { findOpening, parseSeverityBefore } from './steps.ts';

/** A pending delivery. `body` is the current observation as JSON. */
export type NewDelivery = Pick<Delivery, 'id' | 'sink' | 'event' | 'observationId' | 'title'> & {
  sessionId: string;
  body: string;
  createdAtMs: number;
};

/**
 * An observation that a step is about, and its history up to the newest step. `isReplaying`: observers see its session again, and
 * calls are left.
 */
export type SteppedObservation = { observation: Observation; steps: readonly StoredStep[]; isReplaying: boolean };

/** A replay that takes longer, or stopped, holds up no delivery. */
const maxHeldMs = 60_000;

/** Steps that open an observation. Manual reopens and imports are left out, because people know about them. */
const toEvent = ({ kind, toState, changeId }: StoredStep): Delivery['event'] | null => {
  if (isImportChange(changeId) || kind === 'carry_from') return null;
  if (kind === 'escalate') return 'observation.opened';
  if (kind === 'regress' || toState === 'regressed') return kind === 'undo' ? null : 'observation.regressed';
  return (kind === 'create' || kind === 'return') && toState === 'open' ? 'observation.opened' : null;
};

/** Observations whose steps may be delivered. */
export const listDeliverable = (steps: readonly StoredStep[]): string[] => [
  ...new Set(steps.flatMap((step) => (toEvent(step) ? [step.observationId] : []))),
];

/** Steps up to the first that waits for the end of a replay: then what was found anew takes over what was decided about it before. */
export const listReady = (
  steps: readonly StoredStep[],
  known: ReadonlyMap<string, SteppedObservation>,
  nowMs: number,
): readonly StoredStep[] => {
  const isHeld = (step: StoredStep): boolean => {
    const found = known.get(step.observationId);
    return toEvent(step) !== null && found?.isReplaying === true && nowMs - found.observation.changedAtMs < maxHeldMs;
  };
  const held = steps.findIndex(isHeld);
  return held < 0 ? steps : steps.slice(0, held);
};

/**
 * Number of the step that a delivery represents: an escalation represents the opening before it if that did not match the rule. Null if
 * the rule matched already.
 */
const toOpening = (accepted: readonly ObservationSeverity[], step: StoredStep, history: readonly StoredStep[]): number | null => {
  const before = parseSeverityBefore(step);
  if (step.kind !== 'escalate') return step.seq;
  if (before !== null && accepted.includes(toSeverity(before))) return null;
  return findOpening(history.filter(({ seq }) => seq < step.seq))?.seq ?? step.seq;
};

/** Deliveries to a sink for steps, at most one per opening. Demo data and resolved observations are not sent. */
export const planDeliveries = (
  rule: SinkRule,
  steps: readonly StoredStep[],
  known: ReadonlyMap<string, SteppedObservation>,
  nowMs: number,
): NewDelivery[] =>
  steps.flatMap((step) => {
    const event = toEvent(step);
    const found = known.get(step.observationId);
    if (!event || !found) return [];
    const { observation: one } = found;
    const accepted = findOfBundle(rule.ofBundles, one.observer) ?? rule.severities;
    if (one.synthetic || toReason(one.state) !== null || !accepted.includes(one.severity)) return [];
    // Carried-over triage was delivered before.
    if (found.steps.some(({ kind, seq }) => kind === 'carry_from' && seq > step.seq)) return [];
    const opening = toOpening(accepted, step, found.steps);
    if (opening === null) return [];
    return [
      {
        id: hashId('delivery', rule.sink, opening),
        sink: rule.sink,
        event,
        sessionId: one.sessionId ?? '',
        observationId: one.id,
        title: one.title,
        body: JSON.stringify(z.encode(observation, one)),
        createdAtMs: nowMs,
      },
    ];
  });
