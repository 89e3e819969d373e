import type { Readable } from 'node:stream';
import { makeCreate, type Create } from './create-observations.ts';
import { exportObservations } from './export-observations.ts';
import type { ObservationFilter } from '../../domain/observation.ts';
import { importObservations, type ObservationImport } from './import-observations.ts';
import { renderObservationsSection } from './observations-section.ts';
import { makeObservationsTool, type ToolAnswer } from './observations-tool.ts';
import { getSession } from '../observe/session-calls.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { makeObservationReads, type ObservationReads } from './read-observations.ts';
import { makeSavedViews } from '../saved-views.ts';
import { getSessionId, makeTriage, type Triage, type TriageDeps } from './triage-observations.ts';

export type ObservationService = ObservationReads &
  ReturnType<typeof makeSavedViews> &
  Triage & {
    create: Create;
    tool(body: unknown): Promise<ToolAnswer>;
    /** JSON lines with line breaks; secrets are redacted unless asked for. */
    export(filter: ObservationFilter, options: { includeSecrets: boolean }): AsyncIterable<Redacted<string>>;
    /** `session`: the default session for lines without one; null for none. */
    import(input: { session: string | null; lines: Readable }): Promise<ObservationImport>;
    /** The session's open observations as a prompt section; empty without any. */
    section(sessionId: string): Promise<Redacted<string>>;
  };

export const makeObservationService = (deps: TriageDeps): ObservationService => {
  const { store } = deps;
  const create = makeCreate(deps);
  const triage = makeTriage(deps);
  return {
    ...makeObservationReads(deps),
    ...makeSavedViews(deps),
    ...triage,
    create,
    tool: makeObservationsTool({ ...deps, create, triage }),
    export: (filter, options) => exportObservations(deps, filter, options),
    import: async ({ session, lines }) => importObservations(deps, lines, session === null ? null : await getSessionId(store, session)),
    section: async (sessionId) => renderObservationsSection(store, (await getSession(store, sessionId)).id),
  };
};
