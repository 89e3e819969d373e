import {
  confidenceSignal,
  type ConfidenceLevel,
  type ConfidenceSignal,
  type Summary,
  type TurnRecord,
  type TurnToSummarize,
} from '../domain/summary.ts';
import type { CheckResult, Verification } from '../domain/verification.ts';
import { printCounted } from '../print/number.ts';
import { refutes } from '../session/refutes.ts';
import { toToolKind } from '../session/tool-kind.ts';
import { announcesWork, claimsWork, countAdmissions, listFacts } from './answer-claims.ts';
import { findLanguage } from './language.ts';
import { findAnswer } from './read-turn.ts';
import type { Sentence } from './sentences.ts';
import { findTestResult, type TestResult } from '../session/test-results.ts';

type SignalName = ConfidenceSignal['signal'];

/** Words by which an answer limits what it says. */
const hedge =
  /\b(?:might|may|maybe|perhaps|possibly|probably|presumably|likely|seems?|appears? to|unclear|unsure|uncertain|untested|unverified|not (?:sure|certain|tested|verified|able to)|i (?:think|believe|assume|suspect|guess)|assuming|should (?:now )?(?:work|be fine|be ok)|i (?:give|gave) up|(?:could not|couldn't|cannot|can't|unable to|haven't|have not|didn't|did not) (?:be )?(?:verif\w+|test\w*|run|confirm\w*|reproduce\w*|check\w*)|without (?:testing|running|verifying))\b/iu;

/** Kinds of tools whose output shows what a command did, not what a file says. */
const commandKinds: readonly string[] = ['shell', 'mcp', 'other'];

/** Test outcome in a result; null if the result says nothing about tests, or is not from a command. */
export const findTests = ({ tool, text }: TurnRecord): TestResult | null =>
  tool !== null && commandKinds.includes(toToolKind(tool)) ? findTestResult(text) : null;

/** A step that failed, as its outcome says or, without one, as its text begins. */
export const isFailedResult = ({ kind, isFailed, text }: TurnRecord): boolean =>
  kind === 'tool_result' && (isFailed ?? text.startsWith('Error:'));

type Read = { records: readonly TurnRecord[]; answer: readonly Sentence[]; isAnswered: boolean } & Pick<
  TurnToSummarize,
  'isAborted' | 'isAnswerUnknown' | 'verification' | 'nextPrompt'
>;

const isCall = ({ kind }: TurnRecord): boolean => kind === 'tool_call';

/** The signal of a verdict, and the call that shows it: the last check that passed or failed, the line that cannot be read, the last change. */
const toVerdictSignal = (verification: Verification): [SignalName, string | null] | null => {
  const { verdict, checks, lastChange, unreadable } = verification;
  const last = (...results: readonly CheckResult[]): string | undefined =>
    checks.findLast(({ result }) => results.includes(result))?.callId;
  switch (verdict) {
    case 'verified':
      return ['verified', last('passed') ?? null];
    case 'failed':
      return ['check_failed', last('failed') ?? null];
    case 'not_verified':
      return ['not_verified', lastChange?.callId ?? null];
    case 'cannot_tell':
      return ['cannot_tell', last('unknown', 'running') ?? unreadable];
    case 'nothing_to_verify':
      return null;
  }
};

/** Tools whose output shows how things are, and not only that a file was written. */
const showing: readonly string[] = ['shell', 'mcp', 'other', 'read', 'search', 'web', 'subagent'];

/** Facts of the answer that stand in results and not in the prompt, and the last such result. */
const findShown = (records: readonly TurnRecord[], answer: string): { count: number; recordId: string | null } => {
  const prompt = records.find(({ kind }) => kind === 'prompt')?.text ?? '';
  let open = listFacts(answer).filter((fact) => !prompt.includes(fact));
  let [count, recordId]: [number, string | null] = [0, null];
  for (const record of records.toReversed()) {
    if (open.length === 0) break;
    if (record.kind !== 'tool_result' || record.tool === null || isFailedResult(record) || !showing.includes(toToolKind(record.tool)))
      continue;
    const left = open.filter((fact) => !record.text.includes(fact));
    if (left.length < open.length) recordId ??= record.recordId;
    count += open.length - left.length;
    open = left;
  }
  return { count, recordId };
};

