import { findAborts, noAborts, stepAborts, type Aborts } from './aborted.ts';
import { findCycle, isInCycle, startCycles, stepCycles, type Cycles } from './cycles.ts';
import { clip } from './clip.ts';
import { findErrorRate, noFailures, stepFailures, type Failures } from './error-rate.ts';
import type { ObservedCall } from './observed-call.ts';
import type { Observer, Verdict } from './observer.ts';
import { findFlips, findFlipStart, stepFlips, type Flips } from './oscillation.ts';
import { findReinstalls, noReinstalls, stepReinstalls, type Reinstalls } from './reinstall.ts';
import {
  findRepetitions,
  keepFound,
  startRepetition,
  stepRepetition,
  stepWaiting,
  toRepeatKey,
  type FoundAt,
  type Repetition,
} from './repetition.ts';
import { compareSeverity, worstSeverity } from '../session/severity.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';
import { findStops, isStop, stepStops, type Stops } from './stuck-prompt.ts';
import { findMisses, homeFolder, stepFolder, type Folder } from './wrong-folder.ts';

type StallState = {
  turn: number | null;
  /** Keys of changes that were made, newest last: one that is made again is nothing new. */
  changes: readonly string[];
  repetition: Repetition;
  cycles: Cycles;
  flips: Flips;
  failures: Failures;
  stops: Stops;
  folder: Folder;
  reinstalls: Reinstalls;
  aborts: Aborts;
  /** The session's folder. */
  cwd: string | null;
};

const maxChanges = 12;
const maxFindings = 5;
const maxFlips = 2;

const quiet: Verdict<StallCategory> = {
  severity: 'info',
  summary: 'No concerning patterns detected. Progress appears normal.',
  findings: [],
};

/** Names of the categories in the summary. */
const phrases: Readonly<Record<StallCategory, string>> = {
  'Repetitive Pattern': 'repetitive tool usage',
  Cycle: 'a cycle of calls',
  Oscillation: 'an edit that is made and taken back',
  Polling: 'waiting without change',
  'Elevated Error Rate': 'elevated error rate',
};

/** The world changed: what was done before may well be done again. */
const isFresh = (state: StallState, { traits, callKey }: ObservedCall): boolean =>
  traits.includes('changes') && !state.changes.includes(callKey.slice(-11));

const remember = (changes: readonly string[], { traits, callKey }: ObservedCall): readonly string[] => {
  if (!traits.includes('changes') || changes.includes(callKey.slice(-11))) return changes;
  return [...changes.slice(1 - maxChanges), callKey.slice(-11)];
};

/**
 * Whether a call ended in a way that can repeat. A service that is not ready or does not answer is no stall, nor is a person who refuses.
 */
const canRepeat = ({ outcome, traits }: ObservedCall): boolean =>
  (outcome === 'ok' || outcome === 'error' || outcome === 'denied' || outcome === 'unknown') &&
  !traits.includes('outage') &&
  !traits.includes('awaits');

const toRepetition = (before: Repetition, call: ObservedCall, key: string, parameters: StallParameters): Repetition => {
  if (canRepeat(call)) return stepRepetition(before, call, key, parameters);
  return call.traits.includes('awaits') ? stepWaiting(before, call) : before;
};

/** Finds an agent that does the same again and again, or fails too often. */
export const makeStall = (parameters: StallParameters): Observer<StallState, StallCategory> => ({
  init: ({ cwd }) => ({
    turn: null,
    changes: [],
    repetition: startRepetition(),
    cycles: startCycles(),
    flips: [],
    failures: noFailures,
    stops: [],
    folder: homeFolder,
    reinstalls: noReinstalls,
    aborts: noAborts,
    cwd: cwd === null ? null : clip(cwd, 200),
  }),
  step(state, call) {
    const isNewTurn = call.turnIdx !== state.turn;
    const isNew = isNewTurn || isFresh(state, call);
    const repetition = isNewTurn ? startRepetition() : isNew ? keepFound(state.repetition) : state.repetition;
    const cycles = isNew ? { ...startCycles(), cycle: isNewTurn ? null : state.cycles.cycle } : state.cycles;
    const key = toRepeatKey(call, parameters.repetition_key);
    return {
      turn: call.turnIdx,
      changes: remember(state.changes, call),
      repetition: toRepetition(repetition, call, key, parameters),
      cycles: canRepeat(call) ? stepCycles(cycles, call, key, parameters) : cycles,
      flips: stepFlips(isNewTurn ? [] : state.flips, call, parameters),
      failures: stepFailures(state.failures, call, parameters),
      stops: stepStops(isNewTurn ? [] : state.stops, call, parameters),
      folder: stepFolder(isNewTurn ? { ...state.folder, misses: null, foundAt: null } : state.folder, call, state.cwd, parameters),
      reinstalls: stepReinstalls(isNewTurn ? noReinstalls : state.reinstalls, call, parameters),
      aborts: stepAborts(state.aborts, call, isNewTurn),
      cwd: state.cwd,
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
    const inRun = (index: number): boolean => state.failures.failures.some((one) => one.index === index && one.inRun);
    found.push(
      ...findStops(state.stops, call, context, parameters),
      ...findMisses(state.folder, call, context, parameters, inRun),
      ...(cycle ? [] : findReinstalls(state.reinstalls, call, context, parameters)),
      ...findAborts(state.aborts, call, context, parameters),
    );
    const explained = (key: string, first: number): boolean =>
      isInCycle(state.cycles, key) || isOfFlip(first) || isStop(state.stops, first);
    found.push(...findRepetitions(state.repetition, call, context, parameters, explained));
    const loopsFrom = Math.min(...found.map(({ finding }) => finding.calls[0] ?? Infinity));
    const rate = findErrorRate(state.failures, context, parameters, loopsFrom);
    if (found.length === 0 && !rate) return quiet;
    return toVerdict([...takeOldest(found, maxFindings), ...(rate ? [{ foundAt: call.index, finding: rate }] : [])]);
  },
});

/** The call at which a repetition was found that is now part of a cycle, which replaces it. */
const findFirstOf = ({ cycles, repetition }: StallState): number | null => {
  const places = repetition.streaks.flatMap(({ key, foundAt }) => (foundAt !== null && isInCycle(cycles, key) ? [foundAt] : []));
  return places.length === 0 ? null : Math.min(...places);
};

/** As many as the state has room for, oldest first: new findings do not replace active ones. */
const takeOldest = (found: readonly FoundAt[], max: number): FoundAt[] => found.toSorted((a, b) => a.foundAt - b.foundAt).slice(0, max);

const toVerdict = (found: readonly FoundAt[]): Verdict<StallCategory> => {
  const findings = found.map(({ finding }) => finding);
  const names = [...new Set(findings.map(({ category }) => phrases[category]))];
  const advice = found.flatMap((one) => one.advice ?? []);
  return {
    severity: findings.reduce((worst, { severity }) => worstSeverity(worst, severity), quiet.severity),
    summary: `Detected ${names.join(', ')} in recent activity. Review observations below.`,
    findings: findings.toSorted((a, b) => compareSeverity(b.severity, a.severity)),
    // Without advice of their own for all of them, that of their categories is given.
    ...(advice.length === found.length && { suggestions: [...new Set(advice)] }),
  };
};
