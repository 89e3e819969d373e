import { findCycle, isInCycle, startCycles, stepCycles, type Cycles } from './cycles.ts';
import { findErrorRate } from './error-rate.ts';
import { isFault } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow, Observer, Verdict } from './observer.ts';
import { findFlips, findFlipStart, stepFlips, type Flips } from './oscillation.ts';
import { findRepetitions, startRepetition, stepRepetition, toRepeatKey, type FoundAt, type Repetition } from './repetition.ts';
import { compareSeverity, worstSeverity } from '../session/severity.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';

type StallState = {
  turn: number | null;
  /** Keys of changes that were made, newest last: one that is made again is nothing new. */
  changes: readonly string[];
  repetition: Repetition;
  cycles: Cycles;
  flips: Flips;
  /** Failures of the newest window, by number. */
  faults: readonly number[];
};

const maxChanges = 12;
const maxFindings = 5;
const maxFlips = 2;

const quiet: Verdict<StallCategory> = {
  severity: 'info',
  summary: 'No concerning patterns detected. Progress appears normal.',
  findings: [],
};

/** What the summary calls each category. */
const phrases: Readonly<Record<StallCategory, string>> = {
  'Repetitive Pattern': 'repetitive tool usage',
  Cycle: 'a cycle of calls',
  Oscillation: 'an edit that is made and taken back',
  Polling: 'waiting without change',
  'Elevated Error Rate': 'elevated error rate',
};

/** The world changed, or a person spoke: what was done before may well be done again. */
const isFresh = (state: StallState, { turnIdx, traits, callKey }: ObservedCall): boolean =>
  turnIdx !== state.turn || (traits.includes('changes') && !state.changes.includes(callKey.slice(-11)));

const remember = (changes: readonly string[], { traits, callKey }: ObservedCall): readonly string[] => {
  if (!traits.includes('changes') || changes.includes(callKey.slice(-11))) return changes;
  return [...changes.slice(1 - maxChanges), callKey.slice(-11)];
};

/** What ended in a way that could be the same again. A service that does not answer and a person who refuses are no stall. */
const canRepeat = ({ outcome, traits }: ObservedCall): boolean =>
  (outcome === 'ok' || outcome === 'error' || outcome === 'unknown') && !traits.includes('outage');

const stepFaults = (faults: readonly number[], call: ObservedCall, window: number): readonly number[] => {
  const isNew = isFault(call);
  if (!isNew && (faults[0] ?? call.index) > call.index - window) return faults;
  const kept = faults.filter((index) => index > call.index - window);
  return isNew ? [...kept, call.index] : kept;
};

/** Finds an agent that does the same again and again, or fails too often. */
export const makeStall = (parameters: StallParameters): Observer<StallState, StallCategory> => ({
  init: () => ({ turn: null, changes: [], repetition: startRepetition(), cycles: startCycles(), flips: [], faults: [] }),
  step(state, call) {
    const isNew = isFresh(state, call);
    const isNewTurn = call.turnIdx !== state.turn;
    const repetition = isNew ? startRepetition() : state.repetition;
    const cycles = isNew ? startCycles() : state.cycles;
    const counts = canRepeat(call);
    const key = toRepeatKey(call, parameters.repetition_key);
    return {
      turn: call.turnIdx,
      changes: remember(state.changes, call),
      repetition: counts ? stepRepetition(repetition, call, key, parameters) : repetition,
      cycles: counts ? stepCycles(cycles, call, key, parameters) : cycles,
      flips: stepFlips(isNewTurn ? [] : state.flips, call, parameters),
      faults: stepFaults(state.faults, call, parameters.window_size),
    };
  },
  shouldRun: () => true,
  assess(state, call, context) {
    const found: FoundAt[] = [];
    const cycle = findCycle(state.cycles, call, context, parameters);
    const flipStart = state.flips.length > 0 ? findFlipStart(state.flips, call.index, parameters) : null;
    const isOfFlip = (first: number): boolean => flipStart !== null && first >= flipStart;
    if (cycle && !isOfFlip(cycle.finding.calls[0] ?? 0))
      found.push({ ...cycle, foundAt: Math.min(cycle.foundAt, findFirstOf(state) ?? cycle.foundAt) });
    if (state.flips.length > 0) found.push(...takeOldest(findFlips(state.flips, call, context, parameters), maxFlips));
    const explained = (key: string, first: number): boolean => isInCycle(state.cycles, key) || isOfFlip(first);
    found.push(...findRepetitions(state.repetition, call, context, parameters, explained));
    const rate = findErrorRate(state.faults, context, parameters);
    if (found.length === 0 && !rate) return quiet;
    return toVerdict([...takeOldest(found, maxFindings).map(({ finding }) => finding), ...(rate ? [rate] : [])]);
  },
});

/** The call at which a repetition was found that is now said to be a part of a cycle: the cycle takes its place. */
const findFirstOf = ({ cycles, repetition }: StallState): number | null => {
  const places = repetition.streaks.flatMap(({ key, foundAt }) => (foundAt !== null && isInCycle(cycles, key) ? [foundAt] : []));
  return places.length === 0 ? null : Math.min(...places);
};

/** So many as a state has room for, those first that were found first: what stands does not give way to what is new. */
const takeOldest = (found: readonly FoundAt[], most: number): FoundAt[] => found.toSorted((a, b) => a.foundAt - b.foundAt).slice(0, most);

const toVerdict = (findings: readonly FoundNow<StallCategory>[]): Verdict<StallCategory> => {
  const said = [...new Set(findings.map(({ category }) => phrases[category]))];
  return {
    severity: findings.reduce((worst, { severity }) => worstSeverity(worst, severity), quiet.severity),
    summary: `Detected ${said.join(', ')} in recent activity. Review observations below.`,
    findings: findings.toSorted((a, b) => compareSeverity(b.severity, a.severity)),
  };
};
