import os from 'node:os';
import type { Bundle, ReviewerDefinition } from '../../domain/bundle.ts';
import type { Review, ReviewExchange } from '../../domain/review.ts';
import type { ReviewersConfig } from '../../domain/reviewers-config.ts';
import type { Session } from '../../domain/session.ts';
import { makeLimit } from '../../models/limit.ts';
import { chooseReviewers } from '../../reviewers/choose-reviewers.ts';
import { describeChange, type ReviewerStates } from '../../reviewers/states.ts';
import type { ClaimedReviewRun, Holder, ReviewRunEnd, StoredAnswer } from '../../store/review-store.ts';
import type { Store } from '../../store/store.ts';
import { askReviewer, listReported } from './ask-reviewer.ts';
import { findRoot } from './find-root.ts';
import { makeLook, type Look } from './look.ts';
import type { ReviewerModels } from './reviewer-models.ts';
import { parseRunInput } from './run-input.ts';
import { toObservations } from './to-observations.ts';

/** Reviewers that are set up, and how they are. */
export type LoadReviewers = () => { bundles: readonly Bundle[]; config: ReviewersConfig };

export type RunDeps = { store: Store; load: LoadReviewers; models: ReviewerModels; now: () => number };

/** A reviewer in a run: its place, what is shown of it, and what came of it. */
type Entry = { reviewer: ReviewerDefinition; position: number; review: Review; answer: StoredAnswer | null };

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
  startedAtMs: null,
  endedAtMs: null,
  found: 0,
  foundAgain: 0,
  resolved: 0,
  leftOut: null,
  problem: null,
});

const parseStates = (text: string): ReviewerStates => JSON.parse(text) as ReviewerStates;

/** Whether there is nothing that could be reviewed. */
const isNothing = ({ files, conversation }: Look): boolean => files.length === 0 && (conversation === null || conversation.count === 0);

/**
 * Carries out a run that was claimed: asks every reviewer that is due, several at a time, and stores all that they found at the end, at
 * once. A reviewer that fails takes nothing from the others. `signal`: somebody canceled the run, of which the findings so far are kept, or
 * with the reason `release` the process ends, and the run is given back.
 */
export const runReviews = async ({ store, load, models, now }: RunDeps, run: ClaimedReviewRun, holder: Holder, signal: AbortSignal) => {
  const { bundles, config } = load();
  const input = parseRunInput(run.input);
  const session = await store.findSession(run.sessionId);
  if (!session) return;
  const states = new Map((await store.listReviewedStates(session.id)).map((one) => [one.reviewerId, one]));
  const root = await findRoot(input.cwd ?? session.cwd, { roots: config.roots, home: os.homedir() });
  const look = makeLook({ store, root }, { session, messages: input.messages, toTurn: input.toTurn, signal });
  const answered = new Map(run.answered.map(({ reviewerId, answer }) => [reviewerId, answer]));
  const entries = chooseReviewers(bundles, { ...input, event: run.event }).map((reviewer, position): Entry => {
    const answer = answered.get(reviewer.id) ?? null;
    return { reviewer, position, review: answer?.review ?? startReview(reviewer), answer };
  });

  const show = async (entry: Entry, changes: Partial<Review>): Promise<void> => {
    entry.review = { ...entry.review, ...changes };
    await store.putReview(holder, entry.position, entry.review);
  };
  const end = (entry: Entry, outcome: Review['outcome'], reason: string): Promise<void> =>
    show(entry, { outcome, reason, endedAtMs: now() });

  /** Asks a reviewer, if it is due. */
  const review = async (entry: Entry): Promise<void> => {
    const { reviewer } = entry;
    const seen = await look(reviewer);
    if (isNothing(seen)) return end(entry, 'skipped', seen.problems.join(' '));
    const before = states.get(reviewer.id);
    const change = describeChange(before ? parseStates(before.states) : null, seen.states);
    if (change === null && !input.force) return end(entry, 'unchanged', 'Nothing that it watches has changed since its last review.');
    const model = models.find(reviewer);
    if (model.ask === null) return end(entry, 'skipped', model.problem);
    await show(entry, { outcome: 'running', reason: change ?? 'It was asked to, although nothing has changed.', model: model.name });
    await show(entry, await askReviewer({ store, now, model, config }, { reviewer, session, look: seen, before, entry, holder, signal }));
  };

  await Promise.all(entries.map((entry) => store.putReview(holder, entry.position, entry.review)));
  await Promise.all(
    bundles.map(async ({ name, execution }) => {
      const limit = makeLimit(execution.maxConcurrent);
      const own = entries.filter((entry) => entry.reviewer.bundle === name && entry.answer === null);
      await Promise.all(own.map((entry) => limit(() => models.limit(() => review(entry), signal), signal)));
    }),
  );
  return { session, entries };
};
