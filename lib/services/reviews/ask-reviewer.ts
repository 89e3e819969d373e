import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Review, ReviewExchange } from '../../domain/review.ts';
import type { ReviewersConfig } from '../../domain/reviewers-config.ts';
import { dayMs } from '../../domain/instant.ts';
import { unknownTokens } from '../../domain/tokens.ts';
import type { ModelRequest } from '../../models/model-request.ts';
import { askWithRetries } from '../../models/ask-with-retries.ts';
import { computeCostUsd } from '../../pricing/compute-cost.ts';
import { toShortId } from '../../observations/short-id.ts';
import { printMoney } from '../../print/money.ts';
import { redact, redactValue } from '../../redaction/redact.ts';
import { defaultMaxFindings } from '../../reviewers/prompt.ts';
import { readReviewAnswer } from '../../reviewers/read-answer.ts';
import type { Holder } from '../../store/review-store.ts';
import type { Store } from '../../store/store.ts';
import type { BuiltRequest } from './build-request.ts';
import type { ReviewerModel } from './reviewer-models.ts';

/** Characters of a token, for estimates: code has about three. */
const charsOfToken = 3;

/** About how many tokens a request has. */
export const estimateTokens = ({ instructions, prompt }: ModelRequest): number =>
  Math.ceil((instructions.length + prompt.length) / charsOfToken);

/** About what a request costs without its answer (or with `output` tokens of it); null: not known. */
export const estimateCost = (model: { name: string | null; isFree?: boolean }, request: ModelRequest, output = 0): number | null =>
  model.isFree ? 0 : computeCostUsd(model.name, { ...unknownTokens, input: estimateTokens(request), output }, null);

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
  const sinceMs = Math.floor(nowMs / dayMs) * dayMs;
  const reserved = await store.reserveReview(holder, reviewerId, { usd: usd ?? 0, budgetUsd, sinceMs });
  if (reserved !== 'over_budget') return null;
  return `The daily budget of ${printMoney(budgetUsd)} is spent. It starts anew at 00:00 UTC.`;
};

export type AskDeps = {
  store: Pick<Store, 'reserveReview'>;
  config: ReviewersConfig;
  model: Extract<ReviewerModel, { problem: null }>;
  now: () => number;
  random: () => number;
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

/** What came of a reviewer. `exchange` null: it was not asked. */
export type Asked = { review: Partial<Review>; exchange: ReviewExchange | null };

/** Asks a reviewer within its time and the daily budget. Rejects only when it is aborted. */
export const askReviewer = async (
  { store, config, model, now, random, wait }: AskDeps,
  { reviewer, holder, built, signal }: { reviewer: ReviewerDefinition; holder: Holder; built: BuiltRequest; signal: AbortSignal },
): Promise<Asked> => {
  const { request, leftOut, open } = built;
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
  const ids = new Map(open.map(({ id }) => [toShortId(id), id]));
  const { drafts, resolved, problems } = readReviewAnswer(answer.text, defaultMaxFindings, [...ids.keys()]);
  return {
    review: { ...review, outcome: 'reviewed', problem: problems.length === 0 ? null : problems.join(' ') },
    exchange: {
      ...sent,
      answer: redact(answer.text),
      findings: redactValue(drafts).map((draft) => ({ ...draft, observationId: null, isNew: true })),
      resolved: resolved.flatMap(({ id, reason }) => {
        const observationId = ids.get(id);
        return observationId === undefined ? [] : [{ observationId, reason: redact(reason) }];
      }),
    },
  };
};
