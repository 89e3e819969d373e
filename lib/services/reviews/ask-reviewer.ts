import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Review, ReviewExchange } from '../../domain/review.ts';
import type { Observation } from '../../domain/observation.ts';
import type { ReviewersConfig } from '../../domain/reviewers-config.ts';
import { toDayStart } from '../../domain/instant.ts';
import { unknownTokens } from '../../domain/tokens.ts';
import type { ModelRequest } from '../../models/model-request.ts';
import { estimateTokens } from '../../models/usage.ts';
import { askWithRetries } from '../../models/ask-with-retries.ts';
import { computeCostUsd } from '../../pricing/compute-cost.ts';
import { toShortId } from '../../observations/short-id.ts';
import { printMoney } from '../../print/money.ts';
import { redact, redactValue } from '../../redaction/redact.ts';
import { findCode } from '../../reviewers/code.ts';
import { locate } from '../../reviewers/evidence.ts';
import { defaultMaxFindings } from '../../reviewers/prompt.ts';
import { readReviewAnswer } from '../../reviewers/read-answer.ts';
import type { Holder } from '../../store/review-store.ts';
import type { Store } from '../../store/store.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Look } from './look.ts';
import type { ReviewerModel } from './reviewer-models.ts';

/** About what a request costs without its answer (or with `output` tokens of it); null: not known. */
export const estimateCost = (model: { name: string | null; isFree?: boolean }, request: ModelRequest, output = 0): number | null =>
  model.isFree
    ? 0
    : computeCostUsd(model.name, { tokens: { ...unknownTokens, input: estimateTokens(request.instructions + request.prompt), output } });

type Reserving = { store: Pick<Store, 'reserveReview'>; holder: Holder; config: ReviewersConfig; nowMs: number };

/** Why a reviewer is not asked because of what models may cost, as a sentence; null: it may be. Keeps the amount for it. */
const reserve = async (
  { store, holder, config, nowMs }: Reserving,
  reviewerId: string,
  model: ReviewerModel,
  request: ModelRequest,
): Promise<string | null> => {
  const { daily_budget_usd: budgetUsd } = config;
  const usd = estimateCost(model, request, request.maxOutputTokens);
  if (usd === null && budgetUsd !== null)
    return `The price of ${model.name} is not known, so the daily budget cannot be kept. Use another model, or remove reviewers.daily_budget_usd.`;
  const reserved = await store.reserveReview(holder, reviewerId, { usd: usd ?? 0, budgetUsd, sinceMs: toDayStart(nowMs) });
  if (reserved === 'reserved') return null;
  if (reserved === 'lost') return 'Another process has this run now.';
  return `It could cost up to ${printMoney(usd)}, more than is left of today's budget of ${printMoney(budgetUsd)}, which resets at 00:00 UTC.`;
};

export type AskDeps = {
  store: Pick<Store, 'reserveReview'>;
  config: ReviewersConfig;
  model: Extract<ReviewerModel, { problem: null }>;
  now: () => number;
  random: () => number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** Result of a reviewer. `exchange` null: the reviewer was not asked. */
export type Asked = { review: Partial<Review>; exchange: ReviewExchange | null };

type Asking = { reviewer: ReviewerDefinition; holder: Holder; built: BuiltRequest; look: Look; signal: AbortSignal };

/** Whether what was sent can show that an observation is fixed: its file was sent whole or is gone, or it is about no file. */
const canBeFixed = (observation: Observation, { whole }: BuiltRequest, { root, files }: Look): boolean => {
  const { places } = locate(observation, root);
  return places.every(({ file }) => whole.has(file) || !files.some(({ path }) => path === file));
};

/** Asks a reviewer within its time and the daily budget. Rejects if it is aborted, and as the store does. */
export const askReviewer = async (
  { store, config, model, now, random, wait }: AskDeps,
  { reviewer, holder, built, look, signal }: Asking,
): Promise<Asked> => {
  const { request, leftOut, reported } = built;
  const over = await reserve({ store, holder, config, nowMs: now() }, reviewer.id, model, request);
  if (over !== null) return { review: { outcome: 'skipped', reason: over, leftOut }, exchange: null };
  const asking = { ask: model.ask, model: model.name, now, random, wait };
  const { answer, spend } = await askWithRetries(asking, request, { timeoutMs: reviewer.timeout * 1_000, signal });
  const review = {
    calls: spend.calls,
    inputTokens: spend.input_tokens,
    outputTokens: spend.output_tokens,
    costUsd: model.isFree ? 0 : spend.cost_usd,
    leftOut,
  };
  const sent = { instructions: request.instructions, prompt: request.prompt };
  if (answer.text === null) {
    const outcome = answer.isTimeout ? 'timed_out' : 'failed';
    return { review: { ...review, outcome, problem: answer.problem }, exchange: { ...sent, answer: null, findings: [], resolved: [] } };
  }
  const known = new Map(reported.map((one) => [toShortId(one.id), one]));
  const { drafts, resolved, problems } = readReviewAnswer(answer.text, defaultMaxFindings, [...known.keys()]);
  // An answer of no use is no review: the reviewer stays due.
  const outcome = drafts.length + resolved.length === 0 && problems.length > 0 ? 'failed' : 'reviewed';
  return {
    review: { ...review, outcome, problem: problems.length === 0 ? null : problems.join(' ') },
    exchange: {
      ...sent,
      answer: redact(answer.text),
      findings: drafts.map(({ sameAs, ...draft }) => {
        const observationId = known.get(sameAs ?? '')?.id ?? null;
        // By it, a later review of other words or other lines knows the finding again.
        const code = findCode(draft, built.files, look.root);
        const metadata = { ...draft.metadata, ...(code !== null && { code }) };
        return redactValue({ ...draft, metadata, observationId, isNew: observationId === null });
      }),
      resolved: resolved.flatMap(({ id, reason }) => {
        const observation = known.get(id);
        return observation && canBeFixed(observation, built, look) ? [{ observationId: observation.id, reason: redact(reason) }] : [];
      }),
    },
  };
};
