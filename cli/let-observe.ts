import { SingleBar } from 'cli-progress';
import { printCounted } from '../lib/print/number.ts';
import { log, toLogFields } from '../lib/server/log.ts';
import { replayArchive } from '../lib/services/observe/replay-archive.ts';
import type { Store } from '../lib/store/store.ts';
import { openConfig } from './open-config.ts';

/** Lets the observers see what they did not see of the archive, not what they saw with another configuration; a count of calls on a terminal. What is cut off goes on another time. */
export const letObserve = async (store: Store, signal: AbortSignal): Promise<void> => {
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
      process.stderr.write(`Stopped after the observers saw ${printCounted(calls, 'call')}; the server or the next import goes on.\n`);
  } finally {
    bar?.stop();
  }
};
