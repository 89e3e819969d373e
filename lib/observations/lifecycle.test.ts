import { describe, expect, it } from 'vitest';
import { observationState, resolutionReason, triageAction, type ObservationState } from '../domain/observation.ts';
import { toReason, toReturned, toStatus, toStep } from './lifecycle.ts';

/** New state after each action: `=` no change, `!` refused. */
const expected: Record<ObservationState, { acknowledge: string; resolve: string[]; reopen: string }> = {
  open: { acknowledge: 'acknowledged', resolve: ['fixed', 'false_positive', 'wont_fix', 'stale'], reopen: '=' },
  regressed: { acknowledge: 'acknowledged', resolve: ['fixed', 'false_positive', 'wont_fix', 'stale'], reopen: '=' },
  acknowledged: { acknowledge: '=', resolve: ['fixed', 'false_positive', 'wont_fix', 'stale'], reopen: 'open' },
  fixed: { acknowledge: '!', resolve: ['=', 'false_positive', 'wont_fix', 'stale'], reopen: 'open' },
  false_positive: { acknowledge: '!', resolve: ['fixed', '=', 'wont_fix', 'stale'], reopen: 'open' },
  wont_fix: { acknowledge: '!', resolve: ['fixed', 'false_positive', '=', 'stale'], reopen: 'open' },
  stale: { acknowledge: '!', resolve: ['fixed', 'false_positive', 'wont_fix', '='], reopen: 'open' },
};

const step = (
  state: ObservationState,
  action: (typeof triageAction.options)[number],
  reason: (typeof resolutionReason.options)[number],
) => {
  const result = toStep(state, action, reason);
  if (result.to !== null) return result.to;
  return result.refused === null ? '=' : '!';
};

describe('the transition table', () => {
  it.each(observationState.options)('of %s', (state) => {
    const { acknowledge, resolve, reopen } = expected[state];
    for (const [at, reason] of resolutionReason.options.entries()) {
      expect(triageAction.options.map((action) => step(state, action, reason))).toEqual([acknowledge, resolve[at], reopen]);
    }
  });

  it('says what to do where it refuses', () => {
    expect(toStep('fixed', 'acknowledge', 'fixed')).toEqual({ to: null, refused: 'It is resolved. Reopen it first.' });
  });

  it('changes nothing when an action is repeated', () => {
    for (const state of observationState.options)
      for (const action of triageAction.options)
        for (const reason of resolutionReason.options) {
          const { to } = toStep(state, action, reason);
          if (to !== null) expect(step(to, action, reason)).toBe('=');
        }
  });

  it('takes another note to the same reason as a correction, and to nothing else', () => {
    for (const state of observationState.options)
      for (const action of triageAction.options)
        for (const reason of resolutionReason.options) {
          const again = action === 'resolve' && reason === state;
          expect(toStep(state, action, reason, true)).toEqual(again ? { to: state } : toStep(state, action, reason));
        }
  });

  it('knows the status and the reason of each state', () => {
    expect(observationState.options.map(toStatus)).toEqual([
      'open',
      'open',
      'acknowledged',
      'resolved',
      'resolved',
      'resolved',
      'resolved',
    ]);
    for (const state of observationState.options) expect(toReason(state)).toBe(toStatus(state) === 'resolved' ? state : null);
  });
});

describe('what is found again', () => {
  it('is a regression after a repair, but for what was found before it', () => {
    const closed = { state: 'fixed', atMs: 100 } as const;
    expect([99, 100, 101].map((atMs) => toReturned(closed, atMs))).toEqual([
      { to: 'fixed', kind: null },
      { to: 'fixed', kind: null },
      { to: 'regressed', kind: 'regress' },
    ]);
  });

  it('stays closed after a judgement, and opens again after it was stale', () => {
    for (const atMs of [50, 150]) {
      expect(toReturned({ state: 'false_positive', atMs: 100 }, atMs)).toEqual({ to: 'false_positive', kind: null });
      expect(toReturned({ state: 'wont_fix', atMs: 100 }, atMs)).toEqual({ to: 'wont_fix', kind: null });
      expect(toReturned({ state: 'stale', atMs: 100 }, atMs)).toEqual({ to: 'open', kind: 'return' });
    }
  });
});
