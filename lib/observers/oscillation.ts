import { clip } from './clip.ts';
import { toEvidence, toLine, toTitledPath } from './evidence.ts';
import type { Edit, ObservedCall } from './observed-call.ts';
import type { FoundNow, ObserverContext } from './observer.ts';
import type { FoundAt } from './repetition.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, hasDecision, lastIndexOf, startTrail, type Trail } from './trail.ts';

/** A file that was changed from one text to another; `trail` grows each time that it is turned back. */
type Flip = { path: string; from: string | null; to: string; trail: Trail };

export type Flips = readonly Flip[];

const maxFlips = 4;

/** There, back, and there again. */
const flipThreshold = 3;

/** The file's previous content, for edits that do not say what they replace. */
const completeFrom = (flips: Flips, { path, from, to }: Edit): string | null =>
  from ?? flips.findLast((flip) => flip.path === path && flip.to !== to)?.to ?? null;

/** Adds the edits of a call. Edits of other places of the same file may lie between. */
export const stepFlips = (flips: Flips, call: ObservedCall, parameters: StallParameters): Flips => {
  if (call.edits.length === 0) return flips;
  let kept = flips.filter(({ trail }) => !isOver(trail, call.index, parameters));
  for (const edit of call.edits) {
    const from = completeFrom(kept, edit);
    const known = kept.find((flip) => flip.path === edit.path && flip.from === edit.to && flip.to === from);
    const before = known && hasDecision(known.trail, call) ? undefined : known;
    const flip: Flip = { path: edit.path, from, to: edit.to, trail: extendTrail(before?.trail ?? startTrail(1), call) };
    kept = [...kept.filter((one) => one !== before).slice(1 - maxFlips), flip];
  }
  return kept;
};

/** Two edits of one place must lie within a window. */
const isOver = (trail: Trail, index: number, { window_size }: StallParameters): boolean => lastIndexOf(trail) <= index - window_size;

export const findFlips = (flips: Flips, call: ObservedCall, context: ObserverContext, parameters: StallParameters): FoundAt[] =>
  flips
    .filter(({ trail }) => trail.count >= flipThreshold && !isOver(trail, call.index, parameters))
    .map(({ path, from, to, trail }): FoundAt => {
      const indexes = new Set([...trail.head, ...trail.tail].map(([index]) => index));
      const calls = context.recentCalls(parameters.window_size * 2).filter(({ index }) => indexes.has(index));
      const finding: FoundNow<StallCategory> = {
        ...citeTrail(trail),
        category: 'Oscillation',
        title: `${toTitledPath(path)}: same edit made and undone, ${trail.count} times`,
        description: `\`${path.replaceAll('`', "'")}\` was changed back and forth ${trail.count} times, from #${trail.head[0]?.[0] ?? 0} to #${lastIndexOf(trail)}.`,
        evidence: toEvidence(calls, toLine),
        severity: trail.count >= flipThreshold * 2 ? 'warning' : 'caution',
        // Both ways of one flip are the same; another place of the file is another one.
        subject: clip([path, ...[from ?? '', to].toSorted()].join(' '), 100),
        waste: trail.waste,
      };
      return { foundAt: trail.head[flipThreshold - 1]?.[0] ?? call.index, finding };
    });

/** Index of the first edit that is made and taken back; null: no such edit. Repetitions from there on are part of the oscillation. */
export const findFlipStart = (flips: Flips, index: number, parameters: StallParameters): number | null => {
  let start = Infinity;
  for (const { trail } of flips)
    if (trail.count >= flipThreshold && !isOver(trail, index, parameters)) start = Math.min(start, trail.head[0]?.[0] ?? Infinity);
  return start === Infinity ? null : start;
};
