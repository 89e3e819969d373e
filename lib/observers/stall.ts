import type { ObservedCall } from './observed-call.ts';
import type { Observer, ObserverKind, Verdict } from './observer.ts';
import { findRepetitions, startRepetition, stepRepetition, toRepeatKey, type Repetition } from './repetition.ts';
import { stallParameters, type StallParameters } from './stall-parameters.ts';
import { worstSeverity } from './severity.ts';

type StallState = { turn: number | null; changes: readonly string[]; repetition: Repetition };

/** Changes that are remembered: one that is made again is nothing new. */
const mostChanges = 20;

const quiet: Verdict = {
  severity: 'info',
  summary: 'No concerning patterns detected. Progress appears normal.',
  findings: [],
  suggestions: [],
};

const suggestions: Record<string, string> = {
  'Repetitive Pattern': 'Do not repeat this call: its result will be the same. Change something first, or take another approach.',
  Polling: 'Stop asking: what is waited for may never come. Look at what it waits for, or go on without it.',
};

/** The world changed, or a person spoke: what was done before may well be done again. */
const isFresh = (state: StallState, { turnIdx, traits, callKey }: ObservedCall): boolean =>
  turnIdx !== state.turn || (traits.includes('changes') && !state.changes.includes(callKey.slice(-11)));

const makeStall = (parameters: StallParameters): Observer<StallState> => ({
  init: () => ({ turn: null, changes: [], repetition: startRepetition() }),
  step(state, call) {
    const isNew = isFresh(state, call);
    const changes =
      isNew && call.traits.includes('changes') ? [...state.changes.slice(1 - mostChanges), call.callKey.slice(-11)] : state.changes;
    const repetition = isNew ? startRepetition() : state.repetition;
    const counts = (call.outcome === 'ok' || call.outcome === 'error' || call.outcome === 'unknown') && !call.traits.includes('outage');
    return {
      turn: call.turnIdx,
      changes,
      repetition: counts ? stepRepetition(repetition, call, toRepeatKey(call, parameters.repetition_key), parameters) : repetition,
    };
  },
  shouldRun: () => true,
  assess(state, call, context) {
    const findings = findRepetitions(state.repetition, call, context, parameters, () => false).slice(0, 3);
    if (findings.length === 0) return quiet;
    return {
      severity: findings.reduce((worst, { severity }) => worstSeverity(worst, severity), quiet.severity),
      summary: 'Detected repetitive tool usage in recent activity. Review observations below.',
      findings,
      suggestions: [...new Set(findings.flatMap(({ category }) => suggestions[category] ?? []))],
    };
  },
});

const usual: StallParameters = {
  window_size: 10,
  repetition_threshold: 3,
  error_rate_threshold: 0.5,
  repetition_key: 'call',
  polling_threshold: 30,
  as_specified: false,
};
const never = { every_n_calls: null, after_consecutive_errors: null, every_n_seconds: null, on_every_call: false };

export const stall: ObserverKind<StallParameters, StallState> = {
  id: 'stall',
  name: 'Stall Detector',
  version: 1,
  description: 'Finds calls that are repeated, and rates of errors, that show that the agent is stuck.',
  parametersSchema: stallParameters,
  presets: {
    default: { trigger: { ...never, on_every_call: true }, parameters: usual, records: 'changes' },
    seed: {
      trigger: { ...never, every_n_calls: 10 },
      parameters: { ...usual, repetition_key: 'tool_name', as_specified: true },
      records: 'always',
    },
  },
  make: makeStall,
};
