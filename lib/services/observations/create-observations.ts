import { setImmediate } from 'node:timers/promises';
import type { ReportedObservation } from '../../observations/detection.ts';
import type { Observation, ObservationDraft } from '../../domain/observation.ts';
import { redactValue } from '../../redaction/redact.ts';
import { toReportedObservation } from '../../observations/reported.ts';
import { getSessionId, type TriageDeps } from './triage-observations.ts';

export type Create = (input: {
  sessionId: string | null;
  by?: string;
  observations: readonly ObservationDraft[];
}) => Promise<{ observations: Observation[] }>;

/** Observations that are prepared at once, within some milliseconds. */
const preparedAtOnce = 200;

/** Stores reported observations, in parts if there are many. A duplicate within a session counts as seen again. */
export const makeCreate =
  ({ store, now, makeId, person, redacts }: TriageDeps): Create =>
  async ({ sessionId: name, by = person, observations: drafts }) => {
    const sessionId = name === null ? null : await getSessionId(store, name);
    const [atMs, isRedacted] = [now(), redacts()];
    const reported: ReportedObservation[] = [];
    for (const draft of drafts) {
      reported.push(toReportedObservation({ draft: isRedacted ? redactValue(draft) : draft, sessionId, atMs }));
      if (reported.length % preparedAtOnce === 0) await setImmediate();
    }
    return { observations: (await store.putObservations(reported, by, makeId())).map(({ observation }) => observation) };
  };
