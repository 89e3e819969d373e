import type { ObservationFacets } from '@/lib/domain/observation.ts';
import { daysBack, printSeenWithin } from '@/lib/observations/seen-within.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Counted<Value extends string> = readonly { value: Value; label: string; count: number }[];

/** Every word of a fixed list, those that do not occur with zero. */
export const toFixedValues = <Word extends string>(
  words: readonly Word[],
  counted: Counted<Word> | undefined,
  print: (word: Word) => string,
): { value: Word; label: string; count: number }[] =>
  words.map((value) => ({ value, label: print(value), count: counted?.find((one) => one.value === value)?.count ?? 0 }));

const mostNames = 12;

/**
 * Names that occur, at most twelve, and those that are chosen all the same; where none occurs, those that are `known`. What does not
 * occur has zero.
 */
export const toNamedValues = (
  counted: Counted<string> | undefined,
  chosen: readonly string[],
  known: Counted<string>,
): { value: string; label: string; count: number }[] => {
  const none = known.map((one) => ({ ...one, count: 0 }));
  const shown = (counted?.length === 0 ? none : (counted ?? [])).slice(0, mostNames);
  const extra = chosen.filter((value) => shown.every((one) => one.value !== value));
  const all = [...(counted ?? []), ...none];
  return [...shown, ...extra.map((value) => all.find((one) => one.value === value) ?? { value, label: value, count: 0 })].map(
    ({ label, ...rest }) => ({ ...rest, label: toVisibleText(label) }),
  );
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
