import type { ObservationFacets } from '@/lib/domain/observation.ts';
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

/** Names that occur, at most twelve, and those that are chosen all the same. */
export const toNamedValues = (
  counted: Counted<string> | undefined,
  chosen: readonly string[],
): { value: string; label: string; count: number }[] => {
  const shown = (counted ?? []).slice(0, mostNames);
  const extra = chosen.filter((value) => shown.every((one) => one.value !== value));
  return [...shown, ...extra.map((value) => counted?.find((one) => one.value === value) ?? { value, label: value, count: 0 })].map(
    ({ label, ...rest }) => ({ ...rest, label: toVisibleText(label) }),
  );
};

/** How long ago it was found last; one of them, or none. */
export const toAges = (facets: ObservationFacets | undefined, seen: number | null) =>
  toNamedValues(facets?.ages, seen === null ? [] : [String(seen)]).map(({ value, label, count }) => ({
    value,
    label: label === value ? `Last ${value} days` : label,
    count,
  }));
