import type { Observation } from '../../domain/observation.ts';
import { toReason, toStatus } from '../lifecycle.ts';

/** An observation with what is given; its status and resolution follow its state. */
export const makeObservation = (given: Partial<Observation> = {}): Observation => {
  const state = given.state ?? 'open';
  const reason = toReason(state);
  return {
    id: 'a'.repeat(26),
    sessionId: null,
    sessionTitle: null,
    project: null,
    synthetic: false,
    isNoLongerFound: false,
    fingerprint: 'f'.repeat(26),
    observer: 'Security Reviewer',
    observerName: 'Security Reviewer',
    category: null,
    title: 'SQL injection',
    content: 'SQL injection in the query builder',
    severity: 'high',
    status: toStatus(state),
    state,
    resolution: reason === null ? null : { reason, note: null, by: 'ada', atMs: 0 },
    sourceType: 'conversation',
    sourceRef: null,
    metadata: {},
    evidence: null,
    waste: null,
    createdAtMs: 0,
    acknowledgedAtMs: null,
    resolvedAtMs: reason === null ? null : 0,
    firstSeenAtMs: 0,
    lastSeenAtMs: 0,
    changedAtMs: 0,
    seen: 1,
    isCleared: false,
    version: 1,
    ...given,
  };
};
