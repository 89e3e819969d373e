import type { Summary } from '../domain/summary.ts';

/** A part of an outcome; `recordId` null: it is quoted from no record. */
export type OutcomePart = { text: string; recordId: string | null };

type Of = Pick<Summary, 'method' | 'message_id' | 'summary' | 'key_findings' | 'sentences' | 'signals'>;

/**
 * Outcome of a turn, for places with room for a line or two: a quote from its answer, else its last finding, else the last words of the
 * agent. Never the prompt alone, unless there is nothing else.
 */
export const toOutcome = ({ method, message_id, summary, key_findings, sentences, signals }: Of): OutcomePart[] => {
  if (method === 'model') return [{ text: summary, recordId: null }];
  const isAbrupt = signals.some(({ signal }) => signal === 'abrupt_end');
  const isAnswer = !isAbrupt && !signals.some(({ signal }) => signal === 'answer_unknown');
  const said = sentences.filter(({ field, record_id }) => field === 'summary' && record_id !== message_id);
  const quoted = said.map(({ text, record_id }, at) => ({
    text: `${at === 0 ? '“' : ''}${text}${at === said.length - 1 ? '”' : ''}`,
    recordId: record_id,
  }));
  if (quoted.length > 0 && isAnswer) return quoted;

  const line = key_findings.split('\n').findLast((one) => one !== '');
  if (line !== undefined) {
    const source = sentences.findLast(({ field, text }) => field === 'key_findings' && line.includes(text));
    return [{ text: line, recordId: source?.record_id ?? null }];
  }
  if (quoted.length > 0) return [{ text: 'Last said:', recordId: null }, ...quoted];
  return [{ text: isAbrupt ? 'No answer.' : summary, recordId: null }];
};

export const printOutcome = (of: Of): string =>
  toOutcome(of)
    .map(({ text }) => text)
    .join(' ');
