import { randomUUID } from 'node:crypto';
import { findPerson } from '../../lib/services/observations/find-person.ts';
import { makeObservationService, type ObservationService } from '../../lib/services/observations/observation-service.ts';
import type { Store } from '../../lib/store/store.ts';
import { withArchive } from '../open-archive.ts';
import { openConfig } from '../open-config.ts';

export type Triage = { store: Store; observations: ObservationService };

/** Passes the triage services to `use`, on the server's database. The actor is `by`, or the current user. */
export const withTriage = (use: (triage: Triage) => Promise<number>, by = findPerson()): Promise<number> =>
  withArchive(({ store }) => {
    const config = openConfig();
    const redacts = () => config.load().redact.on_import;
    return use({ store, observations: makeObservationService({ store, now: Date.now, makeId: randomUUID, person: by, redacts }) });
  });
