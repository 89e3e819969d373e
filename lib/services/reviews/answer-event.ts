import type { Bundle } from '../../domain/bundle.ts';
import { AppError } from '../../domain/errors.ts';
import type { LiveCall, LiveCalls } from '../../domain/live-call.ts';
import type { HookResult, ReviewRun } from '../../domain/review.ts';
import { printCounted } from '../../print/number.ts';
import { joinRedacted, nothing, redactPlain, type Redacted } from '../../redaction/redact.ts';
import { isEventName, toEvent } from '../../reviewers/events.ts';
import { liveFormat } from '../../session/ids.ts';
import { isHeldOut } from '../live/feedback-arm.ts';
import type { LiveService } from '../live/live-service.ts';
import { renderOpen } from '../live/render-open.ts';
import { queueReview } from './queue-review.ts';
import type { ReviewDeps } from './run-reviews.ts';
import type { SentMessage } from './watch-conversation.ts';

/** An event as its host sends it. */
export type SentEvent = {
  session: string;
  cwd?: string | undefined;
  tool?: { name: string; input?: unknown; result?: unknown; outcome: LiveCall['outcome'] } | undefined;
  data: Readonly<Record<string, unknown>>;
  messages?: readonly SentMessage[] | undefined;
  wait: boolean;
  inject: 'context' | 'prompt' | 'none';
};

type Deps = Pick<ReviewDeps, 'store' | 'load' | 'now' | 'wait'> & { live: Pick<LiveService, 'record' | 'report'>; makeId: () => string };

const lookEveryMs = 50;

/** Part of an event that belongs in the archive, or null. */
const toLiveCalls = (
  event: string,
  { cwd, tool, data, messages }: SentEvent,
  { isKnown, hasFile }: { isKnown: boolean; hasFile: boolean },
): LiveCalls | null => {
  const session = cwd === undefined ? {} : { cwd };
  if (event === 'tool:post' && tool) return { session, calls: [{ ...tool, result: tool.result ?? '', exitCode: null }] };
  const asked = messages?.findLast(({ role }) => role === 'user')?.content;
  const prompt = event === 'message:received' && typeof data.prompt === 'string' ? data.prompt : isKnown ? undefined : asked;
  const last = messages?.at(-1);
  // A file has the answer itself, perhaps in other parts.
  const ending =
    event === 'response:complete' && !hasFile
      ? { ended: 'answered' as const, ...(last?.role === 'assistant' && { answer: last.content }) }
      : null;
  if (prompt === undefined && (ending === null || !isKnown)) return null;
  return { session, calls: [], ...(prompt !== undefined && { prompt }), ...ending };
};

/** Effect of a run on the agent, the strictest that its bundles ask for; null: no effect. */
const toHeldBack = (run: ReviewRun, bundles: readonly Bundle[], criticals: ReadonlyMap<string, number>): HookResult | null => {
  let question: HookResult | null = null;
  for (const { name, execution } of bundles) {
    const own = run.reviews.filter(({ bundle }) => bundle === name);
    const late = own.find(({ outcome }) => outcome === 'timed_out');
    if (late && execution.onTimeout === 'fail')
      return { action: 'deny', reason: `${late.reviewer} did not answer in time. ${late.problem ?? ''}`.trim() };
    const found = own.find(({ reviewerId }) => (criticals.get(reviewerId) ?? 0) > 0);
    if (!found || execution.onCritical === 'continue') continue;
    const text = `${found.reviewer} found ${printCounted(criticals.get(found.reviewerId) ?? 0, 'critical problem')}.`;
    if (execution.onCritical === 'deny') return { action: 'deny', reason: text };
    question ??= { action: 'ask_user', question: `${text} Continue?` };
  }
  return question;
};

/** How long a run can take at most if nothing else runs, with some time for what is around it. */
const computeLongestMs = (bundles: readonly Bundle[]): number =>
  10_000 +
  1_000 *
    Math.max(
      0,
      ...bundles.map(({ reviewers, execution }) => {
        const rounds = Math.ceil(reviewers.length / execution.maxConcurrent);
        return rounds * Math.max(0, ...reviewers.map(({ timeout }) => timeout));
      }),
    );

export type AnswerEvent = ReturnType<typeof makeAnswerEvent>;

