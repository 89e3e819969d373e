import { observationState, type ObservationState } from '../lib/domain/observation.ts';
import { observationIdOf } from '../lib/observations/fingerprint.ts';
import { toReason } from '../lib/observations/lifecycle.ts';
import type { ReportedObservation } from '../lib/observations/detection.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeBatch, makeSessionRow } from '../lib/store/make-batch.ts';
import type { Store } from '../lib/store/store.ts';
import { benchNowMs } from './archive.ts';

/** Made-up observations for the bench of triage. */

export const sessionCount = 2_000;
const projectCount = 12;
const observers = ['stall', 'errors', 'scope', 'Code Reviewer', 'Security Auditor', 'Test Critic', 'Performance Hawk', 'Doc Keeper'];
const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
const words = 'The same command failed again with the same error after the file was edited twice without a look at what the test said. ';
const dayMs = 86_400_000;
const batchSize = 5_000;

export const sessionOf = (at: number): string => hashId('bench session', at % sessionCount);

const toGiven = (state: ObservationState, atMs: number): ReportedObservation['given'] => {
  const reason = toReason(state);
  const acknowledgedAtMs = state === 'acknowledged' ? atMs + 1 : null;
  return { state, acknowledgedAtMs, resolution: reason && { reason, note: null, by: 'ada', atMs: atMs + 1 }, sinceMs: atMs + 1 };
};

const makeOne = (at: number, groups: number): ReportedObservation => {
  const group = at % groups;
  const sessionId = sessionOf(Math.floor(at / groups) * 397 + group * 7);
  const fingerprint = hashId('bench group', group);
  const atMs = benchNowMs - ((at * 7_919) % 120_000) * 0.0015 * dayMs;
  const observer = observers[group % observers.length] ?? 'stall';
  const state = observationState.options[(group * 31 + Math.floor(at / groups) * 17) % 10] ?? 'open';
  return {
    id: observationIdOf(sessionId, fingerprint),
    sessionId,
    fingerprint,
    title: `Finding ${group}: the same call, the same result`,
    category: `Category ${group % 9}`,
    observerName: observer,
    draft: {
      observer,
      content: `${group} ${words.repeat(2)}`,
      severity: severities[(group * 13 + at) % 5] ?? 'low',
      sourceType: 'file',
      sourceRef: `src/module-${group % 500}/file.ts:${at % 900}`,
      metadata: { category: `Category ${group % 9}`, suggestion: words },
    },
    atMs,
    isTimed: true,
    given: toGiven(state, atMs),
  };
};

export const fillTriage = async (store: Store, count: number, groups: number): Promise<void> => {
  const sessions = Array.from({ length: sessionCount }, (_, at) =>
    makeSessionRow({ id: sessionOf(at), nativeId: `bench-${at}`, title: `Session ${at}`, folderName: `project-${at % projectCount}` }),
  );
  await store.append(makeBatch({ sessions }));
  for (let from = 0; from < count; from += batchSize) {
    const reported = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) => makeOne(from + at, groups));
    await store.putObservations(reported, 'bench', `bench ${from}`);
  }
};
