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

/** Ends of complete sentences, unlike items of lists and fragments. A question only counts at the end of the answer. */
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

/** Whether a sentence says what is so, not what comes, what others may do or what something is for. */
const isReport = ({ text, voice }: Sentence): boolean => (voice === 'report' || voice === 'not_done') && !/[:：]$/u.test(text);

/** The share of the sentences that are chosen first, where others repeat them; the rest by their rank. */
const choose = (all: readonly Sentence[], first: readonly (Sentence | undefined)[], rank: Rank): Sentence[] => {
  const sets = new Map(all.map((one) => [one, new Set(one.words)]));
  const scores = rank(all);
  const order = Array.from(all.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen: Sentence[] = [];
  for (const one of [...first, ...order.map((at) => all[at])]) {
    if (one === undefined || chosen.includes(one) || chosen.length >= maxSentences) continue;
    const words = sets.get(one) ?? new Set();
    if (!chosen.some((other) => computeOverlap(words, sets.get(other) ?? new Set()) > maxRepeated)) chosen.push(one);
  }
  return all.filter((one) => chosen.includes(one));
};

/**
 * The sentences of a summary, in their order: the first report of the answer, a sentence about what was not done, and the best others
 * without repetition. Sentences from before the answer only count if there is no answer, because things may have turned out otherwise.
 * Sentences that are neither report nor failure are quoted if there is nothing else.
 */
export const chooseSentences = ({ work, answer }: Pick<ReadTurn, 'work' | 'answer'>, rank: Rank = rankByTextRank): Sentence[] => {
  const said = answer.length > 0 ? answer : work;
  const reports = said.filter(isReport);
  const complete = reports.filter(({ text }) => ends.test(text));
  const telling = complete.filter(({ text, words }) => Math.max(words.length, listWords(text).length) >= minTellingWords);
  const all = telling.length >= maxSentences ? telling : complete.length >= 2 ? complete : reports;
  if (all.length === 0) {
    const others = said.filter(({ text }) => !/[:：]$/u.test(text));
    return [others.find(({ voice }) => voice === 'description') ?? others.at(-1)].filter((one) => one !== undefined);
  }
  return choose(all, [all[0], all.find(({ voice }) => voice === 'not_done')], rank);
};

/** Sentences of one text as a quotation: “One. Two.” An ellipsis stands for text between them that is left out. */
const toQuotation = (chosen: readonly Sentence[], among: readonly Sentence[]): string => {
  const parts = chosen.map((one, at) => {
    const isNext = at === 0 || among.indexOf(one) === among.indexOf(chosen[at - 1] as Sentence) + 1;
    return `${isNext ? '' : '… '}${chosen.length > 1 ? endSentence(quote(one.text)) : quote(one.text)}`;
  });
  return parts.length === 0 ? '' : `“${parts.join(' ')}”`;
};

/** Below this, the prompt says what the answer was about. */
const minSentences = 2;

/**
 * Summarizes a turn from its own sentences, which it quotes: the same for the same records, without a clock, a model or a network.
 */
export const summarizeTurn = (turn: TurnToSummarize): SummaryTexts => {
  const read = readTurn(turn);
  const signals = listSignals({ ...turn, ...read });
  const chosen = chooseSentences(read);
  const asked = chosen.length < minSentences ? read.prompt.slice(0, 1) : [];
  const sentences = [...asked, ...chosen].map(({ recordId, seq, text }): SummarySentence => ({
    field: 'summary',
    text: quote(text),
    record_id: recordId,
    seq,
  }));
  const said = toQuotation(chosen, read.answer.length > 0 ? read.answer : read.work);
  const tools = explainTools(read.records);
  const findings = listFindings({ records: read.records, answer: read.answer.filter((one) => isReport(one) && !chosen.includes(one)) });
  return {
    summary: [
      ...(asked.length > 0 ? [`Asked: ${toQuotation(asked, asked)}`] : []),
      ...(said === '' ? [] : [turn.isAborted || !read.isAnswered ? `Last said: ${said}` : asked.length > 0 ? `Answered: ${said}` : said]),
    ].join('\n'),
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
