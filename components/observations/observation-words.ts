import { toReason } from '@/lib/observations/lifecycle.ts';
import type { ObservationSeverity, ObservationState, ResolutionReason, TriageAction } from '@/lib/domain/observation.ts';

export const severityWords: Record<ObservationSeverity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

export const stateWords: Record<ObservationState, string> = {
  open: 'Open',
  regressed: 'Regressed',
  acknowledged: 'Acknowledged',
  fixed: 'Fixed',
  false_positive: 'False positive',
  wont_fix: 'Won’t fix',
  stale: 'Stale',
};

/** A status in the list of all: `Resolved: fixed`. */
export const printState = (state: ObservationState): string =>
  toReason(state) === null ? stateWords[state] : `Resolved: ${stateWords[state].toLowerCase()}`;

/** Later effect of each reason, in the order of the keys 1 to 4. */
export const reasons: readonly { reason: ResolutionReason; about: string }[] = [
  { reason: 'fixed', about: 'reopens if it returns' },
  { reason: 'false_positive', about: 'counts against the observer' },
  { reason: 'wont_fix', about: 'stays closed, still counted' },
  { reason: 'stale', about: 'the code or task is gone' },
];

/** `acknowledge`, `resolve as won’t fix`, `reopen`. */
export const printDoing = (action: TriageAction, reason: ResolutionReason): string =>
  action === 'resolve' ? `resolve as ${stateWords[reason].toLowerCase()}` : action;

/** `Acknowledged`, `Resolved as won’t fix`, `Reopened`. */
export const printDone = (action: TriageAction, reason: ResolutionReason): string =>
  action === 'acknowledge' ? 'Acknowledged' : action === 'reopen' ? 'Reopened' : `Resolved as ${stateWords[reason].toLowerCase()}`;
