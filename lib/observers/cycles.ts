import { clip } from './clip.ts';
import { toEvidence, toLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow, ObserverContext } from './observer.ts';
import { isFault } from './fault.ts';
import { isPatient, toRefusalSubject, toRepeatKey, type FoundAt } from './repetition.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, lastIndexOf, startTrail, type Trail, type TrailCall } from './trail.ts';

/** A round of two or three calls that was gone through again and again. */
type Cycle = { members: readonly string[]; waits: boolean; trail: Trail; foundAt: number };

/** A call that may become part of a cycle, with what its trail needs. */
type Tail = TrailCall & { key: string; decision: number; patient: boolean };

export type Cycles = {
  /** The newest calls, oldest first: no more than a cycle needs to be seen. */
  tail: readonly Tail[];
  /** How many of the newest calls are as the one `period` before them. */
  alike: Readonly<Record<'2' | '3', number>>;
  cycle: Cycle | null;
};

/** Maximum length of each call in a title: three calls fit. */
const titledCallBytes = 100;

const noneAlike: Cycles['alike'] = { 2: 0, 3: 0 };

export const startCycles = (): Cycles => ({ tail: [], alike: noneAlike, cycle: null });

const periods = ['2', '3'] as const;

/** Calls from which on a period is seen: as long as the first call of the last round has come. */
const lengthOf = (period: number, rounds: number): number => period * (rounds - 1) + 1;

const toTail = (call: ObservedCall, key: string): Tail => {
  const { index, id, resultId, decision, tokens, durationMs, costUsd, paidBy } = call;
  const patient = isPatient(call);
  return { index, id, resultId, decision, tokens, durationMs, costUsd, ...(paidBy !== undefined && { paidBy }), key, patient };
};

/** Goes on for a window after its last call, so that what it explains is not found anew when it ends. */
const isOver = (cycle: Cycle, index: number, { window_size }: StallParameters): boolean => lastIndexOf(cycle.trail) <= index - window_size;

/** Adds a call. Only the calls of a cycle itself may stand in it, in their order. */
export const stepCycles = (state: Cycles, call: ObservedCall, key: string, parameters: StallParameters): Cycles => {
  const most = lengthOf(3, parameters.repetition_threshold);
  const { tail } = state;
  const newest = tail.slice(tail.length < most ? 0 : 1);
  newest.push(toTail(call, key));
  const cycle = state.cycle && !isOver(state.cycle, call.index, parameters) ? state.cycle : null;
  // Calls that were issued together are no rounds: nothing was seen between them.
  const isAgain = (one: Tail | undefined): boolean => one?.key === key && one.decision !== call.decision;
  const isTwo = isAgain(tail[tail.length - 2]);
  const isThree = isAgain(tail[tail.length - 3]);
  if (!isTwo && !isThree) return { tail: newest, alike: noneAlike, cycle };
  const alike = { 2: isTwo ? state.alike[2] + 1 : 0, 3: isThree ? state.alike[3] + 1 : 0 };
  return { tail: newest, alike, cycle: findRounds(newest, alike, cycle, call, parameters) ?? cycle };
};

/** The cycle that the newest calls go through, if they do. */
const findRounds = (
  tail: readonly Tail[],
  alike: Cycles['alike'],
  known: Cycle | null,
  call: ObservedCall,
  { repetition_threshold }: StallParameters,
): Cycle | null => {
  for (const name of periods) {
    const period = Number(name);
    const length = alike[name] + period;
    if (length < lengthOf(period, repetition_threshold)) continue;
    const round = tail.slice(-period);
    if (round.every((one) => one.key === round[0]?.key)) continue;
    const members = toMembers(round);
    if (known && known.members.join() === members.join()) return { ...known, trail: extendTrail(known.trail, call) };
    const trail = toTrail(tail.slice(-length), period);
    return { members, waits: round.some(({ patient }) => patient), trail, foundAt: call.index };
  }
  return null;
};

/** The keys of a round, in an order that does not depend on its first call. */
const toMembers = (round: readonly Tail[]): string[] => {
  const keys = round.map(({ key }) => key);
  const turned = keys.map((_, at) => [...keys.slice(at), ...keys.slice(0, at)]);
  return turned.reduce((least, one) => (one.join() < least.join() ? one : least));
};

const toTrail = (calls: readonly Tail[], period: number): Trail => calls.reduce<Trail>(extendTrail, startTrail(period));

const countRounds = ({ members, trail }: Cycle): number => Math.ceil(trail.count / members.length);

const isFound = (cycle: Cycle, { polling_threshold }: StallParameters): boolean => !cycle.waits || countRounds(cycle) >= polling_threshold;

/** Whether a repetition with this key is part of a cycle and therefore not reported again. */
export const isInCycle = ({ cycle }: Cycles, key: string): boolean => cycle?.members.includes(key) ?? false;

export const findCycle = ({ cycle }: Cycles, call: ObservedCall, context: ObserverContext, parameters: StallParameters): FoundAt | null => {
  if (!cycle || isOver(cycle, call.index, parameters) || !isFound(cycle, parameters)) return null;
  const { trail, members, waits } = cycle;
  const rounds = countRounds(cycle);
  const last = lastIndexOf(trail);
  const recent = context.recentCalls(parameters.window_size * 2).filter(({ index }) => index <= last);
  const period = members.length;
  const newest = recent.slice(-period);
  // As a round goes, from its first call on.
  const round = [...newest.slice(period - (trail.count % period)), ...newest.slice(0, period - (trail.count % period))];
  const names = round.map((one) => toQuoted(one.name, one.summary));
  const titles = round.map((one) => toTitled({ ...one, error: null }, titledCallBytes)).join(' → ');
  const faults = round.filter(isFault);
  const [refused] = faults;
  const whole = Math.floor(trail.count / period);
  const begun = trail.count % period === 0 ? '' : ', then started again';
  const threshold = waits ? parameters.polling_threshold : parameters.repetition_threshold;
  const finding: FoundNow<StallCategory> = {
    ...citeTrail(trail),
    category: waits ? 'Polling' : 'Cycle',
    title: waits ? `${titles}: waited ${rounds} times, nothing changed` : `${titles}: repeated in turn, ${whole} times${begun}`,
    description: `${names.join(' → ')} was repeated ${whole} times${begun}, from #${trail.head[0]?.[0] ?? 0} to #${last}, with the same results each time.`,
    evidence: toEvidence(recent, toLine),
    severity: rounds >= threshold * 2 ? 'warning' : 'caution',
    subject: refused && faults.length === 1 ? toRefusalSubject(toRepeatKey(refused, 'call')) : clip(members.join(' '), 80),
    waste: trail.waste,
  };
  return { foundAt: cycle.foundAt, finding };
};
