import { listStarts } from './agent-path.ts';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { stoppedKinds } from '@/lib/print/stopped-calls.ts';
import { compareSeverity } from '@/lib/session/severity.ts';
import type { Outcome } from '@/lib/domain/outcome-names.ts';
import type { Overview, Tick } from '@/lib/domain/overview.ts';
import type { Session } from '@/lib/domain/session.ts';
import type { Turn } from '@/lib/domain/turn.ts';
import type { Verdict as Verification } from '@/lib/domain/verification.ts';
import type { CallRange } from './strip-layout.ts';

/** A piece of the sentence; with `calls` it links to them. */
export type VerdictPart = { text: string; calls?: CallRange; strong?: boolean };
/** `severity`: of the finding that it begins with; null: it begins with what failed, a turn or a call. */
export type Verdict = { failed: boolean; severity: AssessmentSeverity | null; parts: VerdictPart[] };
export type VerdictFacts = Pick<Session, 'toolCalls' | 'toolErrors' | 'toolRejected' | 'toolDenied' | 'toolInterrupted'>;

type CountedTurn = Pick<Turn, 'turnIdx' | 'ended' | 'toolCalls'>;

/** Facts and ticks for a verdict: errors and rejections do not count turns that the person took back, so calls and ticks do not, either. */
const leaveOutTakenBack = (
  facts: VerdictFacts,
  ticks: readonly Tick[],
  turns: readonly CountedTurn[],
): { facts: VerdictFacts; ticks: readonly Tick[] } => {
  const gone = turns.filter(({ ended }) => ended === 'taken_back');
  if (gone.length === 0) return { facts, ticks };
  const numbers = new Set<number | null>(gone.map(({ turnIdx }) => turnIdx));
  return {
    facts: { ...facts, toolCalls: facts.toolCalls - gone.reduce((sum, { toolCalls }) => sum + toolCalls, 0) },
    ticks: ticks.filter(({ turnIdx }) => !numbers.has(turnIdx)),
  };
};

