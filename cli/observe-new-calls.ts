import { SingleBar } from 'cli-progress';
import { printCounted } from '../lib/print/number.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { replayArchive } from '../lib/services/observe/replay-archive.ts';
import { indexArchive } from '../lib/services/ingest/finish-archive.ts';
import { chooseSummarizer } from '../lib/services/summaries/choose-summarizer.ts';
import { summarizeArchive } from '../lib/services/summaries/summarize-archive.ts';
import type { Store } from '../lib/store/store.ts';
import { openConfig } from './open-config.ts';

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
      process.stderr.write(`Stopped after observers checked ${printCounted(calls, 'call')}; the server or the next import continues.\n`);
  } finally {
    bar?.stop();
  }
  if (!signal.aborted) await summarizeNewTurns(store, signal);
};

const summarizeNewTurns = async (store: Store, signal: AbortSignal): Promise<void> => {
  const bar = process.stderr.isTTY ? new SingleBar({ format: 'Summaries: {value}', hideCursor: true, stream: process.stderr }) : null;
  bar?.start(0, 0);
  try {
    await summarizeArchive(store, chooseSummarizer(), {
      now: Date.now,
      signal,
      onProgress: (summaries) => bar?.update(summaries),
      onError: (sessionId, error) => log('error', 'summaries', { sessionId, ...toLogFields(error) }),
    });
  } finally {
    bar?.stop();
  }
  await indexArchive(store, signal);
};
