import { createInterface } from 'node:readline/promises';
import * as z from 'zod';
import { listedSummary, type ListedSummary } from '../lib/domain/listed-summary.ts';
import { AppError } from '../lib/domain/errors.ts';
import { printDuration } from '../lib/print/duration.ts';
import { printMoney } from '../lib/print/money.ts';
import { printCounted } from '../lib/print/number.ts';
import { printTurn } from '../lib/print/turn.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { askModel } from '../lib/services/summaries/ask-model.ts';
import type { Summarizers } from '../lib/services/summaries/summarizers.ts';
import { summarizeSession } from '../lib/services/summaries/summarize-session.ts';
import { makeSummaryService } from '../lib/services/summaries/summary-service.ts';
import { explainConfidence } from '../lib/summaries/confidence.ts';
import { extractiveSummarizer } from '../lib/summaries/extractive.ts';
import type { Store } from '../lib/store/store.ts';
import { getSessionId } from './get-session-id.ts';
import { withArchive } from './open-archive.ts';
import { openSummarizers } from './open-summarizers.ts';
import { withModelLock } from './with-model-lock.ts';
import { printJsonLine, printNote } from './print.ts';
import { parseTurn } from './parse-turn.ts';

export type SummarizeOptions = { turn?: string; regenerate: boolean; method?: 'extractive' | 'model'; yes: boolean; json: boolean };

const pageSize = 200;
/** A model is asked about more turns than this only where that was confirmed. */
const maxUnconfirmed = 20;

const isConfirmed = async (turns: number, model: string): Promise<boolean> => {
  const sent = `send ${printCounted(turns, 'turn')} to ${model}`;
  if (!process.stdin.isTTY)
    throw new AppError('invalid_input', `This would ${sent}. Confirm it with --yes, name one with --turn, or use --method extractive.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/iu.test((await lines.question(`${sent.replace('send', 'Send')}? [y/N] `)).trim());
  } finally {
    lines.close();
  }
};

/** Has the model that is set up summarize turns of a session that wait for it. Answers false where that was not confirmed. */
const askWaiting = async (
  store: Store,
  summarizers: Summarizers,
  within: { sessionId: string; turnIdx: number | undefined },
  yes: boolean,
) => {
  const model = summarizers.model();
  const waiting = model ? await store.countWaiting(within) : 0;
  if (!model || waiting === 0) return true;
  if (waiting > maxUnconfirmed && !yes && !(await isConfirmed(waiting, model.name))) return false;
  await withModelLock(async (isTaken) => {
    if (!isTaken) {
      printNote(`The server is asking ${model.name}. It summarizes ${printCounted(waiting, 'turn')} later.`);
      return;
    }
    const onError = (sessionId: string, error: unknown): void => log('error', 'summaries', { sessionId, ...toLogFields(error) });
    await askModel({ store, summarizers, now: Date.now }, { within, onError });
  });
  return true;
};

/** `summarize ID`: the summaries of a session's turns; those that are missing are made first. Returns the exit code: 1 if the answer was no. */
export const summarizeCommand = (name: string, { turn, regenerate, method, yes, json }: SummarizeOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const message = turn === undefined ? undefined : String(parseTurn(turn));
    const session = await getSessionId(store, name);
    const summarizers = openSummarizers();
    const service = makeSummaryService({ store, now: Date.now, summarizers });
    let isAllowed = true;
    if (regenerate) {
      const { turns, model } = await service.planRegenerate({ session, message, method });
      isAllowed = model === null || turns <= maxUnconfirmed || yes || (await isConfirmed(turns, model));
      const make = async (): Promise<void> => {
        await service.regenerate({ session, message, method });
      };
      if (isAllowed && model === null) await make();
      else if (isAllowed) await withModelLock(make, () => printNote(`Waiting for the server, which is asking ${model} about other turns…`));
    } else {
      summarizers.choose(method);
      await summarizeSession({ store, summarizer: extractiveSummarizer, now: Date.now, waits: summarizers.areAwaited }, session);
      const within = { sessionId: session, turnIdx: message === undefined ? undefined : Number(message) };
      if (method !== 'extractive') isAllowed = await askWaiting(store, summarizers, within, yes);
    }
    if (!isAllowed) {
      printNote('Nothing was sent.');
      return 1;
    }
    let cursor: string | null = null;
    let isFirst = true;
    do {
      const page: Awaited<ReturnType<typeof service.list>> = await service.list({ session, message }, { cursor, limit: pageSize });
      for (const one of page.items) {
        if (json) printJsonLine(z.encode(listedSummary, one));
        else process.stdout.write(`${isFirst ? '' : '\n'}${print(one)}`);
        isFirst = false;
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (isFirst) printNote('No turn is over yet.');
    return 0;
  });

/** How it came about, and at what cost. */
const printMethod = ({ method, model }: Pick<ListedSummary, 'method' | 'model'>): string =>
  model === null
    ? method
    : [
        method === 'model' ? `by ${model.model}` : `fallback for ${model.model}`,
        ...(model.calls > 0 ? [printMoney(model.cost_usd)] : []),
      ].join('  ');

const print = (of: ListedSummary): string => {
  const { turn_idx, confidence_level, trajectory_count, execution_time, method, model, ...texts } = of;
  const facts = [
    printTurn(turn_idx),
    confidence_level,
    printCounted(trajectory_count, 'call'),
    printDuration(execution_time === null ? null : execution_time * 1_000),
    printMethod({ method, model }),
  ];
  const parts = [
    ['Tools', texts.tools_rationale],
    ['Findings', texts.key_findings],
    ['Confidence', explainConfidence(of)],
    [method === 'model' ? 'Why not regenerated' : 'Why not by the model', model?.failure],
  ].flatMap(([title, text]) => (text ? [`\n${title}\n${toVisibleText(text)}\n`] : []));
  return `${facts.join('  ')}\n${toVisibleText(texts.summary)}\n${parts.join('')}`;
};
