import { programOf } from './approach.ts';
import { clip } from './clip.ts';
import { toEvidence, toLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext } from './observer.ts';
import type { FoundAt } from './repetition.ts';
import type { StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, hasDecision, lastIndexOf, listRefs, startTrail, type Trail } from './trail.ts';

/** A program that stopped at a question. */
type Stop = { key: string; program: string; asks: string; trail: Trail; foundAt: number | null };

export type Stops = readonly Stop[];

const maxStops = 3;
/** To stop at the same question again is enough: nobody is there to answer it. */
const stopThreshold = 2;

const isOver = (trail: Trail, index: number, { window_size }: StallParameters): boolean => lastIndexOf(trail) <= index - window_size;

const sudo = /\[sudo\]/u;
/** A question of at least this many words is the same whichever program asks it. */
const fewWords = 5;

/** A short question, such as for a password, belongs to its program; sudo's is the same for every program. */
const keyOf = (asks: string, summary: string): string =>
  sudo.test(asks) || (asks.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewWords ? asks : `${programOf(summary)} ${asks}`;

/** Adds a call. */
export const stepStops = (stops: Stops, call: ObservedCall, parameters: StallParameters): Stops => {
  const asks = call.clues?.asks;
  if (asks === undefined) return stops;
  const key = keyOf(asks, call.summary);
  const before = stops.find((stop) => stop.key === key && !isOver(stop.trail, call.index, parameters));
  if (before && hasDecision(before.trail, call)) return stops;
  const trail = extendTrail(before?.trail ?? startTrail(1), call);
  const foundAt = trail.count >= stopThreshold ? (before?.foundAt ?? call.index) : null;
  const program = before?.program ?? clip(programOf(call.summary), 40);
  return [...stops.filter((stop) => stop.key !== key).slice(1 - maxStops), { key, program, asks, trail, foundAt }];
};

/** Whether a call is one of those that stopped. */
export const isStop = (stops: Stops, index: number): boolean =>
  stops.some(({ foundAt, trail }) => foundAt !== null && listRefs(trail).some(([one]) => one === index));

export const findStops = (stops: Stops, call: ObservedCall, context: ObserverContext, parameters: StallParameters): FoundAt[] =>
  stops.flatMap(({ program, asks, trail, foundAt }): FoundAt[] => {
    if (foundAt === null || isOver(trail, call.index, parameters)) return [];
    const indexes = new Set(listRefs(trail).map(([index]) => index));
    const calls = context.recentCalls(maxRecentCalls).filter(({ index }) => indexes.has(index));
    const last = calls.at(-1);
    return [
      {
        foundAt,
        advice: 'Nobody can answer the prompt. Pass the answer as a flag or on standard input, or use a non-interactive command.',
        finding: {
          ...citeTrail(trail),
          category: 'Repetitive Pattern',
          title: `${last ? toTitled({ ...last, error: null }) : asks}: stopped at the same prompt ${trail.count} times`,
          description: `${last ? toQuoted(last.name, last.summary) : 'A command'} and earlier attempts stopped ${trail.count} times at the prompt ${toQuoted(asks, '')}, which nobody can answer.`,
          evidence: toEvidence(calls, toLine),
          severity: trail.count >= stopThreshold * 2 ? 'warning' : 'caution',
          subject: `prompt ${sudo.test(asks) ? asks : `${program} ${asks}`}`.slice(0, 90),
          waste: trail.waste,
        },
      },
    ];
  });
