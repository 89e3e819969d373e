import type { Trial } from '../../domain/trial.ts';
import { AppError } from '../../domain/errors.ts';
import type { ObserversConfig } from '../../domain/observer-config.ts';
import type { TrialProgress } from './run-trial.ts';
import { noneTriaged } from './triaged-trial.ts';

export type TrialInput = { before: ObserversConfig; after: ObserversConfig };

/** Callbacks of a trial's thread; `end` is called last and once. */
export type TrialEvents = { progress(progress: TrialProgress): void; end(problem: string | null): void };

/** Starts a trial in another thread. After `stop`, no callback is called. */
export type StartTrial = (input: TrialInput, events: TrialEvents) => { stop(): void };

export type Trials = {
  /** Starts a trial and stops the previous one. */
  start(input: TrialInput): string;
  get(id: string): Trial;
  cancel(id: string): Trial;
  close(): void;
};

const noProgress: TrialProgress = {
  sessions: 0,
  sessionsDone: 0,
  callsDone: 0,
  counts: { gained: 0, lost: 0, kept: 0, otherwise: 0 },
  ...noneTriaged(),
  gained: [],
  lost: [],
  kept: [],
};
/** Number of finished trials to keep. */
const maxKept = 5;

/** Trials of configurations, one at a time, kept in memory only. */
export const makeTrials = ({ startTrial, makeId }: { startTrial: StartTrial; makeId: () => string }): Trials => {
  const trials = new Map<string, Trial>();
  let running: { id: string; stop(): void } | null = null;

  const get = (id: string): Trial => {
    const trial = trials.get(id);
    if (!trial)
      throw new AppError('not_found', `There is no trial ${id}. It ended with a server restart or after newer trials. Start it again.`);
    return trial;
  };
  const put = (id: string, change: Partial<Trial>) => {
    const trial = trials.get(id);
    if (trial?.status === 'running') trials.set(id, { ...trial, ...change });
  };
  const stop = (problem: string | null) => {
    if (!running) return;
    running.stop();
    put(running.id, { status: 'cancelled', problem });
    running = null;
  };

  return {
    start: (input) => {
      stop('Another trial was started.');
      const id = makeId();
      trials.set(id, { id, status: 'running', problem: null, ...noProgress });
      for (const old of [...trials.keys()].slice(0, -maxKept)) trials.delete(old);
      const events: TrialEvents = {
        progress: (progress) => put(id, progress),
        end: (problem) => {
          put(id, { status: problem === null ? 'done' : 'failed', problem });
          if (running?.id === id) running = null;
        },
      };
      running = { id, ...startTrial(input, events) };
      return id;
    },
    get,
    cancel: (id) => {
      get(id);
      if (running?.id === id) stop(null);
      return get(id);
    },
    close: () => stop(null),
  };
};
