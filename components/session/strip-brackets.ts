import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { compareSeverity } from '@/lib/session/severity.ts';
import { findBarOfCall, type StripLayout } from './strip-layout.ts';

/** A finding over the calls of the strip, in px: its bracket from `x` to `end`; its mark and label (null: no room) from `labelX` on; `from` to `to` is all that it takes. */
export type Bracket = {
  mark: FindingMark;
  lane: number;
  x: number;
  end: number;
  labelX: number;
  label: string | null;
  from: number;
  to: number;
};
/** The findings that found no room, counted in one place. */
export type MoreBrackets = { x: number; to: number; marks: readonly FindingMark[] };
export type Brackets = { brackets: readonly Bracket[]; more: MoreBrackets | null };

const maxLanes = 2;
/** A phone draws no words, so one lane holds most, and it is there before the first finding: what arrives moves nothing. */
const phoneLanes = 1;
const letterPx = 6.4;
const markPx = 14;
const apartPx = 6;
const leastPx = 4;
/** Space for `+12` at the right, next to the corner buttons. */
const more = { px: 24, right: 28 };
/** From here on there is room for words. */
const wordsFrom = 640;

export const laneHeight = 17;

/** Lanes that findings take: as many as there are, at most two; on a phone always one. */
export const countLanes = (findings: number, isPhone: boolean): number => (isPhone ? phoneLanes : Math.min(maxLanes, findings));

/** Height in px that the lanes of findings take, the same at every zoom. */
export const computeFindingsHeight = (lanes: number): number => (lanes === 0 ? 0 : lanes * laneHeight + 3);

const spanOf = (layout: StripLayout, { from, to }: FindingMark): [number, number] => {
  const [first, last] = [findBarOfCall(layout, from), findBarOfCall(layout, to)];
  const x = first?.x ?? 0;
  return [x, Math.max(x + leastPx, (last?.x ?? x) + Math.max(1, (last?.width ?? 1) - 1))];
};

const place = (layout: StripLayout, marks: readonly FindingMark[], lanes: number, reserved: MoreBrackets | null) => {
  const brackets: Bracket[] = [];
  const left: FindingMark[] = [];
  const isFree = (lane: number, from: number, to: number) =>
    !(lane === 0 && reserved && to + apartPx > reserved.x) &&
    brackets.every((other) => other.lane !== lane || to + apartPx <= other.from || from >= other.to + apartPx);
  for (const mark of marks) {
    const [x, end] = spanOf(layout, mark);
    const labels = layout.width >= wordsFrom ? [mark.label, null] : [null];
    const found = labels.flatMap((label) => {
      const width = markPx + (label === null ? 0 : label.length * letterPx);
      const labelX = Math.max(0, Math.min(x, layout.width - width));
      const [from, to] = [Math.min(x, labelX), Math.max(end, labelX + width)];
      const lane = Array.from({ length: lanes }, (_, at) => at).find((at) => isFree(at, from, to));
      return lane === undefined ? [] : [{ mark, lane, x, end, labelX, label, from, to }];
    });
    if (found[0]) brackets.push(found[0]);
    else left.push(mark);
  }
  return { brackets, left };
};

/**
 * Brackets over the calls of findings, in a number of lanes: the worst and then the longest find room first, with their words
 * where these fit; the rest is counted at the right.
 */
export const computeBrackets = (layout: StripLayout, marks: readonly FindingMark[], lanes: number): Brackets => {
  if (layout.bars.length === 0 || marks.length === 0) return { brackets: [], more: null };
  const order = [...marks].sort((a, b) => compareSeverity(b.severity, a.severity) || b.to - b.from - (a.to - a.from) || a.from - b.from);
  const all = place(layout, order, lanes, null);
  if (all.left.length === 0) return { brackets: all.brackets, more: null };
  const x = Math.max(0, layout.width - more.right - more.px);
  const room: MoreBrackets = { x, to: x + more.px, marks: all.left };
  const { brackets, left } = place(layout, order, lanes, room);
  return { brackets, more: { ...room, marks: [...left].sort((a, b) => a.from - b.from) } };
};

/** Findings under a point of the findings' rows: one finding, those that are counted together, or null. */
export const findBracketAt = ({ brackets, more }: Brackets, x: number, y: number): readonly FindingMark[] | null => {
  if (more && x >= more.x - apartPx && x <= more.to + apartPx && y <= laneHeight) return more.marks;
  const lane = Math.min(maxLanes - 1, Math.floor(y / laneHeight));
  const found = brackets.find((one) => one.lane === lane && x >= one.from - 2 && x <= one.to + 2);
  return found ? [found.mark] : null;
};
