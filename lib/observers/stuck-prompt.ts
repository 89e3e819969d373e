import { toEvidence, toLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext } from './observer.ts';
import type { FoundAt } from './repetition.ts';
import type { StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, lastIndexOf, listRefs, startTrail, type Trail } from './trail.ts';

/** A program that stopped at a question. */
type Stop = { key: string; asks: string; trail: Trail; foundAt: number | null };

export type Stops = readonly Stop[];

const maxStops = 3;
/** To stop at the same question again is enough: nobody is there to answer it. */
const stopThreshold = 2;

const isOver = (trail: Trail, index: number, { window_size }: StallParameters): boolean => lastIndexOf(trail) <= index - window_size;

/** The program that a command runs, by its first word that is not a wrapper such as `env` or `sudo`. */
const programOf = (summary: string): string =>
  summary.replace(/^(?:cd \S+ (?:&&|;) )?(?:(?:sudo|env|time|timeout \S+|npx|bunx|uvx|yes \||\w+=\S*|-\S+) )*/u, '').split(/[\s@]/u)[0] ??
  '';

/** Adds a call. */
export const stepStops = (stops: Stops, call: ObservedCall, parameters: StallParameters): Stops => {
  const asks = call.clues?.asks;
  if (asks === undefined) return stops;
  // sudo's prompt is the same for every program; any other prompt belongs to its program.
  const key = /\[sudo\]/u.test(asks) ? asks : `${programOf(call.summary)} ${asks}`;
  const before = stops.find((stop) => stop.key === key && !isOver(stop.trail, call.index, parameters));
  const trail = extendTrail(before?.trail ?? startTrail(1), call);
  const foundAt = trail.count >= stopThreshold ? (before?.foundAt ?? call.index) : null;
  return [...stops.filter((stop) => stop.key !== key).slice(1 - maxStops), { key, asks, trail, foundAt }];
};

/** Whether a call is one of those that stopped. */
export const isStop = (stops: Stops, index: number): boolean =>
  stops.some(({ foundAt, trail }) => foundAt !== null && listRefs(trail).some(([one]) => one === index));

export const findStops = (stops: Stops, call: ObservedCall, context: ObserverContext, parameters: StallParameters): FoundAt[] =>
  stops.flatMap(({ key, asks, trail, foundAt }): FoundAt[] => {
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
          subject: `prompt ${key}`.slice(0, 90),
          waste: trail.waste,
        },
      },
    ];
  });
