import { planReported, separateReported } from '../observations/plans/plan-reported.ts';
import type { ObservationEngine } from './observation-engine.ts';
import type { ObservationStore } from './observation-store.ts';
import { untilApplied } from './until-applied.ts';

/** Stores what reviewers, agents, people and files report. */
export const makeReportObservations =
  (engine: ObservationEngine, now: () => number): ObservationStore['putObservations'] =>
  async (reported, by, changeId) => {
    const fates = await untilApplied(async () => {
      const holders = await engine.findGroupObservers([...new Set(reported.map(({ fingerprint }) => fingerprint))]);
      const own = separateReported(reported, holders);
      const keys = new Map(own.map((one) => [`${one.sessionId ?? ''} ${one.fingerprint}`, one]));
      const known = await engine.readKnownRows({
        keys: [...keys.values()].map(({ sessionId, fingerprint, id }) => ({ sessionId: sessionId ?? '', fingerprint, id })),
      });
      // A group that came to be since its holder was looked up may be another observer's.
      if (known.groups.some(({ fingerprint, observer }) => observer !== null && (holders.get(fingerprint) ?? observer) !== observer))
        return null;
      const { plan, fates: planned } = planReported(own, known, { by, changeId, nowMs: now() });
      return (await engine.applyPlan(plan)) ? planned : null;
    });
    const stored = new Map((await engine.listObservationsById([...new Set(fates.map(({ id }) => id))])).map((one) => [one.id, one]));
    return fates.flatMap(({ id, fate }) => {
      const observation = stored.get(id);
      return observation ? [{ observation, fate }] : [];
    });
  };
