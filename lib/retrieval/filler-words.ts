import type { SearchTerm } from '../domain/search.ts';
import { foldWord, listWords } from '../search/words.ts';

/** Words of English prompts that say nothing about a task, and what contractions are split into. None that names a language or a tool. */
const fillers: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could d did do does doing don for from had
  has have hello hey hi how i if in into is it its just kindly let lets like ll m may me might must my need no not now of off ok okay on
  or our out over please pls re s shall should so some such t than thank thanks that the their them then there these they this those
  through to too us ve very want was we were what when where which while who why will with would yes you your`.split(/\s+/u),
);

/** The terms that are about something: the others match whatever is asked for. */
export const listTelling = (terms: readonly SearchTerm[]): SearchTerm[] =>
  terms.filter(({ words }) => words.some((word) => !fillers.has(foldWord(word))));

/** Further words of prompts that only agree with what the agent proposed, or ask it to go on. */
const assents: ReadonlySet<string> = new Set(
  `ahead alright carry continue correct exactly fine go going good great keep perfect proceed retry right sounds sure try works yeah yep
  yup`.split(/\s+/u),
);

/** Whether a prompt names no task of its own, such as “Yes, do that”: it continues the one before. */
export const isFollowUp = (prompt: string): boolean => {
  const words = listWords(prompt).map(foldWord);
  return words.length > 0 && words.every((word) => fillers.has(word) || assents.has(word));
};
