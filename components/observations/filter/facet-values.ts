import type { ObservationFacets } from '@/lib/domain/observation.ts';
import { daysBack, printSeenWithin } from '@/lib/observations/seen-within.ts';
import { compareNames } from '@/lib/print/compare-names.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Counted<Value extends string> = readonly { value: Value; label: string; count: number }[];

/** Every word of a fixed list, those that do not occur with zero. */
export const toFixedValues = <Word extends string>(
  words: readonly Word[],
  counted: Counted<Word> | undefined,
  print: (word: Word) => string,
): { value: Word; label: string; count: number }[] =>
  words.map((value) => ({ value, label: print(value), count: counted?.find((one) => one.value === value)?.count ?? 0 }));

const maxNames = 12;

/**
 * Names that occur, the most frequent first, those of equal count by name, and those that are chosen; where none occurs, those that are
 * `known`. Names that do not occur count zero.
 */
export const toNamedValues = (
  counted: Counted<string> | undefined,
  chosen: readonly string[],
  known: Counted<string>,
): { value: string; label: string; count: number }[] => {
  const sorted = (list: Counted<string>) => list.toSorted((a, b) => b.count - a.count || compareNames(a.label, b.label));
  const none = sorted(known).map((one) => ({ ...one, count: 0 }));
  const shown = counted?.length === 0 ? none : sorted(counted ?? []);
  const extra = chosen.filter((value) => shown.every((one) => one.value !== value));
  return [...shown, ...extra.map((value) => none.find((one) => one.value === value) ?? { value, label: value, count: 0 })].map(
    ({ label, ...rest }) => ({ ...rest, label: toVisibleText(label) }),
  );
};

/** The first ones and those that are chosen, and how many that leaves: never one alone, whose place would be taken to say so. */
export const cutValues = <Value extends { value: string }>(values: readonly Value[], chosen: readonly string[]): [Value[], number] => {
  const shown = values.filter(({ value }, at) => at < maxNames || chosen.includes(value));
  const left = values.length - shown.length;
  return left > 1 ? [shown, left] : [[...values], 0];
};

/** How long ago it was found last; one of them, or none. */
export const toAges = (facets: ObservationFacets | undefined, seen: number | null) =>
  [...new Set([...daysBack, ...(seen === null ? [] : [seen])])]
    .sort((a, b) => a - b)
    .map((days) => ({
      value: String(days),
      label: printSeenWithin(days),
      count: facets?.ages.find(({ value }) => value === String(days))?.count ?? 0,
    }));
