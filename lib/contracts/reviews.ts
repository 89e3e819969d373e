import * as z from 'zod';
import { bundle, bundleProblem } from '../domain/bundle.ts';
import { liveOutcome } from '../domain/live-call.ts';
import { pageOf } from '../domain/page.ts';
import { hookResult, reviewerTotals, reviewExchange, reviewRun, reviewRunState } from '../domain/review.ts';
import { configState } from './config-state.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const sessionName = z.string().min(1).max(400);
const reviewerId = z.string().min(1).max(400);
const runId = z.object({ id: z.string().min(1).max(200) });
/** Index of a turn, from 0. */
const turn = z.int().min(0).max(1_000_000);

/** A message of a conversation that is not in the archive. */
const message = z.object({
  role: z.enum(['user', 'assistant', 'tool', 'system']),
  content: z.string().max(200_000),
  /** Name of the tool, for its result or for the calls of an answer. */
  tool: z.string().max(400).optional(),
});

/** Whether a reviewer can be asked now. */
const reviewerAccess = z.object({
  /** As the provider knows it; null: none is set. */
  model: z.string().nullable(),
  /** Server that is sent to, such as `Anthropic` or `http://127.0.0.1:11434`; null: nothing is sent. */
  server: z.string().nullable(),
  /** Missing setup, and what to do; null: nothing is missing. */
  problem: z.string().nullable(),
});

export const reviewEndpoints = {
  reviewers: defineEndpoint({
    method: 'GET',
    path: '/api/reviewers',
    summary: 'Bundles and their reviewers, whether each can be asked, and what each has done so far',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({
      ...configState,
      bundles: z.array(bundle),
      bundleProblems: z.array(bundleProblem),
      reviewers: z.array(z.object({ id: z.string(), access: reviewerAccess, totals: reviewerTotals })),
      /** File of scripted answers; null: models are asked. */
      script: z.string().nullable(),
      /** Budget of today (UTC); `dailyUsd` null: no limit. `unpriced`: reviews whose cost is unknown, wholly or for some requests. */
      budget: z.object({ dailyUsd: z.number().nullable(), spentUsd: z.number(), unpriced: z.int() }),
    }),
  }),
  schema: defineEndpoint({
    method: 'GET',
    path: '/api/reviewers/schema',
    summary: 'JSON Schema of bundles',
    params: none,
    query: none,
    body: z.null(),
    response: z.record(z.string(), z.unknown()),
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/api/reviewers/preview',
    summary: 'Exactly what a reviewer would be sent about a session, without sending it',
    params: none,
    query: none,
    body: z.object({
      session: sessionName,
      reviewer: reviewerId,
      /** As with `force` of a run. */
      force: z.boolean().default(false),
      toTurn: turn.optional(),
    }),
    response: z.object({
      instructions: z.string(),
      prompt: z.string(),
      leftOut: z.string().nullable(),
      /** Files that match, those that are sent first; 200 at most. */
      files: z.array(z.object({ path: z.string(), bytes: z.int(), isSent: z.boolean() })),
      fileCount: z.int(),
      /** Estimates. `costUsd`: without the answer; null: not known. */
      inputTokens: z.int(),
      costUsd: z.number().nullable(),
      access: reviewerAccess,
      /** Whether it would run now, and why or why not, as a sentence. */
      isDue: z.boolean(),
      reason: z.string(),
    }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/reviews',
    summary: 'Runs of reviewers, newest first',
    params: none,
    query: z.object({
      session: sessionName.optional(),
      reviewer: reviewerId.optional(),
      state: reviewRunState.optional(),
      cursor: z.string().max(800).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    body: z.null(),
    response: pageOf(reviewRun),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/reviews',
    summary: 'Has reviewers look at a session now; follow the run by its id',
    params: none,
    query: none,
    body: z.object({
      session: sessionName,
      /** By default all that are enabled. */
      reviewers: z.array(reviewerId).min(1).max(200).optional(),
      /** Also where nothing changed since the last review. */
      force: z.boolean().default(false),
      /** A rehearsal: stores no observations. */
      dry: z.boolean().default(false),
      /** The conversation up to the end of this turn; only in a rehearsal. */
      toTurn: turn.optional(),
    }),
    response: z.object({ id: z.string(), isNew: z.boolean() }),
    status: 201,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/reviews/[id]',
    summary: 'A run with its reviewers',
    params: runId,
    query: none,
    body: z.null(),
    response: reviewRun,
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/api/reviews/[id]',
    summary: 'Cancels a run; what is over stays as it is',
    params: runId,
    query: none,
    body: z.null(),
    response: reviewRun,
  }),
  exchange: defineEndpoint({
    method: 'GET',
    path: '/api/reviews/[id]/exchange',
    summary: 'What a reviewer was sent in a run, without secrets, what it answered, and its findings',
    params: runId,
    query: z.object({ reviewer: reviewerId }),
    body: z.null(),
    response: reviewExchange,
  }),
  hook: defineEndpoint({
    method: 'POST',
    path: '/api/hooks/[event]',
    summary: 'An event of an agent: runs the reviewers that wait for it, or answers with the open observations as a turn begins',
    params: z.object({ event: z.string().min(1).max(100) }),
    query: none,
    body: z.object({
      /** Ours, or `family:native id`; a prompt, a call or messages create a session that is unknown. */
      session: sessionName,
      /** Folder that the agent works in, if the session has none. */
      cwd: z.string().max(4_096).optional(),
      /** Tool call of `tool:post`. */
      tool: z
        .object({
          name: z.string().min(1).max(400),
          input: z.unknown().optional(),
          result: z.unknown().optional(),
          outcome: liveOutcome.default('ok'),
        })
        .optional(),
      /** Data of the event, which `modify` returns changed; `prompt` is the message of `message:received`. */
      data: z.record(z.string(), z.unknown()).default({}),
      /** The conversation so far, if the archive does not have it. */
      messages: z.array(message).max(5_000).optional(),
      /** False: answers at once, and the run goes on in the background. */
      wait: z.boolean().default(true),
      /** How observations reach the agent: as context, within `data.prompt`, or not at all. */
      inject: z.enum(['context', 'prompt', 'none']).default('context'),
    }),
    response: hookResult,
    maxBodyBytes: 20 * 1024 * 1024,
  }),
};