/** The longest run of consecutive failures; null if none is longer than one, or ticks are buckets. */
export const findLongestFailure = (ticks: readonly Tick[]): CallRange | null => {
  let best: CallRange | null = null;
  let start = 0;
  for (const tick of ticks) {
    if (tick.firstCall !== tick.lastCall) return null;
    if (tick.outcome !== 'error') {
      start = 0;
      continue;
    }
    if (start === 0) start = tick.firstCall;
    if (tick.firstCall > start && (!best || tick.firstCall - start > best.to - best.from)) best = { from: start, to: tick.firstCall };
  }
  return best;
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

const isBucketed = (ticks: readonly Tick[]): boolean => ticks.some((tick) => tick.firstCall !== tick.lastCall);

const isUnknown = (outcome: Outcome): boolean => outcome === 'unknown' || outcome === 'running';

/** `, 2 were rejected, and 1 has no known outcome`: calls that did not run to their end, or not to a known one; '' if all did. Buckets give no number. */
const toStoppedPart = (facts: VerdictFacts, ticks: readonly Tick[]): string => {
  const say = (count: number, one: string, many: string): string[] =>
    count === 0 ? [] : [`${printCount(count)} ${plural(count, one, many)}`];
  const unknown = ticks.filter(({ outcome }) => isUnknown(outcome)).length;
  const all = [
    ...stoppedKinds.flatMap(([key, word]) => say(facts[key], `was ${word}`, `were ${word}`)),
    ...(unknown > 0 && isBucketed(ticks) ? ['some have no known outcome'] : say(unknown, 'has no known outcome', 'have no known outcome')),
  ];
  return all.map((one, at) => `, ${at === all.length - 1 ? 'and ' : ''}${one}`).join('');
};

const endings = [
  { ended: 'service_error', text: 'in a service error' },
  { ended: 'usage_limit', text: 'at a usage limit' },
  { ended: 'refused', text: 'in a refusal' },
] as const;

/**
 * `3 of 4 turns ended in a service error`; null: none ended so. `leads`: it is what matters most, as the session ended so, or at least half
 * of its turns.
 */
const toEndingPart = (turns: readonly CountedTurn[]): { text: string; leads: boolean } | null => {
  const standing = turns.filter(({ ended }) => ended !== 'taken_back');
  const counts = endings
    .map(({ ended, text }) => ({ text, ended, count: standing.filter((turn) => turn.ended === ended).length }))
    .filter(({ count }) => count > 0);
  const [first, ...others] = counts;
  if (!first) return null;
  const all = standing.length;
  const who =
    all === 1
      ? 'The only turn'
      : first.count === all
        ? `All ${printCount(all)} turns`
        : `${printCount(first.count)} of ${printCount(all)} turns`;
  const more = others.map(({ count, text }, at) => `${at === others.length - 1 ? ' and' : ','} ${printCount(count)} ${text}`);
  const failed = counts.reduce((sum, { count }) => sum + count, 0);
  const last = standing.at(-1)?.ended;
  return {
    text: `${who} ended ${first.text}${more.join('')}`,
    leads: failed * 2 >= all || counts.some(({ ended }) => ended === last),
  };
};

const onlyCall: Readonly<Record<Outcome, string>> = {
  ok: 'did not fail',
  error: 'failed',
  rejected: 'was rejected',
  denied: 'was denied',
  interrupted: 'was interrupted',
  running: 'has no recorded end',
  unknown: 'has no known outcome',
};

/** The most severe finding, then the one that wasted or cites the most calls; null if all are informational. */
const findWorst = (marks: readonly FindingMark[]): FindingMark | null => {
  const wasteOf = ({ episode: { finding } }: FindingMark) => finding.waste?.calls ?? 0;
  const worse = (a: FindingMark, b: FindingMark) =>
    compareSeverity(a.severity, b.severity) || wasteOf(a) - wasteOf(b) || a.episode.finding.callCount - b.episode.finding.callCount;
  return marks
    .filter(({ severity }) => severity !== 'info')
    .reduce<FindingMark | null>((worst, mark) => (worst && worse(worst, mark) >= 0 ? worst : mark), null);
};

/** `Looped, then recovered. Same call, same result, 5 times (#45–#51), ended at #52; `, and how many more findings there are. */
const toFindingParts = (marks: readonly FindingMark[], worst: FindingMark): VerdictPart[] => {
  const { finding, endedAtCall, headline } = worst.episode;
  const range = { from: worst.from, to: worst.to };
  const others = marks.filter((mark) => mark !== worst && mark.severity !== 'info');
  const [next] = others;
  return [
    { text: `${headline}${endedAtCall === null ? '' : ', then moved on'}. `, strong: true },
    { text: `${finding.title} (` },
    { text: range.to > range.from ? `#${range.from}–#${range.to}` : `#${range.from}`, calls: range },
    { text: endedAtCall === null ? ')' : '), ended at ' },
    ...(endedAtCall === null ? [] : [{ text: `#${endedAtCall}`, calls: { from: endedAtCall, to: endedAtCall } }]),
    ...(next
      ? [
          { text: endedAtCall === null ? ' and ' : ', and ' },
          { text: printCounted(others.length, 'more finding'), calls: { from: next.from, to: next.to } },
        ]
      : []),
    { text: '; ' },
  ];
};

const checkWords: Readonly<Record<Verification, string | null>> = {
  verified: ' A check passed after the last change.',
  failed: ' A check of the changes failed.',
  not_verified: ' Nothing checked the last change.',
  cannot_tell: ' It is unknown whether the last change was checked.',
  nothing_to_verify: null,
};

/** How the changes of the last turn that made some were verified; null: none did, or that is not known of a turn that may have. */
export const findVerification = (
  turns: readonly CountedTurn[],
  of: ReadonlyMap<number, { verification: Verification | null }>,
): Verification | null => {
  for (const { turnIdx, ended, toolCalls } of turns.toReversed()) {
    if (ended === 'taken_back' || toolCalls === 0) continue;
    const verification = of.get(turnIdx)?.verification ?? null;
    if (verification !== 'nothing_to_verify') return verification;
  }
  return null;
};

const toLower = ([first, ...rest]: readonly VerdictPart[]): VerdictPart[] =>
  first ? [{ ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...rest] : [];

/**
 * Verdict on a session, the most important part first: how the session or most of its turns ended, if they got no answer; its worst
 * finding; how other turns ended; which calls failed, also those of subagents; and what verified its changes. It claims no cause. Null
 * counts are reported as unknown. Taken-back `turns` are left out.
 */
export const computeVerdict = (
  facts: VerdictFacts | null,
  ticks: readonly Tick[],
  marks: readonly FindingMark[] = [],
  lanes: Overview['lanes'] = [],
  turns: readonly CountedTurn[] = [],
  verification: Verification | null = null,
): Verdict => {
  const checked = verification === null ? null : checkWords[verification];
  const rest = computeCounted(facts, ticks, marks, lanes, turns);
  return checked === null ? rest : { ...rest, parts: [...rest.parts, { text: checked }] };
};

const computeCounted = (
  facts: VerdictFacts | null,
  ticks: readonly Tick[],
  marks: readonly FindingMark[],
  lanes: Overview['lanes'],
  turns: readonly CountedTurn[],
): Verdict => {
  const counted = facts && leaveOutTakenBack(facts, ticks, turns);
  const calls = counted
    ? facts.toolCalls > 0 && counted.facts.toolCalls === 0
      ? { failed: false, parts: [{ text: 'All calls were taken back.' }] }
      : computeFailures(counted.facts, counted.ticks, lanes)
    : { failed: false, parts: [{ text: 'The number of failed calls is unknown here.' }] };
  const ending = toEndingPart(turns);
  const failed = calls.failed || ending !== null;
  const worst = findWorst(marks);
  const found = worst ? toFindingParts(marks, worst) : [];
  const behind = (parts: readonly VerdictPart[]): VerdictPart[] => (worst ? toLower(parts) : [...parts]);
  if (ending && (ending.leads || !worst))
    return { failed, severity: null, parts: [{ text: `${ending.text}. `, strong: true }, ...found, ...behind(calls.parts)] };
  const parts = ending ? [{ text: `${ending.text}; ` }, ...toLower(calls.parts)] : calls.parts;
  return { failed, severity: worst?.severity ?? null, parts: [...found, ...behind(parts)] };
};

/** The verdict as of a call: from findings reported by then (`known`) and counts up to it. */
export const computeVerdictAsOf = (
  call: number,
  counts: VerdictFacts | null,
  ticks: readonly Tick[],
  known: readonly FindingMark[],
): Verdict => {
  if (call === 0) return { failed: false, severity: null, parts: [{ text: 'Before the first call.' }] };
  const past = ticks.filter(({ firstCall }) => firstCall <= call);
  const { parts, ...rest } = computeVerdict(counts, past, known);
  return { ...rest, parts: [{ text: 'As of ' }, { text: `#${call}`, calls: { from: call, to: call } }, { text: ': ' }, ...parts] };
};

/** `, 3 more in a subagent`: how many calls of subagents failed, with a link to the first that has some. */
const toSubagentParts = (lanes: Overview['lanes'], more: boolean): VerdictPart[] => {
  const failing = listStarts(lanes).filter(({ toolErrors }) => (toolErrors ?? 0) > 0);
  const [first] = failing;
  if (!first) return [];
  const count = printCount(failing.reduce((sum, { toolErrors }) => sum + (toolErrors ?? 0), 0));
  const where = plural(failing.length, 'a subagent', `${printCount(failing.length)} subagents`);
  return [
    { text: more ? ', ' : '; ' },
    { text: `${count} ${more ? 'more' : 'failed'} in ${where}`, calls: { from: first.firstCall, to: first.firstCall } },
  ];
};

/** Calls that another session counts are left out: `facts` do not count them either. */
const computeFailures = (facts: VerdictFacts, allTicks: readonly Tick[], lanes: Overview['lanes']): Omit<Verdict, 'severity'> => {
  const ticks = allTicks.filter((tick) => !tick.inherited);
  if (facts.toolCalls === 0) {
    const text = allTicks.length > ticks.length ? 'No calls of its own: these are counted in the original session.' : 'No tool calls.';
    return { failed: false, parts: [{ text }] };
  }
  const stopped = toStoppedPart(facts, ticks);
  const inside = toSubagentParts(lanes, facts.toolErrors > 0);
  const failed = inside.length > 0;
  if (facts.toolErrors === 0) {
    const [only] = ticks;
    const many = `None of the ${printCount(facts.toolCalls)} calls ${ticks.some(({ outcome }) => isUnknown(outcome)) ? 'is known to have failed' : 'failed'}${stopped}`;
    const text = facts.toolCalls === 1 && only ? `The only call ${onlyCall[only.outcome]}` : many;
    return { failed, parts: [{ text }, ...inside, { text: '.' }] };
  }
  const first = ticks.find((tick) => tick.outcome === 'error');
  const run = findLongestFailure(ticks);
  const text =
    facts.toolCalls === 1 ? 'The only call failed' : `${printCount(facts.toolErrors)} of ${printCount(facts.toolCalls)} calls failed`;
  const parts: VerdictPart[] = [{ text }];
  if (run) {
    parts.push({ text: `, ${run.to - run.from + 1} of them in a row (` }, { text: `#${run.from}–#${run.to}`, calls: run }, { text: `)` });
  } else if (first && first.firstCall === first.lastCall) {
    const lead = facts.toolErrors === 1 ? ' (' : ', the first at ';
    parts.push({ text: lead }, { text: `#${first.firstCall}`, calls: { from: first.firstCall, to: first.firstCall } });
    if (facts.toolErrors === 1) parts.push({ text: ')' });
  }
  return { failed: true, parts: [...parts, ...inside, { text: `${stopped}.` }] };
};
