import { SingleBar } from 'cli-progress';
import { printCounted } from '../lib/print/number.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { replayArchive } from '../lib/services/observe/replay-archive.ts';
import { indexArchive } from '../lib/services/ingest/finish-archive.ts';
import { askModel } from '../lib/services/summaries/ask-model.ts';
import { summarizeArchive } from '../lib/services/summaries/summarize-archive.ts';
import { extractiveSummarizer } from '../lib/summaries/extractive.ts';
import type { Store } from '../lib/store/store.ts';
import { openConfig } from './open-config.ts';
import { openSummarizers } from './open-summarizers.ts';
import { withModelLock } from './with-model-lock.ts';
import { printNote } from './print.ts';

/**
 * Runs the observers over new calls, except in sessions with an outdated configuration, and summarizes turns that have no summary. Shows
 * progress on a terminal. An aborted run continues next time.
 */
export const observeNewCalls = async (store: Store, signal: AbortSignal): Promise<void> => {
  const bar = process.stderr.isTTY ? new SingleBar({ format: 'Observers: {value} calls', hideCursor: true, stream: process.stderr }) : null;
  bar?.start(0, 0);
  try {
    const { calls } = await replayArchive(store, openConfig().load().set, {
      signal,
      onProgress: (progress) => bar?.update(progress.calls),
      onError: (sessionId, error) => log('error', 'observers', { sessionId, ...toLogFields(error) }),
    });
    bar?.update(calls);
    bar?.stop();
    if (signal.aborted)
      printNote(`Stopped after observers checked ${printCounted(calls, 'call')}; the server or the next import continues.`);
  } finally {
    bar?.stop();
  }
  if (!signal.aborted) await summarizeNewTurns(store, signal);
};

const summarizeNewTurns = async (store: Store, signal: AbortSignal): Promise<void> => {
  const onError = (sessionId: string, error: unknown): void => log('error', 'summaries', { sessionId, ...toLogFields(error) });
  const summarizers = openSummarizers();
  await withBar('Summaries: {value}', (onProgress) =>
    summarizeArchive(store, extractiveSummarizer, { now: Date.now, waits: summarizers.areAwaited, signal, onProgress, onError }),
  );
  await indexArchive(store, signal);
  const model = summarizers.model();
  if (signal.aborted || !model || (await store.countWaiting({})) === 0) return;
  await withModelLock(async (isTaken) => {
    if (!isTaken) {
      printNote(`The server asks ${model.name} for summaries.`);
      return;
    }
    const deps = { store, summarizers, now: Date.now };
    const { problem } = await withBar(`Summaries by ${model.name}: {value}`, (onStored) => askModel(deps, { signal, onStored, onError }));
    const left = printCounted(await store.countWaiting({}), 'turn');
    if (problem !== null) printNote(`${model.name} failed again and again: ${problem} The server asks it about ${left} later.`);
    else if (signal.aborted) printNote(`Stopped; the server asks ${model.name} about ${left} later.`);
  });
  await indexArchive(store, signal);
};

const withBar = async <T>(format: string, work: (onProgress: (value: number) => void) => Promise<T>): Promise<T> => {
  const bar = process.stderr.isTTY ? new SingleBar({ format, hideCursor: true, stream: process.stderr }) : null;
  bar?.start(0, 0);
  try {
    return await work((value) => bar?.update(value));
  } finally {
    bar?.stop();
  }
};
