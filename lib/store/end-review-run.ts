import type { Review, ReviewExchange, ReviewRun } from '../domain/review.ts';
import type { ReportedObservation } from '../observations/detection.ts';
import { toReason } from '../observations/lifecycle.ts';
import { planTriage } from '../observations/plans/plan-triage.ts';
import { emptyPlan, type ObservationPlan } from '../observations/plans/rows.ts';
import type { ObservationEngine } from './observation-engine.ts';
import { planReports } from './report-observations.ts';
import type { Holder, ReviewRunEnd, ReviewStore } from './review-store.ts';
import { untilApplied } from './until-applied.ts';

/** Operations of an engine on runs that end, beside those on observations. */
export interface ReviewEngine {
  /** Null: the run is not the holder's. */
  findHeldRun(holder: Holder): Promise<{ sessionId: string; isDry: boolean } | null>;
  /** Ends a run and applies a plan, in one transaction; null where the run is lost, or what was planned on has changed. */
  applyReviewRunEnd(holder: Holder, end: ReviewRunEnd, plan: ObservationPlan): Promise<ReviewRun | null>;
}

/** Stores what came of a run, with all of its observations. */
export const makeEndReviewRun =
  (engine: ObservationEngine, reviewEngine: ReviewEngine): ReviewStore['endReviewRun'] =>
  async (holder, end) => {
    const ended = await untilApplied(async () => {
      const run = await reviewEngine.findHeldRun(holder);
      if (!run) return 'lost';
      if (run.isDry) return reviewEngine.applyReviewRunEnd(holder, end, emptyPlan);
      const planned = await planEnd(engine, holder.runId, run.sessionId, end);
      return planned && reviewEngine.applyReviewRunEnd(holder, { ...end, reviews: planned.reviews }, planned.plan);
    });
    return ended === 'lost' ? null : ended;
  };

type Planned = { plan: ObservationPlan; reviews: ReviewRunEnd['reviews'] };

/** The run's id is that of its change, which undo takes back as a whole. */
const planEnd = async (
  engine: ObservationEngine,
  changeId: string,
  sessionId: string,
  { reported, resolved, reviews, atMs }: ReviewRunEnd,
): Promise<Planned | null> => {
  const reports = await planReports(engine, reported, { by: null, changeId, nowMs: atMs });
  if (!reports) return null;
  const found = new Set(reports.fates.map(({ id }) => id));
  const fixed = await planFixed(
    engine,
    { changeId, sessionId, atMs },
    resolved.filter(({ observationId }) => !found.has(observationId)),
  );
  const became = listBecame(reported, reports.fates);
  return {
    plan: { ...reports.plan, moved: fixed.moved, steps: [...reports.plan.steps, ...fixed.steps] },
    reviews: reviews.map((review) => ({
      ...review,
      ...countFindings(review, [...became.values()], fixed.steps),
      exchange: review.exchange && toStored(review.reviewerId, review.exchange, became),
    })),
  };
};

/**
 * Resolves observations of the session that the reviewers reported themselves. Those that somebody has already resolved stay as they are.
 */
const planFixed = async (
  engine: ObservationEngine,
  { changeId, sessionId, atMs }: { changeId: string; sessionId: string; atMs: number },
  resolved: ReviewRunEnd['resolved'],
): Promise<Pick<ObservationPlan, 'moved' | 'steps'>> => {
  const byId = new Map(resolved.map((one) => [one.observationId, one]));
  const own = (await engine.listObservationsById([...byId.keys()])).filter(
    (one) => one.sessionId === sessionId && one.observer === byId.get(one.id)?.by,
  );
  const units = await engine.readUnits(
    own.map(({ id }) => id),
    false,
  );
  const plans = units.flatMap((unit) => {
    const given = unit && toReason(unit.state) === null ? byId.get(unit.id) : undefined;
    if (!unit || !given) return [];
    const { by, note } = given;
    return [planTriage([unit], { action: 'resolve', reason: 'fixed', note, by, atMs, changeId }).plan];
  });
  return { moved: plans.flatMap(({ moved }) => moved), steps: plans.flatMap(({ steps }) => steps) };
};

type Became = { observer: string; observationId: string; isNew: boolean };

/** The observation that each report became, by its reviewer and the id that it was reported with. */
const listBecame = (reported: readonly ReportedObservation[], fates: readonly { id: string; fate: string }[]): Map<string, Became> => {
  const became = new Map<string, Became>();
  for (const [at, { id, fate }] of fates.entries()) {
    const one = reported[at];
    if (!one) continue;
    const key = toKey(one.draft.observer, one.id);
    if (!became.has(key)) became.set(key, { observer: one.draft.observer, observationId: id, isNew: fate === 'created' });
  }
  return became;
};

const toKey = (observer: string, observationId: string): string => `${observer} ${observationId}`;

const countFindings = (
  { reviewerId }: Review,
  became: readonly Became[],
  fixed: ObservationPlan['steps'],
): Pick<Review, 'found' | 'foundAgain' | 'resolved'> => {
  const own = became.filter(({ observer }) => observer === reviewerId);
  const found = own.filter(({ isNew }) => isNew).length;
  return { found, foundAgain: own.length - found, resolved: fixed.filter(({ by }) => by === reviewerId).length };
};

const toStored = (reviewerId: string, exchange: ReviewExchange, became: ReadonlyMap<string, Became>): ReviewExchange => ({
  ...exchange,
  findings: exchange.findings.map((finding) => {
    const stored = became.get(toKey(reviewerId, finding.observationId ?? ''));
    return stored ? { ...finding, observationId: stored.observationId, isNew: stored.isNew } : finding;
  }),
});
