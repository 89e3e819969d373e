import type { TurnRecord, TurnToSummarize } from '../domain/summary.ts';
import { maxCandidates, maxReadChars, maxReadRecords, maxSearchedChars } from './limits.ts';
import { listPhrases, listSentences, type Sentence } from './sentences.ts';

/** Parts of a turn that its summary uses. `answer`: what the agent said after its last call; without that, what it said last. */
export type ReadTurn = {
  records: readonly TurnRecord[];
  prompt: readonly Sentence[];
  /** The agent's words and thoughts before the answer. */
  work: readonly Sentence[];
  answer: readonly Sentence[];
  /** Whether the agent said something after its last call. */
  isAnswered: boolean;
};

const bothEnds = <Item>(items: readonly Item[], { first, last }: { first: number; last: number }): readonly Item[] =>
  items.length <= first + last ? items : [...items.slice(0, first), ...items.slice(-last)];

/** Whether a response has no text, or only the words that a client writes instead. */
const isEmpty = ({ text }: TurnRecord): boolean => /^\s*(?:\(no content\)\s*)?$/u.test(text);

/** The responses that answer the prompt: those after the last call; `isAnswered` false: the last one, as there is none after it. */
export const findAnswer = (records: readonly TurnRecord[]): { responses: TurnRecord[]; isAnswered: boolean } => {
  const lastCall = records.findLastIndex(({ kind }) => kind === 'tool_call' || kind === 'tool_result');
  const said = records.filter((record) => record.kind === 'response' && !isEmpty(record));
  const lastCallSeq = records[lastCall]?.seq ?? -1;
  const after = said.filter(({ seq }) => seq > lastCallSeq);
  return { responses: after.length > 0 ? after : said.slice(-1), isAnswered: after.length > 0 };
};

/** The first sentences of records in one direction, until there are enough or too much was looked through. */
const listFrom = (records: readonly TurnRecord[], most: number): { sentences: Sentence[]; read: number } => {
  const sentences: Sentence[] = [];
  let [read, chars] = [0, 0];
  for (const record of records) {
    if (sentences.length >= most || chars >= maxSearchedChars) break;
    sentences.push(...listSentences(record));
    chars += Math.min(record.text.length, maxReadChars.first + maxReadChars.last);
    read += 1;
  }
  return { sentences, read };
};

/** Sentences of records from both ends, in order. */
const listOf = (records: readonly TurnRecord[], { first, last }: { first: number; last: number }): readonly Sentence[] => {
  const { sentences, read } = listFrom(records, first);
  const rest = listFrom(records.slice(read).reverse(), last).sentences;
  const tail = rest.toSorted((a, b) => a.seq - b.seq);
  return [...sentences.slice(0, first), ...(last > 0 ? tail.slice(-last) : [])];
};

/** Reads a bounded part of a turn, whatever its length. */
export const readTurn = ({ records: all }: TurnToSummarize): ReadTurn => {
  const records = bothEnds(all, maxReadRecords);
  const { responses, isAnswered } = findAnswer(records);
  const answers = new Set(responses);
  const sentences = listOf([...answers], { first: maxCandidates.answer / 2, last: maxCandidates.answer / 2 });
  const ofKind = (...kinds: readonly TurnRecord['kind'][]) =>
    records.filter((record) => kinds.includes(record.kind) && !answers.has(record));
  return {
    records,
    isAnswered,
    prompt: listOf(ofKind('prompt'), { first: maxCandidates.prompt, last: 0 }),
    work: listOf(ofKind('reasoning', 'response'), maxCandidates),
    answer: sentences.length > 0 ? sentences : [...answers].slice(-1).flatMap(listPhrases),
  };
};
