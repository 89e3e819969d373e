import type { SummarySentence, TurnRecord } from '../domain/summary.ts';
import { clipText } from '../print/cut-text.ts';
import { toVisibleOutput } from '../print/visible-text.ts';
import { redact } from '../redaction/redact.ts';
import { findCause, listSpoken, unwrapError } from '../session/explain-failure.ts';
import { listChangedFiles, toBriefPaths, toFileName } from './changed-files.ts';
import { findTests, isFailedResult } from './confidence.ts';
import { maxFindings, maxFindingsChars } from './limits.ts';
import { toReadParts } from './plain-text.ts';
import { quote } from './quote.ts';
import type { Sentence } from './sentences.ts';

type Found = { lead: string; text: string; recordId: string; seq: number };

/** Signs of a report in a sentence of an answer: a cause, an outcome, a number, a file or a name in code. */
const reports =
  /\b(?:found|because|caused?|cause|due to|root|bug|issue|problem|fix(?:ed|es)?|chang(?:ed|es)|add(?:ed|s)|remov(?:ed|es)|replac(?:ed|es)|updat(?:ed|es)|creat(?:ed|es)|implement(?:ed|s)|pass(?:es|ed)?|fail(?:s|ed|ing)?|works?|returns?|missing|instead|so that|therefore|result)\b/iu;
const evidence = /\d|[\w-]\.[a-z]{1,5}\b|[\w-]\/[\w./-]|\w\(\)|\w_\w/u;

const toLine = (output: string, choose: (lines: string[]) => string | undefined): string | null => {
  const line = choose(toVisibleOutput(unwrapError(redact(output))).split('\n'))?.trim();
  return line === undefined || line === '' ? null : line;
};

/** The line that explains a failure; where none does, the last one, which is said to be no more than that. */
const toFailure = (record: TurnRecord): Found | null => {
  const output = toReadParts(record.text).join('\n');
  const cause = toLine(output, (lines) => lines[findCause(lines) ?? -1]);
  const text = cause ?? toLine(output, (lines) => lines[listSpoken(lines).at(-1) ?? -1]);
  const lead = `${record.tool ?? 'A call'} failed${cause === null ? ', and printed last' : ''}: `;
  return text === null ? null : { lead, text, recordId: record.recordId, seq: record.seq };
};

const toTests = (record: TurnRecord): Found[] => {
  const tests = findTests(record);
  const text = tests && toLine(tests.line, ([line]) => line);
  return text === null ? [] : [{ lead: `${record.tool ?? 'A call'} printed: `, text, recordId: record.recordId, seq: record.seq }];
};

/** Patterns for words look at no more of a sentence: some take long for one long word. */
const maxLooked = 500;

const scoreOf = ({ text }: Sentence, files: readonly string[]): number => {
  const looked = text.slice(0, maxLooked);
  return Number(reports.test(looked)) + Number(evidence.test(looked)) + Number(files.some((file) => looked.includes(file)));
};

/** The sentences that report most, in their order. */
const chooseReports = (answer: readonly Sentence[], files: readonly string[], most: number): Sentence[] =>
  answer
    .map((sentence, at) => ({ sentence, at, score: scoreOf(sentence, files) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, most)
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence);

/** Keeps the last of several findings with the same text. */
const withoutRepeats = (found: readonly Found[]): Found[] => [...new Map(found.map((one) => [one.lead + one.text, one])).values()];

const printNames = (names: readonly string[]): string => {
  const shown = names.slice(0, maxFindings.files).map(quote).join(', ');
  return names.length > maxFindings.files ? `${shown} and ${names.length - maxFindings.files} more` : shown;
};

type Read = { records: readonly TurnRecord[]; answer: readonly Sentence[] };

/**
 * Findings of a turn: the lines that explain the last failed calls, the last output of tests, and `answer`, the reports that the summary
 * has no room for. All are in quotation marks, in the order of the records. The files that calls changed come last.
 */
export const listFindings = ({ records, answer }: Read): { text: string; sentences: SummarySentence[] } => {
  const files = listChangedFiles(records);
  const results = records.filter(({ kind }) => kind === 'tool_result');
  const failures = results.filter(isFailedResult).slice(-2 * maxFindings.failures);
  const lastTests = results.findLast((record) => findTests(record) !== null);
  const found = withoutRepeats([
    ...withoutRepeats(failures.flatMap((record) => toFailure(record) ?? [])).slice(-maxFindings.failures),
    ...(lastTests ? toTests(lastTests) : []),
    ...chooseReports(answer, files.map(toFileName), maxFindings.answer).map(({ text, recordId, seq }) => ({
      lead: '',
      text,
      recordId,
      seq,
    })),
  ]);
  const parts: string[] = [];
  const sentences: SummarySentence[] = [];
  for (const { lead, text, recordId, seq } of found.toSorted((a, b) => a.seq - b.seq)) {
    const clipped = quote(text);
    parts.push(`${lead}“${clipped}”`);
    sentences.push({ field: 'key_findings', text: clipped, record_id: recordId, seq });
  }
  if (files.length > 0) parts.push(`Changed ${printNames(toBriefPaths(files))}.`);
  return { text: clipText(parts.join('\n'), maxFindingsChars), sentences };
};
