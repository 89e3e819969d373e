import { clip } from './clip.ts';
import { toEvidence, toLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext } from './observer.ts';
import { isPatient, type FoundAt } from './repetition.ts';
import type { StallParameters } from './stall-parameters.ts';
import {
  citeTrail,
  extendTrail,
  hasDecision,
  lastIndexOf,
  listRefs,
  startTrail,
  type CallRef,
  type Trail,
  type TrailCall,
} from './trail.ts';

/** A check that gave the same output after each of several installs. */
type Check = { stem: string; resultKey: string | null; lines: readonly string[]; rounds: number; trail: Trail; foundAt: number | null };

export type Reinstalls = {
  /** The install that no check followed yet. */
  install: TrailCall | null;
  checks: readonly Check[];
};

export const noReinstalls: Reinstalls = { install: null, checks: [] };

const maxChecks = 2;
const stemBytes = 80;
/** Lines that two filtered outputs must have in common. */
const fewLines = 3;

/** Commands that look at files rather than run what was installed. */
const looks = /^(?:cd \S+ && )?(?:ls|pwd|cat|git|which|echo|head|tail|type|command|find|tree|wc|du|stat|env|grep|rg|sed|awk|gh)\b/u;

/** Command that is run, without filters of its output. */
const stemOf = (summary: string): string => clip(summary.split('|')[0]?.replace(/2>&1/u, '').trim() ?? '', stemBytes);

/** The same output, also where one of them was filtered to fewer lines. */
const isSame = (check: Check, { resultKey, clues }: ObservedCall): boolean => {
  if (check.resultKey === resultKey) return true;
  const lines = clues?.lines ?? [];
  const common = Math.min(lines.length, check.lines.length);
  return common >= fewLines && lines[common - 1] === check.lines[common - 1];
};

const isCheck = (call: ObservedCall): boolean =>
  call.kind === 'shell' && call.resultKey !== null && !call.traits.includes('changes') && !isPatient(call) && !looks.test(call.summary);

const toTrailCall = ({ index, id, resultId, tokens, durationMs, costUsd, paidBy }: ObservedCall): TrailCall => ({
  index,
  id,
  resultId,
  tokens,
  durationMs,
  costUsd,
  ...(paidBy !== undefined && { paidBy }),
});

/** Adds a call. Any change but an install begins anew. */
export const stepReinstalls = (state: Reinstalls, call: ObservedCall, { repetition_threshold }: StallParameters): Reinstalls => {
  if (call.traits.includes('installs')) return { ...state, install: toTrailCall(call) };
  if (call.traits.includes('changes')) return noReinstalls;
  if (state.install === null || !isCheck(call)) return state;
  const stem = stemOf(call.summary);
  const before = state.checks.find((check) => check.stem === stem);
  const known = before && isSame(before, call) ? before : null;
  if (known && hasDecision(known.trail, call)) return { ...state, install: null };
  const trail = extendTrail(extendTrail(known?.trail ?? startTrail(2), state.install), call);
  const rounds = (known?.rounds ?? 0) + 1;
  const foundAt = rounds >= repetition_threshold ? (known?.foundAt ?? call.index) : null;
  const check: Check = { stem, resultKey: call.resultKey, lines: call.clues?.lines ?? [], rounds, trail, foundAt };
  return { install: null, checks: [...state.checks.filter((one) => one.stem !== stem).slice(1 - maxChecks), check] };
};

export const findReinstalls = (
  { checks }: Reinstalls,
  call: ObservedCall,
  context: ObserverContext,
  parameters: StallParameters,
): FoundAt[] =>
  checks.flatMap(({ stem, rounds, trail, foundAt }): FoundAt[] => {
    if (foundAt === null || lastIndexOf(trail) <= call.index - parameters.window_size) return [];
    const indexes = new Set(listRefs(trail).map(([index]: CallRef) => index));
    const calls = context.recentCalls(maxRecentCalls).filter(({ index }) => indexes.has(index));
    const last = calls.at(-1);
    return [
      {
        foundAt,
        advice: 'Stop reinstalling: it changes nothing. Find out which version runs, and why it is not the one that was installed.',
        finding: {
          ...citeTrail(trail),
          category: 'Cycle',
          title: `${last ? toTitled({ ...last, error: null }) : stem}: same output after ${rounds} installs`,
          description: `${last ? toQuoted(last.name, last.summary) : 'A check'} gave the same output after each of ${rounds} installs, and nothing was edited in between.`,
          evidence: toEvidence(calls, toLine),
          severity: rounds >= parameters.repetition_threshold * 2 ? 'warning' : 'caution',
          subject: `reinstall ${stem}`,
          waste: trail.waste,
        },
      },
    ];
  });
