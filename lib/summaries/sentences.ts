import { splitSentences } from '../session/split-sentences.ts';
import { foldWord, listWords, splitScripts, toPairs } from '../search/words.ts';
import { listBlocks } from './plain-text.ts';
import { findVoice, type Voice } from './voice.ts';

/** A sentence of a record, with its words as they are compared: without case, accents and words that say nothing. */
export type Sentence = { recordId: string; seq: number; text: string; words: readonly string[]; voice: Voice };

/** Words of English that say nothing of what a text is about. */
const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing done ' +
    'don down during each few for from further had has have having he her here hers him his how i if in into is it its itself just let ll m me more most my ' +
    'no nor not now of off on once only or other our out over own re s same she should so some such t than that the their them then there these they this ' +
    'those through to too under until up ve very was we were what when where which while who will with would you your'
  ).split(' '),
);

/** Words as they are compared; of scripts without spaces, pairs of letters. */
export const toWords = (text: string): string[] =>
  listWords(text).flatMap((word) =>
    splitScripts(word).flatMap(({ text: part, isUnspaced }) => {
      if (isUnspaced) return part.length === 1 ? [part] : toPairs(part).slice(0, -1);
      const folded = foldWord(part);
      return folded.length < 2 || stopWords.has(folded) ? [] : [folded];
    }),
  );

const minWords = 3;
/** Least share of letters among the characters of a sentence; the rest is code, paths or numbers. */
const minLetters = 0.6;
/** A word of prose; not a part of a path, a number or a name in code. */
const plainWord = /(?<![^\s("“‘'[])\p{L}[\p{L}'’-]*(?=[\s.,;:!?)"”’\]]|$)/gu;
const minPlainWords = 2;

const isProse = (text: string, words: readonly string[]): boolean => {
  if (words.length < minWords && listWords(text).length < minWords) return false;
  const isUnspaced = splitScripts(text).some((part) => part.isUnspaced);
  if (!isUnspaced && (text.match(plainWord)?.length ?? 0) < minPlainWords) return false;
  const [letters, visible] = [text.match(/\p{L}/gu)?.length ?? 0, text.match(/\S/gu)?.length ?? 0];
  return letters >= visible * minLetters;
};

/** The sentences of a record that are prose, in order. */
export const listSentences = ({ recordId, seq, text }: { recordId: string; seq: number; text: string }): Sentence[] =>
  listBlocks(text).flatMap((block) =>
    splitSentences(block.text).flatMap((sentence) => {
      const words = toWords(sentence);
      return isProse(sentence, words) ? [{ recordId, seq, text: sentence, words, voice: findVoice(sentence, block) }] : [];
    }),
  );

/** First words of a record, however short: for a text without a sentence, such as “Done.” */
export const listPhrases = ({ recordId, seq, text }: { recordId: string; seq: number; text: string }): Sentence[] =>
  listBlocks(text)
    .slice(0, 1)
    .map((block) => ({ recordId, seq, text: block.text, words: toWords(block.text), voice: findVoice(block.text, block) }));
