import type { Summarizer, SummarySentence, SummaryTexts, TurnToSummarize } from '../domain/summary.ts';
import { listWords } from '../search/words.ts';
import { computeConfidence, listSignals } from './confidence.ts';
import { listFindings } from './findings.ts';
import { maxSentences } from './limits.ts';
import { quote } from './quote.ts';
import { explainTools } from './rationale.ts';
import { readTurn, type ReadTurn } from './read-turn.ts';
import type { Sentence } from './sentences.ts';
import { computeOverlap, rankByTextRank } from './text-rank.ts';

/** Gives each sentence a score; higher is better. */
export type Rank = (sentences: readonly Sentence[]) => number[];

/** Items of lists and fragments do not end so. Of questions, only one that the answer ends with counts. */
const ends = /[.!?…。！？｡]["'”’」』)）\]]*$/u;

/** As a sentence beside others: items of lists get the period that they do not have, which is no part of the quote. */
const endSentence = (text: string): string => {
  if (ends.test(text) || /[,;:]$/u.test(text)) return text;
  return `${text}${/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u.test(text) ? '。' : '.'}`;
};

/** Shorter ones say little by themselves: “The test first.” */
const minTellingWords = 5;

/** The share of words that a sentence may have in common with one that was chosen before. */
const maxRepeated = 0.5;

/**
 * The sentences of a summary, in the order of their records: the best one of the answer, then the best of all, none that repeats another.
 * The first sentence of the prompt is taken where the agent said too little.
 */
export const chooseSentences = ({ prompt, work, answer }: Omit<ReadTurn, 'records'>, rank: Rank = rankByTextRank): Sentence[] => {
  const said = [...work, ...answer].filter(({ text }) => !text.endsWith(':'));
  const complete = said.filter(({ text }, at) => ends.test(text) && (!text.endsWith('?') || at === said.length - 1));
  const telling = complete.filter(({ text, words }) => Math.max(words.length, listWords(text).length) >= minTellingWords);
  const all =
    telling.length >= maxSentences ? telling : complete.length >= 2 ? complete : said.length >= 2 ? said : [...prompt.slice(0, 1), ...said];
  const sets = all.map(({ words }) => new Set(words));
  const scores = rank(all);
  const order = Array.from(all.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const answers = new Set(answer);
  const first = order.find((at) => answers.has(all[at] as Sentence));
  const chosen: number[] = first === undefined ? [] : [first];
  for (const at of order) {
    if (chosen.length >= maxSentences) break;
    const repeats = chosen.some((other) => computeOverlap(sets[at] ?? new Set(), sets[other] ?? new Set()) > maxRepeated);
    if (!repeats && !chosen.includes(at)) chosen.push(at);
  }
  return chosen.toSorted((a, b) => a - b).flatMap((at) => all[at] ?? []);
};

/** Summarizes a turn from its own sentences: the same for the same records, without a clock, a model or a network. */
export const summarizeTurn = (turn: TurnToSummarize): SummaryTexts => {
  const read = readTurn(turn);
  const signals = listSignals({ ...turn, ...read });
  const chosen = chooseSentences(read);
  const sentences = chosen.map(({ recordId, seq, text }): SummarySentence => ({
    field: 'summary',
    text: quote(text),
    record_id: recordId,
    seq,
  }));
  const tools = explainTools(read.records);
  const findings = listFindings({ records: read.records, answer: read.answer.filter((one) => !chosen.includes(one)) });
  return {
    summary: sentences.map(({ text }) => (sentences.length > 1 ? endSentence(text) : text)).join(' '),
    tools_rationale: tools.text,
    key_findings: findings.text,
    confidence_level: computeConfidence(read.records, signals, turn.verification),
    method: 'extractive' as const,
    sentences: [...sentences, ...tools.sentences, ...findings.sentences],
    signals,
    verification: turn.verification?.verdict ?? null,
    model: null,
  };
};

export const extractiveSummarizer: Summarizer = { summarize: async (turn) => summarizeTurn(turn) };
