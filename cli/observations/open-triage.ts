import { randomUUID } from 'node:crypto';
import { findPerson } from '../../lib/services/observations/find-person.ts';
import { makeObservationService, type ObservationService } from '../../lib/services/observations/observation-service.ts';
import type { Store } from '../../lib/store/store.ts';
import { withArchive } from '../open-archive.ts';

export type Triage = { store: Store; observations: ObservationService };

/** Gives the services of triage to `use`, over the database of the server; who acts is `by`, or who runs the command. */
export const withTriage = (use: (triage: Triage) => Promise<number>, by = findPerson()): Promise<number> =>
  withArchive(({ store }) =>
    use({ store, observations: makeObservationService({ store, now: Date.now, makeId: randomUUID, person: by }) }),
  );