/** Answers events of agents: runs the reviewers that wait for them, and hands on what is open as a turn begins. */
export const makeAnswerEvent = ({ store, load, now, wait, live, makeId }: Deps) => {
  const record = async (event: string, sent: SentEvent): Promise<string> => {
    const known = await store.findSession(sent.session);
    const calls = toLiveCalls(event, sent, { isKnown: known !== null, hasFile: known !== null && known.format !== liveFormat });
    if (calls) return (await live.record(sent.session, calls, { report: false })).sessionId;
    if (known) return known.id;
    throw new AppError(
      'not_found',
      `There is no session ${sent.session}. Begin it with message:received and data.prompt, or send messages.`,
    );
  };
  /** Null: it is not over within its time, and goes on. Fails with `not_found` if its session is deleted meanwhile. */
  const waitForEnd = async (id: string, session: string, withinMs: number, signal: AbortSignal): Promise<ReviewRun | null> => {
    for (const untilMs = now() + withinMs; ;) {
      const run = await store.findReviewRun(id);
      if (!run) throw new AppError('not_found', `The session ${session} was deleted while it was reviewed. Nothing of the run was stored.`);
      if (run.state !== 'queued' && run.state !== 'running') return run;
      if (now() > untilMs) return null;
      await wait(lookEveryMs, signal);
    }
  };
  /** Critical findings that are new, or there again after a fix, by reviewer, in bundles where they matter to the agent. */
  const countCriticals = async (run: ReviewRun, bundles: readonly Bundle[]): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    const asked = new Set(bundles.flatMap(({ name, execution }) => (execution.onCritical === 'continue' ? [] : name)));
    for (const { reviewerId, bundle, found, foundAgain } of run.reviews) {
      if (found + foundAgain === 0 || !asked.has(bundle)) continue;
      const { findings = [] } = (await store.readReviewExchange(run.id, reviewerId)) ?? {};
      for (const { isNew, severity, observationId } of findings) {
        if (severity !== 'critical') continue;
        const isBack = !isNew && (await store.findObservation(observationId ?? ''))?.state === 'regressed';
        if (isNew || isBack) counts.set(reviewerId, (counts.get(reviewerId) ?? 0) + 1);
      }
    }
    return counts;
  };

  return async (name: string, sent: SentEvent, signal: AbortSignal): Promise<HookResult> => {
    const event = toEvent(name);
    if (!isEventName(event))
      throw new AppError(
        'invalid_input',
        `The path names the event ${JSON.stringify(name)}, which isn't valid. Use one such as response:complete or my:event.`,
      );
    if (sent.inject === 'prompt' && event === 'message:received' && typeof sent.data.prompt !== 'string')
      throw new AppError('invalid_input', 'body.inject "prompt" needs the text of the prompt as body.data.prompt.');
    const sessionId = await record(event, sent);
    const { bundles } = load();
    const about = { sessionId, event, tool: sent.tool?.name ?? null, cwd: sent.cwd ?? null, messages: sent.messages ?? null };
    const runId = await queueReview({ store, bundles, makeId, now }, about);
    const run = runId !== null && sent.wait ? await waitForEnd(runId, sent.session, computeLongestMs(bundles), signal) : null;
    const withRun = (result: HookResult): HookResult => (runId === null ? result : { ...result, run: runId });
    if (run) {
      const criticals = await countCriticals(run, bundles);
      // They are findings, too, of which an agent that is held out hears nothing.
      const isSilent = criticals.size > 0 && (await isHeldOut({ store, now }, sessionId));
      const held = toHeldBack(run, bundles, isSilent ? new Map<string, number>() : criticals);
      if (held) return withRun(redactPlain(held));
    }
    // Marked as reported only where the answer carries it: else it stays due.
    const carries = sent.inject !== 'none' && (event === 'message:received' || event === 'tool:post');
    if (!carries) return withRun({ action: 'continue' });
    const section = await live.report(sessionId);
    const open = event === 'message:received' ? await renderOpen({ store, now }, sessionId) : nothing;
    const parts = [section, open].filter(({ length }) => length > 0);
    return withRun(parts.length === 0 ? { action: 'continue' } : toInjected(joinRedacted(parts, '\n\n'), sent));
  };
};

/** Content that an agent reads before it goes on. Its own prompt stays as its host sent it. */
const toInjected = (content: Redacted<string>, { inject, data }: SentEvent): HookResult =>
  inject === 'context' || typeof data.prompt !== 'string'
    ? { action: 'inject_context', context: { role: 'system', content } }
    : { action: 'modify', modified_data: { ...data, prompt: `${content}\n\n${data.prompt}` } };
