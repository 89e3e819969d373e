import type { Assessment, Finding } from '../../domain/assessment.ts';
import { compareSeverity } from '../../session/severity.ts';

const isSame = (a: Finding, b: Finding): boolean => a.category === b.category && a.subject === b.subject;

/**
 * The assessments that the agent is to be told now, of the newest ones of a session (superseded ones among them), oldest first: of
 * each observer the one that stands, where something was to be told and was not sent yet, and where not all of it was sent
 * before. So what another process assessed is told as well, and what was assessed anew after a file came is not told twice.
 */
export const selectReport = (newest: readonly Assessment[], stillAfterCalls: number): Assessment[] => {
  const current = new Map<string, Assessment>();
  for (const one of newest) if (!one.superseded) current.set(one.observer, one);
  return [...current.values()].filter((last) => {
    const own = newest.filter((one) => one.observer === last.observer);
    const isWaiting = own.some((one) => !one.superseded && one.telling !== null && one.sentAtMs === null);
    return isWaiting && last.findings.some((finding) => !wasSent(finding, last, own, stillAfterCalls));
  });
};

/** Whether the agent knows: the same was reported recently, and the finding has not ended since. */
const wasSent = (finding: Finding, last: Assessment, own: readonly Assessment[], stillAfterCalls: number): boolean => {
  const since = stillAfterCalls === 0 ? Number.NEGATIVE_INFINITY : last.callIndex - stillAfterCalls;
  const endedAt = own.findLast((one) => !one.superseded && one.ended.some((gone) => isSame(gone, finding)))?.callIndex ?? 0;
  return own.some(
    ({ sentAtMs, callIndex, findings }) =>
      sentAtMs !== null &&
      callIndex > since &&
      callIndex > endedAt &&
      findings.some((one) => isSame(one, finding) && compareSeverity(one.severity, finding.severity) >= 0),
  );
};