/** Words are read in English alone: what another language admits or claims is not known. */
const isEnglish = (text: string): boolean => [null, 'English'].includes(findLanguage(text));

const hasEdits = (records: readonly TurnRecord[]): boolean =>
  records.some(
    ({ kind, tool, isFailed }) =>
      kind === 'tool_call' && tool !== null && isFailed !== true && ['edit', 'write'].includes(toToolKind(tool)),
  );

/** Signals for or against the answer of a turn, in the order of the domain; only those that were seen. */
export const listSignals = (turn: Read): ConfidenceSignal[] => {
  const { records, isAnswered, isAborted, isAnswerUnknown, verification, nextPrompt } = turn;
  const sentences = isAnswerUnknown ? [] : turn.answer;
  const seen = new Map<SignalName, { count: number; recordId: string | null }>();
  const see = (signal: SignalName, recordId: string | null, count = 1): void => {
    seen.set(signal, { count: (seen.get(signal)?.count ?? 0) + count, recordId });
  };
  const failedCalls = new Set<string>();
  for (const record of records) {
    if (isCall(record)) {
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
  const judged = verification === null ? null : toVerdictSignal(verification);
  if (judged) see(...judged);
  // A client that writes an empty answer says that the turn is complete.
  const isAbrupt = isAborted || (!isAnswered && !isAnswerUnknown && records.some(isCall));
  const answers = isAbrupt || isAnswerUnknown ? [] : findAnswer(records).responses;
  const text = answers.map((record) => record.text).join('\n');
  const answerId = answers.at(-1)?.recordId ?? null;
  const shown = findShown(records, text);
  if (shown.count > 0) see('shown', shown.recordId, shown.count);
  for (const sentence of sentences) if (hedge.test(sentence.text)) see('hedges', sentence.recordId);
  if (text !== '' && !isEnglish(text)) see('not_english', answerId);
  else if (text !== '') {
    const admissions = countAdmissions(text);
    if (admissions > 0) see('admits', answerId, admissions);
    if (!records.some(isCall) && announcesWork(text)) see('announces', answerId);
    if (hasEdits(records) && !claimsWork(text)) see('claims_nothing', answerId);
  }
  if (nextPrompt !== null && refutes(nextPrompt.text)) see('refuted', nextPrompt.recordId);
  if (isAbrupt) see('abrupt_end', records.at(-1)?.recordId ?? null);
  if (isAnswerUnknown) see('answer_unknown', records.at(-1)?.recordId ?? null);
  return confidenceSignal.shape.signal.options.flatMap((signal) => {
    const one = seen.get(signal);
    return one ? [{ signal, count: one.count, record_id: one.recordId }] : [];
  });
};

/**
 * Where the levels begin. `many`: admissions or hedges of an answer that does not stand by itself; `minShown`: facts of the answer that stand
 * in results, where nothing could be checked; `minErrors`: failed calls, at least half of all.
 */
export type ConfidenceLimits = { many: number; minShown: number; minErrors: number };
const defaultLimits: ConfidenceLimits = { many: 3, minShown: 2, minErrors: 2 };

/**
 * Low: the turn ended abruptly, the next prompt refutes it, a check or the last tests failed, at least half of its calls (and two or more)
 * failed, the answer admits or hedges three times, only announces what is to be done, or says of changed files that nothing was done. High:
 * its answer is known, in English, and neither admits nor hedges, and a check passed after the last change, or, where nothing needed one,
 * results hold at least two facts of the answer. Else Medium. docs/summaries.md states the same, with how often each level was right.
 */
export const computeConfidence = (
  records: readonly TurnRecord[],
  signals: readonly ConfidenceSignal[],
  verification: Verification | null,
  { many, minShown, minErrors }: ConfidenceLimits = defaultLimits,
): ConfidenceLevel => {
  const countOf = (name: SignalName): number => signals.find(({ signal }) => signal === name)?.count ?? 0;
  const isSeen = (...names: readonly SignalName[]): boolean => names.some((name) => countOf(name) > 0);
  const seqOf = (name: SignalName): number => {
    const id = signals.find(({ signal }) => signal === name)?.record_id;
    return records.find(({ recordId }) => recordId === id)?.seq ?? -1;
  };
  const calls = records.filter(isCall).length;
  const errors = countOf('errors');
  const testsFailed = isSeen('tests_failed') && seqOf('tests_failed') > seqOf('tests_passed') && !isSeen('verified');
  if (isSeen('abrupt_end', 'refuted', 'check_failed', 'announces', 'claims_nothing') || testsFailed) return 'Low';
  if ((errors >= minErrors && errors * 2 >= calls) || countOf('admits') >= many || countOf('hedges') >= many) return 'Low';
  if (isSeen('admits', 'hedges', 'answer_unknown', 'not_english')) return 'Medium';
  const isShown = verification?.verdict === 'nothing_to_verify' && countOf('shown') >= minShown;
  return isSeen('verified') || isShown ? 'High' : 'Medium';
};

/** Signals that a model is not shown, and that limit its rating of the answer: to Low, or to Medium. */
const limits = { low: ['refuted', 'check_failed'], medium: ['not_verified', 'cannot_tell'] } as const satisfies Record<
  string,
  SignalName[]
>;

/**
 * How a model rated the answer, as far as what it was not shown allows: Low where the next prompt refutes the answer or a check of the changes
 * failed, and Medium at most where nothing is known to have checked them.
 */
export const limitRating = (rated: ConfidenceLevel, signals: readonly ConfidenceSignal[]): ConfidenceLevel => {
  const isSeen = (names: readonly SignalName[]): boolean => signals.some(({ signal }) => names.includes(signal));
  if (isSeen(limits.low)) return 'Low';
  return rated === 'High' && isSeen(limits.medium) ? 'Medium' : rated;
};

type Explained = Pick<Summary, 'method' | 'signals' | 'trajectory_count' | 'confidence_level'>;

const signalWords: Record<SignalName, (count: number) => string> = {
  verified: () => 'checked after the last change',
  check_failed: () => 'a check failed',
  not_verified: () => 'changed and not checked',
  cannot_tell: () => 'it is unknown whether a check passed',
  shown: (count) => `${printCounted(count, 'fact')} of the answer in results`,
  refuted: () => 'the next prompt refutes it',
  admits: (count) => printCounted(count, 'admission'),
  hedges: (count) => printCounted(count, 'hedge'),
  not_english: () => 'what the answer admits is read in English alone',
  announces: () => 'only says what to do',
  claims_nothing: () => 'does not say what was done',
  errors: (count) => printCounted(count, 'failed call'),
  retries: (count) => `${count} retried`,
  tests_passed: () => 'tests passed',
  tests_failed: () => 'tests failed',
  abrupt_end: () => 'ended abruptly',
  answer_unknown: () => 'its answer is not known',
};

export const printSignal = ({ signal, count }: Pick<ConfidenceSignal, 'signal' | 'count'>): string => signalWords[signal](count);

/** Evidence that a Medium level lacks for High. */
const findMissing = ({ signals, trajectory_count: calls, confidence_level: level }: Explained): string | null => {
  if (
    level !== 'Medium' ||
    signals.some(({ signal }) => ['not_verified', 'cannot_tell', 'admits', 'hedges', 'answer_unknown', 'not_english'].includes(signal))
  )
    return null;
  return calls === 0 ? 'no call to support the answer' : 'no result that shows what the answer says';
};

const toSentence = (facts: readonly (string | null)[]): string | null => {
  const text = facts.filter((fact) => fact !== null).join(', ');
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const byModel = 'as the model rates the answer';

/** Reason why the confidence in an answer is not higher, such as `No call to support the answer`. Null: the signals give it. */
export const explainMissing = (of: Explained): string | null => toSentence([of.method === 'model' ? byModel : findMissing(of)]);

/** The same behind the signals that were seen, of a model's rating those that limit it: `1 failed call, no result that shows what the answer says`. Null: there is neither. */
export const explainConfidence = (of: Explained): string | null => {
  if (of.method !== 'model') return toSentence([...of.signals.map(printSignal), findMissing(of)]);
  const limiting: readonly SignalName[] = [...limits.low, ...limits.medium];
  return toSentence([byModel, ...of.signals.filter(({ signal }) => limiting.includes(signal)).map(printSignal)]);
};
