import type { Observation } from '../../domain/observation.ts';
import { toSeedDetail, type EvidenceCall } from '../../observations/seed-detail.ts';
import { toSeedForm } from '../../observations/seed-form.ts';
import type { Store } from '../../store/store.ts';
import { getObservation } from './read-observations.ts';

/** Maximum history entries, newest first. */
const maxSteps = 50;
/** Maximum occurrences, newest first. */
const maxOccurrences = 20;
/** Maximum length of a call's result. */
const maxResultBytes = 1_000;

const readCalls = async (store: Store, { sessionId, evidence }: Observation): Promise<EvidenceCall[]> => {
  if (sessionId === null || !evidence) return [];
  const calls = await Promise.all(evidence.calls.map((call) => store.listToolCalls(sessionId, call, 1, maxResultBytes)));
  return calls.flat();
};

/** One observation for an agent: the specified fields, plus evidence, history and the same problem in other sessions. */
export const readDetail = async (store: Store, id: string, nowMs: number): Promise<Record<string, unknown>> => {
  const observation = await getObservation(store, id);
  const [occurrences, history, group, calls] = await Promise.all([
    store.listOccurrences(id, maxOccurrences),
    store.listHistory({ observationId: id }, maxSteps),
    store.findObservationGroup(observation.fingerprint, nowMs, 0),
    readCalls(store, observation),
  ]);
  return { status: 'ok', observation: toSeedForm(observation), ...toSeedDetail({ observation, occurrences, history, group, calls }) };
};
