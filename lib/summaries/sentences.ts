import { foldWord, listWords, splitScripts, toPairs } from '../search/words.ts';
import { listParagraphs } from './plain-text.ts';

/** A sentence of a record, with its words as they are compared: without case, accents and words that say nothing. */
export type Sentence = { recordId: string; seq: number; text: string; words: readonly string[] };

/** What a period follows without ending a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf approx fig figs no nos eq sec ch vol pp mr mrs ms dr prof st jr sr inc ltd co corp al resp incl excl ca a.m p.m u.s u.k dept est max min avg'.split(
    ' ',
  ),
);
/** Ends of sentences, with closing quotes and brackets; in Chinese and Japanese no space follows. */
const end = /(?:[.!?…]{1,10}["'”’)\]]{0,3}(?=\s))|(?:[。！？｡]{1,10}[」』”’）]{0,3})/gu;
/** What may begin the next sentence; names in code begin in lower case, too. */
const begins = /^\s*["'“‘([]*(?:[\p{Lu}\p{Lo}\p{N}`]|\p{L}{1,20}(?:_|\p{Lu}|\(|\.\p{L}))/u;
const lastWord = /(?:^|[\s("“])([\p{L}.]{1,12})$/u;

/** The sentences of a paragraph, in order: together they are the paragraph. */
export const splitSentences = (paragraph: string): string[] => {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of paragraph.matchAll(end)) {
    const to = index + mark.length;
    if (mark.startsWith('.')) {
      const before = lastWord.exec(paragraph.slice(Math.max(from, index - 14), index))?.[1]?.toLowerCase();
      if (before !== undefined && (abbreviations.has(before) || /^\p{L}$/u.test(before))) continue;
      if (!begins.test(paragraph.slice(to, to + 30))) continue;
    }
    sentences.push(paragraph.slice(from, to).trim());
    from = to;
  }
  const rest = paragraph.slice(from).trim();
  return [...sentences, ...(rest === '' ? [] : [rest])];
};

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
/** Of the characters of a sentence, the share that are letters, where the rest is code, paths or numbers. */
const minLetters = 0.6;

const isProse = (text: string, words: readonly string[]): boolean => {
  if (words.length < minWords && listWords(text).length < minWords) return false;
  const [letters, visible] = [text.match(/\p{L}/gu)?.length ?? 0, text.match(/\S/gu)?.length ?? 0];
  return letters >= visible * minLetters;
};

/** The sentences of a record that are prose, in order. */
export const listSentences = ({ recordId, seq, text }: { recordId: string; seq: number; text: string }): Sentence[] =>
  listParagraphs(text)
    .flatMap(splitSentences)
    .flatMap((sentence) => {
      const words = toWords(sentence);
      return isProse(sentence, words) ? [{ recordId, seq, text: sentence, words }] : [];
    });

/** What a record says first, however short: for a text without a sentence, such as “Done.” */
export const listPhrases = ({ recordId, seq, text }: { recordId: string; seq: number; text: string }): Sentence[] =>
  listParagraphs(text)
    .slice(0, 1)
    .map((phrase) => ({ recordId, seq, text: phrase, words: toWords(phrase) }));
