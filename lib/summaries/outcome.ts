import type { Summary } from '../domain/summary.ts';

/** A part of an outcome; `recordId` null: it is quoted from no record. */
export type OutcomePart = { text: string; recordId: string | null };

type Of = Pick<Summary, 'method' | 'message_id' | 'summary' | 'key_findings' | 'sentences' | 'signals'>;

/**
 * What came of a turn, for places with room for a line or two: the sentences of its answer, else its last finding, else what the agent
 * said last. Never the prompt alone, unless there is nothing else. The answer has a sentence in each summary that it can, and speaks last.
 */
export const toOutcome = ({ method, message_id, summary, key_findings, sentences, signals }: Of): OutcomePart[] => {
  if (method === 'model') return [{ text: summary, recordId: null }];
  const isAbrupt = signals.some(({ signal }) => signal === 'abrupt_end');
  const quoted = sentences.filter(({ field, record_id }) => field !== 'tools_rationale' && record_id !== message_id);
  const lastSeq = Math.max(...quoted.map(({ seq }) => seq));
  const said = quoted.filter(({ field }) => field === 'summary');
  const answer = isAbrupt ? [] : said.filter(({ seq }) => seq === lastSeq);
  if (answer.length > 0) return answer.map(({ text, record_id: recordId }) => ({ text, recordId }));

  const lines = key_findings.split('\n').filter((line) => line !== '');
  const reported = isAbrupt ? undefined : quoted.findLast(({ seq }) => seq === lastSeq);
  const line = lines.findLast((one) => one === reported?.text) ?? lines.at(-1);
  if (line !== undefined) return [{ text: line, recordId: quoted.findLast(({ text }) => line.includes(text))?.record_id ?? null }];
  const last = said.at(-1);
  if (last) return [{ text: last.text, recordId: last.record_id }];
  return [{ text: isAbrupt ? 'No answer.' : summary, recordId: null }];
};

export const printOutcome = (of: Of): string =>
  toOutcome(of)
    .map(({ text }) => text)
    .join(' ');
