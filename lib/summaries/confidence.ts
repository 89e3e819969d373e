import type { ConfidenceLevel, ConfidenceSignal, Summary, TurnRecord } from '../domain/summary.ts';
import { printCounted } from '../print/number.ts';
import { toToolKind } from '../session/tool-kind.ts';
import type { Sentence } from './sentences.ts';
import { findTestResult, type TestResult } from '../session/test-results.ts';

type SignalName = ConfidenceSignal['signal'];

/** Words by which an answer limits what it says. */
const hedge =
  /\b(?:might|may|maybe|perhaps|possibly|probably|presumably|likely|seems?|appears? to|unclear|unsure|uncertain|untested|unverified|not (?:sure|certain|tested|verified|able to)|i (?:think|believe|assume|suspect|guess)|assuming|should (?:now )?(?:work|be fine|be ok)|i (?:give|gave) up|(?:could not|couldn't|cannot|can't|unable to|haven't|have not|didn't|did not) (?:be )?(?:verif\w+|test\w*|run|confirm\w*|reproduce\w*|check\w*)|without (?:testing|running|verifying))\b/iu;

/** Kinds of tools whose output shows what a command did, not what a file says. */
const commandKinds: readonly string[] = ['shell', 'mcp', 'other'];

/** What a result says of tests; null where it says nothing, or is no command's. */
export const findTests = ({ tool, text }: TurnRecord): TestResult | null =>
  tool !== null && commandKinds.includes(toToolKind(tool)) ? findTestResult(text) : null;

/** A step that failed, as its outcome says or, without one, as its text begins. */
export const isFailedResult = ({ kind, isFailed, text }: TurnRecord): boolean =>
  kind === 'tool_result' && (isFailed ?? text.startsWith('Error:'));

type Read = { records: readonly TurnRecord[]; answer: readonly Sentence[]; isAborted: boolean };

/** What speaks for or against the answer of a turn, in the order of the domain; only what was seen. */
export const listSignals = ({ records, answer, isAborted }: Read): ConfidenceSignal[] => {
  const seen = new Map<SignalName, { count: number; recordId: string | null }>();
  const see = (signal: SignalName, recordId: string | null): void => {
    seen.set(signal, { count: (seen.get(signal)?.count ?? 0) + 1, recordId });
  };
  const failedCalls = new Set<string>();
  for (const record of records) {
    if (record.kind === 'tool_call') {
      const key = `${record.tool ?? ''}\0${record.text}`;
      if (failedCalls.has(key)) see('retries', record.recordId);
      // Once something else worked, the same call may end otherwise.
      if (record.isFailed) failedCalls.add(key);
      else failedCalls.clear();
    } else if (record.kind === 'tool_result') {
      if (isFailedResult(record)) see('errors', record.recordId);
      const tests = findTests(record);
      if (tests) see(tests.isPassed ? 'tests_passed' : 'tests_failed', record.recordId);
    }
  }
  for (const { text, recordId } of answer) if (hedge.test(text)) see('hedges', recordId);
  if (isAborted) see('abrupt_end', records.at(-1)?.recordId ?? null);
  const order: readonly SignalName[] = ['errors', 'retries', 'hedges', 'tests_passed', 'tests_failed', 'abrupt_end'];
  return order.flatMap((signal) => {
    const one = seen.get(signal);
    return one ? [{ signal, count: one.count, record_id: one.recordId }] : [];
  });
};

const manyHedges = 3;

/**
 * Low: the turn ended abruptly, its last tests failed, at least half of its calls (and two or more) failed, or the answer hedges three
 * times. High: there were calls, the last one did not fail, the answer does not hedge, nothing was retried, and no call failed or the
 * last tests passed. Else Medium. docs/summaries.md states the same.
 */
export const computeConfidence = (records: readonly TurnRecord[], signals: readonly ConfidenceSignal[]): ConfidenceLevel => {
  const countOf = (name: SignalName): number => signals.find(({ signal }) => signal === name)?.count ?? 0;
  const seqOf = (name: SignalName): number => {
    const id = signals.find(({ signal }) => signal === name)?.record_id;
    return records.find(({ recordId }) => recordId === id)?.seq ?? -1;
  };
  const results = records.filter(({ kind }) => kind === 'tool_result');
  const calls = records.filter(({ kind }) => kind === 'tool_call').length;
  const last = results.at(-1);
  const testsFailed = countOf('tests_failed') > 0 && seqOf('tests_failed') > seqOf('tests_passed');
  const testsPassed = countOf('tests_passed') > 0 && !testsFailed;
  const errors = countOf('errors');
  if (countOf('abrupt_end') > 0 || testsFailed || (errors >= 2 && errors * 2 >= calls) || countOf('hedges') >= manyHedges) return 'Low';
  const isClean = countOf('hedges') === 0 && countOf('retries') === 0 && (errors === 0 || testsPassed);
  return calls > 0 && isClean && !(last && isFailedResult(last)) ? 'High' : 'Medium';
};

type Explained = Pick<Summary, 'method' | 'signals' | 'trajectory_count'>;

const signalWords: Record<SignalName, (count: number) => string> = {
  errors: (count) => printCounted(count, 'error'),
  retries: (count) => `${count} retried`,
  hedges: (count) => printCounted(count, 'hedge'),
  tests_passed: () => 'tests passed',
  tests_failed: () => 'tests failed',
  abrupt_end: () => 'ended abruptly',
};

export const printSignal = ({ signal, count }: Pick<ConfidenceSignal, 'signal' | 'count'>): string => signalWords[signal](count);

/** What speaks for an answer because it was not seen. */
const listUnseen = ({ signals, trajectory_count: calls }: Explained): string[] => {
  const isSeen = (name: SignalName): boolean => signals.some(({ signal }) => signal === name);
  return [
    ...(calls === 0 ? ['no call to support the answer'] : []),
    ...(calls > 0 && !isSeen('errors') ? ['no failed call'] : []),
    ...(calls > 0 && !isSeen('retries') ? ['no retry'] : []),
    ...(isSeen('hedges') ? [] : ['no hedge']),
    ...(isSeen('abrupt_end') ? [] : ['ended with an answer']),
  ];
};

const explain = (of: Explained, facts: readonly string[]): string | null => {
  if (of.method === 'model') return 'As the model rates the answer';
  const text = facts.join(', ');
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/**
 * What speaks for the confidence in an answer, by the signals that were not seen: `No failed call, no retry, no hedge, ended with an answer`.
 * Null: nothing does.
 */
export const explainUnseen = (of: Explained): string | null => explain(of, listUnseen(of));

/** The same behind the signals that were seen: `1 hedge, no failed call, no retry, ended with an answer`. */
export const explainConfidence = (of: Explained): string | null => explain(of, [...of.signals.map(printSignal), ...listUnseen(of)]);
