import { printCount, printCounted } from '@/lib/print/number.ts';
import type { Tick } from '@/lib/domain/overview.ts';
import type { CallRange } from './strip-layout.ts';

/** A piece of the sentence; with `calls` it links to them. */
export type VerdictPart = { text: string; calls?: CallRange };
export type Verdict = { failed: boolean; parts: VerdictPart[] };
export type VerdictFacts = { toolCalls: number; toolErrors: number; toolRejected: number };

/** The longest run of calls that failed one after the other; null when none is longer than one, or ticks stand for several calls. */
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

/** How many calls have no known outcome; null for none. Ticks that stand for several calls give no number. */
const toUnknownPart = (ticks: readonly Tick[]): string | null => {
  const unknown = ticks.filter((tick) => tick.outcome === 'unknown').length;
  if (unknown === 0) return null;
  if (ticks.some((tick) => tick.firstCall !== tick.lastCall)) return 'some have no known outcome';
  return `${unknown} ${plural(unknown, 'has', 'have')} no known outcome`;
};

/** One sentence from counts alone; it claims no cause. */
export const computeVerdict = (facts: VerdictFacts, ticks: readonly Tick[]): Verdict => {
  if (facts.toolCalls === 0) return { failed: false, parts: [{ text: 'No tool calls.' }] };
  const rejected =
    facts.toolRejected > 0 ? `, ${printCount(facts.toolRejected)} ${plural(facts.toolRejected, 'was', 'were')} rejected` : '';
  if (facts.toolErrors === 0) {
    const unknown = toUnknownPart(ticks);
    if (facts.toolCalls === 1 && unknown !== null) return { failed: false, parts: [{ text: 'The only call has no known outcome.' }] };
    if (unknown !== null) {
      const text = `None of ${printCount(facts.toolCalls)} calls is known to have failed${rejected}, ${unknown}.`;
      return { failed: false, parts: [{ text }] };
    }
    const none = facts.toolCalls === 1 ? 'The only call did not fail' : `None of ${printCount(facts.toolCalls)} calls failed`;
    return { failed: false, parts: [{ text: `${none}${rejected}.` }] };
  }
  const first = ticks.find((tick) => tick.outcome === 'error');
  const run = findLongestFailure(ticks);
  const parts: VerdictPart[] = [{ text: `${printCount(facts.toolErrors)} of ${printCounted(facts.toolCalls, 'call')} failed` }];
  if (run) {
    parts.push({ text: `, ${run.to - run.from + 1} of them in a row (` }, { text: `#${run.from}–#${run.to}`, calls: run }, { text: `)` });
  } else if (first && first.firstCall === first.lastCall) {
    const lead = facts.toolErrors === 1 ? ' (' : ', the first at ';
    parts.push({ text: lead }, { text: `#${first.firstCall}`, calls: { from: first.firstCall, to: first.firstCall } });
    if (facts.toolErrors === 1) parts.push({ text: ')' });
  }
  return { failed: true, parts: [...parts, { text: `${rejected}.` }] };
};
