import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../observers/observer-set.ts';
import type { TrialProgress } from './run-trial.ts';
import { noneTriaged } from './triaged-trial.ts';
import { makeTrials, type TrialEvents } from './trials.ts';

const input = { before: defaultConfig, after: defaultConfig };
const half: TrialProgress = {
  sessions: 4,
  sessionsDone: 2,
  callsDone: 9,
  counts: { gained: 1, lost: 0, kept: 1, otherwise: 0 },
  ...noneTriaged(),
  labeled: { fixed: { before: 2, after: 1, both: 1 }, falsePositive: { before: 0, after: 0, both: 0 } },
  gained: [],
  lost: [],
  kept: [],
};

const open = () => {
  const started: (TrialEvents & { stopped: boolean })[] = [];
  const trials = makeTrials({
    makeId: () => `t${started.length}`,
    startTrial: (_, events) => {
      const one = { ...events, stopped: false };
      started.push(one);
      return { stop: () => void (one.stopped = true) };
    },
  });
  return { trials, started };
};

describe('trials', () => {
  it('tell how far they are and how they ended', () => {
    const { trials, started } = open();
    const id = trials.start(input);
    expect(trials.get(id)).toMatchObject({ status: 'running', sessionsDone: 0 });
    started[0]?.progress(half);
    expect(trials.get(id)).toMatchObject({ status: 'running', ...half });
    started[0]?.end(null);
    expect(trials.get(id)).toMatchObject({ status: 'done', problem: null, ...half });
    const failing = trials.start(input);
    started[1]?.end('It broke.');
    expect(trials.get(failing)).toMatchObject({ status: 'failed', problem: 'It broke.' });
  });

  it('end the one before, and hear nothing of it any more', () => {
    const { trials, started } = open();
    const [first, second] = [trials.start(input), trials.start(input)];
    expect(started.map(({ stopped }) => stopped)).toEqual([true, false]);
    started[0]?.progress(half);
    started[0]?.end(null);
    expect(trials.get(first)).toMatchObject({ status: 'cancelled', problem: 'Another trial was started.', sessionsDone: 0 });
    expect(trials.get(second).status).toBe('running');
  });

  it('are cancelled with what they had, once', () => {
    const { trials, started } = open();
    const id = trials.start(input);
    started[0]?.progress(half);
    expect(trials.cancel(id)).toMatchObject({ status: 'cancelled', problem: null, ...half });
    expect(started[0]?.stopped).toBe(true);
    expect(trials.cancel(id).status).toBe('cancelled');
  });

  it('are forgotten after some more, and unknown ones are not found', () => {
    const { trials } = open();
    const ids = Array.from({ length: 7 }, () => trials.start(input));
    expect(() => trials.get(ids[0] ?? '')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(trials.get(ids[6] ?? '').status).toBe('running');
    expect(() => trials.cancel('none')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
