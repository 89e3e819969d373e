import { observationSeverity, observationState, type ObservationSeverity, type ObservationState } from '@/lib/domain/observation.ts';
import { stateWordsOf } from './query-words.ts';

const severities = observationSeverity.options;

/** As words are compared: `Won-t fix` is `won_t_fix`. */
export const normalizeWord = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/gu, '_');

/** The word itself, else the only one that begins so; null: none, or several. */
export const findWord = <Word extends string>(begun: string, words: readonly Word[]): Word | null => {
  const wanted = normalizeWord(begun);
  const [first, ...others] = wanted === '' ? [] : words.filter((word) => word.startsWith(wanted));
  return words.find((word) => word === wanted) ?? (others.length === 0 ? (first ?? null) : null);
};

/** Words for a status. */
export const stateWords = [...observationState.options, ...Object.keys(stateWordsOf), 'all'];

/** The statuses that a word stands for; null: none. */
export const readState = (value: string): readonly ObservationState[] | 'all' | null => {
  const word = findWord(value, stateWords);
  if (word === null || word === 'all') return word;
  return stateWordsOf[word] ?? observationState.options.filter((state) => state === word);
};

/** The severities that a word or `>=medium` stands for; empty: none. */
export const readSeverity = (value: string): readonly ObservationSeverity[] | 'all' => {
  const [, sign = '', begun = ''] = /^(>=|<=|>|<|)(.*)$/u.exec(value) ?? [];
  const word = findWord(begun, sign === '' ? [...severities, 'all'] : severities);
  if (word === null || word === 'all') return word ?? [];
  const at = severities.indexOf(word);
  if (sign.startsWith('>')) return severities.slice(0, sign === '>=' ? at + 1 : at);
  return sign.startsWith('<') ? severities.slice(sign === '<=' ? at : at + 1) : severities.slice(at, at + 1);
};

/** Parts of an address between commas; those that say nothing known are left out. Null: none is known. Empty: all. */
const readSome = <T>(text: string, read: (word: string) => readonly T[] | 'all' | null, order: readonly T[]): T[] | null => {
  const found = text.split(',').map(read);
  if (found.includes('all')) return [];
  const chosen = new Set(found.flatMap((some) => (some === 'all' ? [] : (some ?? []))));
  return chosen.size === 0 ? null : order.filter((one) => chosen.has(one));
};

/** `open,regressed`, `resolved`, `all`: the words of the query in an address. */
export const readStatesIn = (text: string): ObservationState[] | null => readSome(text, readState, observationState.options);
/** `high,medium`, `>=medium`, `all`. */
export const readSeveritiesIn = (text: string): ObservationSeverity[] | null => readSome(text, readSeverity, severities);
