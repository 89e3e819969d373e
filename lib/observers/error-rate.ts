import { toErrorLine, toEvidence, toTitled } from './evidence.ts';
import { isFault } from './fault.ts';
import type { FoundNow, ObserverContext } from './observer.ts';
import { toPercent } from './percent.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';

const worstRate = 0.7;

/**
 * Too many failures among the newest calls. Failing checks, searches that found nothing, refusals and outages are none. So many
 * must have failed as would be too many in a full window: the first call alone is no rate.
 */
export const findErrorRate = (
  faults: readonly number[],
  context: ObserverContext,
  parameters: StallParameters,
): FoundNow<StallCategory> | null => {
  const { window_size, error_rate_threshold } = parameters;
  if (faults.length < window_size * error_rate_threshold) return null;
  const calls = context.recentCalls(window_size);
  const failed = calls.filter(isFault);
  const [rate, last] = [failed.length / calls.length, failed.at(-1)];
  if (failed.length < window_size * error_rate_threshold || rate < error_rate_threshold) return null;
  return {
    category: 'Elevated Error Rate',
    title: `${failed.length} of ${calls.length} calls failed${last ? `, last ${toTitled(last)}` : ''}`,
    description: `${failed.length}/${calls.length} recent calls failed (${toPercent(rate)}).`,
    evidence: toEvidence(failed, toErrorLine),
    severity: rate >= worstRate ? 'warning' : 'caution',
    subject: 'error rate',
    calls: failed.map(({ index }) => index),
    callCount: failed.length,
    records: failed.flatMap(({ id, resultId }) => (resultId === null || resultId === id ? [id] : [id, resultId])),
    waste: null,
  };
};
