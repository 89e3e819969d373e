import type { Bundle, ReviewerDefinition } from '../../domain/bundle.ts';
import type { Review, ReviewExchange, ReviewRun } from '../../domain/review.ts';
import type { ReviewersConfig } from '../../domain/reviewers-config.ts';
import { makeLimit } from '../../models/limit.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { chooseReviewers } from '../../reviewers/choose-reviewers.ts';
import { describeChange, toReviewed, type ReviewerStates } from '../../reviewers/states.ts';
import { describeGivenUp, type ClaimedReviewRun, type Holder, type ReviewRunEnd, type StoredAnswer } from '../../store/review-store.ts';
import type { Store } from '../../store/store.ts';
import { askReviewer } from './ask-reviewer.ts';
import { buildRequest, listKnown } from './build-request.ts';
import { findRoot } from './find-root.ts';
import { makeLook, type Look } from './look.ts';
import type { ReviewerModels } from './reviewer-models.ts';
import { parseRunInput } from './run-input.ts';
import { toObservations, toResolutions } from './to-observations.ts';
import type { WatchConversation } from './watch-conversation.ts';

export type ReviewDeps = {
  store: Store;
  /** The configuration as it is now, and the bundles that are set up, or the one of `file`, which fails with `invalid_input` if it has errors. */
  load: (file?: string | null) => { bundles: readonly Bundle[]; config: ReviewersConfig };
  models: ReviewerModels;
  watchConversation: WatchConversation;
  /** Folder whose files are not reviewed unless the configuration says so. */
  home: string;
  now: () => number;
  random: () => number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** A reviewer in a run. `exchange` null: it has not been asked. `answer` null: not with success. */
type Entry = {
  reviewer: ReviewerDefinition;
  position: number;
  review: Review;
  exchange: ReviewExchange | null;
  answer: StoredAnswer | null;
};

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const startReview = ({ id, name, bundle }: ReviewerDefinition): Review => ({
  reviewerId: id,
  reviewer: name,
  bundle,
  outcome: 'waiting',
  reason: '',
  model: null,
  calls: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  interruptedUsd: null,
  startedAtMs: null,
  endedAtMs: null,
  found: 0,
  foundAgain: 0,
  resolved: 0,
  leftOut: null,
  problem: null,
});

/** Start and cost that carry over to a review that begins anew. */
const toSpent = (left: Review | undefined): Partial<Review> => {
  if (!left) return {};
  const { startedAtMs, interruptedUsd, costUsd } = left;
  return { startedAtMs, interruptedUsd: costUsd === null ? interruptedUsd : (interruptedUsd ?? 0) + costUsd };
};

/** States that this program stored; null: there are none. */
export const parseStates = (stored: { states: string } | undefined): ReviewerStates | null =>
  stored ? (JSON.parse(stored.states) as ReviewerStates) : null;

/** Why nothing of what a reviewer watches can be reviewed, as sentences; null: something can. */
export const findNothing = ({ files, conversation, problems }: Look): string | null =>
  files.length === 0 && (conversation === null || conversation.count === 0) ? problems.join(' ') : null;

export const unchangedReason = 'Nothing that it watches has changed since its last review.';
export const forcedReason = 'Forced: nothing that it watches has changed.';
export const syntheticReason = 'Demo sessions are never sent to a model.';

/** Final data of a run, as it is stored. */
const toEnd = async (
  { store, now }: Pick<ReviewDeps, 'store' | 'now'>,
  run: ClaimedReviewRun,
  entries: readonly Entry[],
  { root, hasMessages }: { root: string | null; hasMessages: boolean },
): Promise<Omit<ReviewRunEnd, 'state' | 'problem'>> => {
  const atMs = now();
  const session = await store.findSession(run.sessionId);
  const reported: ReportedObservation[] = [];
  const resolved: { observationId: string; by: string; note: string }[] = [];
  const reviews: ReviewRunEnd['reviews'][number][] = [];
  for (const { reviewer, review, exchange: sent, answer } of entries) {
    if (answer === null || session === null) {
      reviews.push({ ...review, exchange: sent, states: null });
      continue;
    }
    const { exchange, states } = answer;
    const known = await listKnown(store, { sessionId: session.id, reviewerId: reviewer.id, nowMs: atMs });
    const made = await toObservations(store, { reviewer, session, findings: exchange.findings, known, hasMessages, root, atMs });
    if (!run.isDry) {
      reported.push(...made.reported);
      resolved.push(...toResolutions(reviewer, exchange));
    }
    const findings = made.findings.map((one) => (run.isDry && one.isNew ? { ...one, observationId: null } : one));
    const found = findings.filter(({ isNew }) => isNew).length;
    // Stored findings are counted when they are stored.
    const counts = run.isDry ? { found, foundAgain: findings.length - found, resolved: exchange.resolved.length } : {};
    reviews.push({ ...review, ...counts, exchange: { ...exchange, findings }, states });
  }
  return { reviews, reported, resolved, atMs };
};

/**
 * Carries out a run that was claimed: asks every reviewer that is due, several at a time, and stores all that they found at once, at the
 * end. A reviewer that fails takes nothing from the others. Null: the run is another's now. Rejects if it is aborted with anything but
 * `canceled`, which keeps what was found until then.
 */
export const runReviews = async (
  deps: ReviewDeps,
  run: ClaimedReviewRun,
  holder: Holder,
  signal: AbortSignal,
): Promise<ReviewRun | null> => {
  const { store, load, models, home, now } = deps;
  const input = parseRunInput(run.input);
  const { bundles, config } = load(input.bundle);
  const session = await store.findSession(run.sessionId);
  if (!session) return null;
  const reviewed = new Map((await store.listReviewedStates(session.id)).map((one) => [one.reviewerId, one]));
  const root = await findRoot(session.cwd ?? input.cwd, { roots: config.roots, home });
  const look = makeLook({ ...deps, root }, { session, messages: input.messages, toTurn: input.toTurn, signal });
  const left = new Map(run.unanswered.map((one) => [one.reviewerId, one]));
  const answered = new Map(run.answered.map(({ reviewerId, answer }) => [reviewerId, answer]));
  const entries = chooseReviewers(bundles, { ...input, event: run.event }).map((reviewer, position): Entry => {
    const answer = answered.get(reviewer.id) ?? null;
    const started = left.get(reviewer.id);
    const review = answer?.review ?? (run.givesUp ? started : undefined) ?? { ...startReview(reviewer), ...toSpent(started) };
    return { reviewer, position, review, exchange: null, answer };
  });

  const show = async (entry: Entry, changes: Partial<Review>): Promise<void> => {
    entry.review = { ...entry.review, ...changes };
    await store.putReview(holder, entry.position, entry.review);
  };
  const review = async (entry: Entry): Promise<void> => {
    const { reviewer, position } = entry;
    const startedAtMs = now();
    const end = (changes: Partial<Review>): Promise<void> => show(entry, { startedAtMs, endedAtMs: now(), ...changes });
    const seen = await look(reviewer);
    const nothing = findNothing(seen);
    if (nothing !== null) return end({ outcome: 'skipped', reason: nothing });
    const before = parseStates(reviewed.get(reviewer.id));
    const change = describeChange(before, seen.states);
    if (change === null && !input.force) return end({ outcome: 'unchanged', reason: unchangedReason });
    if (session.synthetic && config.provider !== 'script') return end({ outcome: 'skipped', reason: syntheticReason });
    const model = models.find(reviewer);
    if (model.ask === null) return end({ outcome: 'skipped', reason: model.problem, model: model.name });
    await show(entry, { outcome: 'running', reason: change ?? forcedReason, model: model.name, startedAtMs });
    const built = await buildRequest(deps, { reviewer, session, look: seen, before, budget: config.budget, signal });
    const asked = await askReviewer({ ...deps, config, model }, { reviewer, holder, built, look: seen, signal });
    entry.review = { ...entry.review, ...asked.review, endedAtMs: now() };
    entry.exchange = asked.exchange;
    if (asked.exchange === null || entry.review.outcome !== 'reviewed') return end({});
    const states = JSON.stringify(toReviewed(seen.states, before, built.looked));
    entry.answer = { review: entry.review, exchange: asked.exchange, states };
    await store.putReviewAnswer(holder, position, entry.answer);
  };
  const reviewSafely = async (entry: Entry): Promise<void> => {
    try {
      await review(entry);
    } catch (error) {
      if (signal.aborted) throw error;
      await show(entry, { outcome: 'failed', problem: toMessage(error), endedAtMs: now() });
    }
  };

  const isUnfinished = ({ review: { outcome } }: Entry): boolean => outcome === 'waiting' || outcome === 'running';
  const endAll = async (state: ReviewRunEnd['state'], problem: string | null, ofUnfinished: Partial<Review>) => {
    for (const entry of entries.filter(isUnfinished)) entry.review = { ...entry.review, ...ofUnfinished, endedAtMs: now() };
    const end = await toEnd(deps, run, entries, { root: root.folder, hasMessages: input.messages !== null });
    return store.endReviewRun(holder, { ...end, state, problem });
  };
  if (run.givesUp) {
    const names = entries.filter(isUnfinished).map(({ reviewer }) => reviewer.name);
    if (names.length === 0) return endAll('done', null, {});
    return endAll('failed', describeGivenUp(names), { outcome: 'failed', problem: describeGivenUp() });
  }

  await Promise.all(entries.map((entry) => store.putReview(holder, entry.position, entry.review)));
  const asking = bundles.map(async ({ name, execution }) => {
    const limit = makeLimit(execution.maxConcurrent);
    const own = entries.filter((entry) => entry.reviewer.bundle === name && entry.answer === null);
    await Promise.all(own.map((entry) => limit(() => models.limit(() => reviewSafely(entry), signal), signal)));
  });
  const ended = await Promise.allSettled(asking);
  const isCanceled = signal.aborted && signal.reason === 'canceled';
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed && signal.aborted && !isCanceled) throw failed.reason;
  const problem = failed && !isCanceled ? toMessage(failed.reason) : null;
  if (isCanceled) return endAll('canceled', null, { outcome: 'canceled' });
  return endAll(problem === null ? 'done' : 'failed', problem, { outcome: 'failed' });
};
