import { setImmediate } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import type { ReportedObservation } from '../observations/detection.ts';
import { planReported, separateReported } from '../observations/plans/plan-reported.ts';
import type { ObservationEngine } from './observation-engine.ts';
import type { ObservationStore, ReportResult } from './observation-store.ts';
import { untilApplied } from './until-applied.ts';

/** Reports stored in one transaction, within some 10 ms. */
const partSize = 100;

type Fates = ReturnType<typeof planReported>['fates'];

/** Stores what reviewers, agents, people and files report. */
export const makeReportObservations =
  (engine: ObservationEngine, now: () => number): ObservationStore['putObservations'] =>
  async (reported, by, changeId) => {
    const fates: Fates = [];
    while (fates.length < reported.length) {
      if (fates.length > 0) await setImmediate();
      try {
        fates.push(...(await storePart(engine, reported.slice(fates.length, fates.length + partSize), { by, changeId, nowMs: now() })));
      } catch (error) {
        throw fates.length === 0 ? error : toPartialError(fates.length, reported.length, error);
      }
    }
    return readResults(engine, fates);
  };

const storePart = (
  engine: ObservationEngine,
  reported: readonly ReportedObservation[],
  request: Parameters<typeof planReported>[2],
): Promise<Fates> =>
  untilApplied(async () => {
    const planned = await planReports(engine, reported, request);
    return planned && (await engine.applyPlan(planned.plan)) ? planned.fates : null;
  });

/** Plans reports on what is stored; null: that changed while it was read. */
export const planReports = async (
  engine: ObservationEngine,
  reported: readonly ReportedObservation[],
  request: Parameters<typeof planReported>[2],
): Promise<ReturnType<typeof planReported> | null> => {
  const holders = await engine.findGroupObservers([...new Set(reported.map(({ fingerprint }) => fingerprint))]);
  const own = separateReported(reported, holders);
  const keys = new Map(own.map((one) => [`${one.sessionId ?? ''} ${one.fingerprint}`, one]));
  const known = await engine.readKnownRows({
    keys: [...keys.values()].map(({ sessionId, fingerprint, id }) => ({ sessionId: sessionId ?? '', fingerprint, id })),
    withOccurrences: false,
  });
  // A group that came to be since its holder was looked up may be another observer's.
  if (known.groups.some(({ fingerprint, observer }) => observer !== null && (holders.get(fingerprint) ?? observer) !== observer))
    return null;
  return planReported(own, known, request);
};

/** In parts too. Reports of one observation have the same result. */
const readResults = async (engine: ObservationEngine, fates: Fates): Promise<ReportResult[]> => {
  const ids = [...new Set(fates.map(({ id }) => id))];
  const stored = new Map<string, ReportResult['observation']>();
  for (let from = 0; from < ids.length; from += partSize) {
    if (from > 0) await setImmediate();
    for (const one of await engine.listObservationsById(ids.slice(from, from + partSize))) stored.set(one.id, one);
  }
  return fates.flatMap(({ id, fate }) => {
    const observation = stored.get(id);
    return observation ? [{ observation, fate }] : [];
  });
};

/** Says how many were stored. A busy database is a conflict here: sending all of it again would report those twice. */
const toPartialError = (stored: number, total: number, error: unknown): unknown => {
  if (!(error instanceof AppError)) return error;
  const counts = `${stored.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return new AppError(
    error.code === 'store_busy' ? 'conflict' : error.code,
    `The first ${counts} observations were stored. Send only the others again. ${error.message}`,
    { stored },
  );
};
