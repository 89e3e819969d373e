import type { SinkRule } from '../domain/delivery.ts';
import { listDeliverable, planDeliveries } from '../observations/plans/plan-deliveries.ts';
import type { ObservationEngine } from './observation-engine.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { untilApplied } from './until-applied.ts';

const windowSteps = 1_000;

/** Queues deliveries from the history of observations: each opening once for each sink. */
export const makeQueueDeliveries =
  (engine: ObservationEngine): DeliveryStore['queueDeliveries'] =>
  async (rules, nowMs) => {
    const sum = { queued: 0, more: false };
    for (const rule of rules) {
      const { queued, more } = await untilApplied(() => queueFor(engine, rule, nowMs));
      sum.queued += queued;
      sum.more ||= more;
    }
    return sum;
  };

const queueFor = async (engine: ObservationEngine, rule: SinkRule, nowMs: number): Promise<{ queued: number; more: boolean } | null> => {
  const { sink } = rule;
  const { places, latest } = await engine.readSinkPlaces([sink]);
  const from = places.get(sink) ?? null;
  const steps = from === null || from === latest ? [] : await engine.listSteps(from, windowSteps);
  const to = from === null ? latest : (steps.at(-1)?.seq ?? from);
  if (to === from) return { queued: 0, more: false };
  const known = await engine.readStepped(listDeliverable(steps));
  const queued = await engine.applyDeliveries({ sink, from, to, deliveries: planDeliveries(rule, steps, known, nowMs) });
  return queued === null ? null : { queued, more: to < latest };
};
