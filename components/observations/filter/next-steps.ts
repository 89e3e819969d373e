import { stateWords } from '@/components/observations/observation-words.ts';
import type { ObservationState } from '@/lib/domain/observation.ts';
import type { ListFilter } from './list-filter.ts';
import { printSeverities, type QueryChip } from './query-chips.ts';
import { stateWordsOf } from './query-words.ts';
import { cutText } from '@/lib/print/cut-text.ts';

/** A filter that something matches, when nothing does. */
export type NextStep = { label: string; /** Null: it is not known yet. */ count: number | null; next: Partial<ListFilter> };

const maxSteps = 2;
const maxTextChars = 40;

/** The text and each token, as parts that can be left out, except tokens that only add to the list. */
export const listParts = (q: string, chips: readonly QueryChip[]): Pick<NextStep, 'label' | 'next'>[] => [
  ...(q.trim() === '' ? [] : [{ label: `Without “${cutText(q.trim(), maxTextChars)}”`, next: { q: '' } }]),
  ...chips.filter(({ without }) => !('cleared' in without)).map(({ text, without }) => ({ label: `Without ${text}`, next: without })),
];

/** Those that yield something, the most first, and of them few; null while one of them is not known yet. */
export const pickSteps = (steps: readonly NextStep[], otherwise: readonly NextStep[]): NextStep[] | null => {
  if (steps.some(({ count }) => count === null)) return null;
  const yields = ({ count }: NextStep) => count !== null && count > 0;
  const best = steps.filter(yields).sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  return best.length > 0 ? best.slice(0, maxSteps) : otherwise.filter(yields).slice(0, maxSteps);
};

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const printStates = (states: readonly ObservationState[]): string => {
  const resolved = stateWordsOf.resolved ?? [];
  const isAll = resolved.every((state) => states.includes(state));
  const alone = states.filter((state) => !(isAll && resolved.includes(state)));
  return joinWords([...alone.map((state) => stateWords[state].toLowerCase()), ...(isAll ? ['resolved'] : [])]);
};

/** `No acknowledged observations of medium severity or worse left`. `isFinished`: they were worked through just now. */
export const printNothing = ({ states, severities }: Pick<ListFilter, 'states' | 'severities'>, isFinished: boolean): string => {
  const [, worst] = /^>=(.*)$/u.exec(printSeverities(severities)) ?? [];
  const narrowed = worst === undefined ? `${joinWords(printSeverities(severities).split(','))} severity` : `${worst} severity or worse`;
  const of = severities.length === 0 || worst === 'info' ? '' : ` of ${narrowed}`;
  return `No ${printStates(states)} observations${of}${isFinished ? ' left' : ''}`;
};
