import { toCallLine, toErrorLine, toEvidence, toQuoted } from './evidence.ts';
import { hasRun } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow, Observer } from './observer.ts';
import { toPercent } from './percent.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';
import { citeCalls } from './trail.ts';

const phrases: Readonly<Record<string, string>> = {
  'Repetitive Pattern': 'repetitive tool usage',
  'Elevated Error Rate': 'elevated error rate',
};

const summarize = (found: readonly FoundNow[]): string => {
  if (found.length === 0) return 'No concerning patterns detected. Progress appears normal.';
  const parts = [...new Set(found.map(({ category }) => phrases[category] ?? category))];
  return `Detected ${parts.join(', ')} in recent activity. Review observations below.`;
};

/** The specification's StallDetector to the letter, but that a count says how many calls there were and no phrase comes twice. */
export const makeSpecifiedStall = (parameters: StallParameters): Observer<null, StallCategory> => {
  const { window_size, repetition_threshold, error_rate_threshold, repetition_key } = parameters;
  const toKey = (call: ObservedCall): string =>
    repetition_key === 'tool_name' ? call.name : `${call.callKey}${call.errorKey ?? call.resultKey ?? ''}`;
  return {
    init: () => null,
    step: () => null,
    shouldRun: (_, { state }) => state.toolCallsSinceAssessment >= window_size,
    assess(_, _call, context) {
      const recent = context.recentCalls(window_size);
      const groups = new Map<string, ObservedCall[]>();
      for (const call of recent) groups.set(toKey(call), [...(groups.get(toKey(call)) ?? []), call]);
      const repeated = [...groups].filter(([, calls]) => calls.length >= repetition_threshold);
      const found: FoundNow<StallCategory>[] = repeated.map(([key, calls]) => ({
        ...citeCalls(calls),
        category: 'Repetitive Pattern',
        title: `${calls[0]?.name ?? key}, ${calls.length} times`,
        description: `Tool ${toQuoted(calls[0]?.name ?? key, '')} called ${calls.length} times in last ${recent.length} calls.`,
        evidence: toEvidence(calls, toCallLine),
        severity: calls.length >= repetition_threshold * 2 ? 'warning' : 'caution',
        subject: key,
      }));
      const suggestions = repeated.map(
        ([key, calls]) =>
          `Consider a different approach - repeated ${toQuoted(calls[0]?.name ?? key, '')} calls suggest the current strategy isn't working.`,
      );
      const rate = context.errorRate(window_size);
      if (rate >= error_rate_threshold) {
        const ran = recent.filter(hasRun);
        const failed = ran.filter(({ outcome }) => outcome === 'error');
        found.push({
          ...citeCalls(failed),
          category: 'Elevated Error Rate',
          title: `${failed.length} of ${ran.length} calls failed`,
          description: `${failed.length}/${ran.length} recent calls failed (${toPercent(rate)}).`,
          evidence: toEvidence(failed, toErrorLine),
          severity: rate >= 0.7 ? 'warning' : 'caution',
          subject: 'error rate',
          waste: null,
        });
        suggestions.push('Review the error messages carefully - there may be a common root cause.');
      }
      const isWarning = rate >= 0.7 || found.some(({ severity }) => severity === 'warning');
      return {
        severity: isWarning ? 'warning' : found.length > 0 ? 'caution' : 'info',
        summary: summarize(found),
        findings: found,
        suggestions: [...new Set(suggestions)],
      };
    },
  };
};
