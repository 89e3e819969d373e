import type { Readable } from 'node:stream';
import { makeCreate, type Create } from './create-observations.ts';
import type { Answer, Asked } from './endpoints.ts';
import { exportObservations } from './export-observations.ts';
import { importObservations } from './import-observations.ts';
import { renderObservationsSection } from './observations-section.ts';
import { makeObservationsTool } from './observations-tool.ts';
import { getSession } from '../observe/session-calls.ts';
import { makeObservationReads, type ObservationReads } from './read-observations.ts';
import { getSessionId, makeTriage, type Triage, type TriageDeps } from './triage-observations.ts';

export type ObservationService = ObservationReads &
  Triage & {
    create: Create;
    tool(body: unknown): Promise<Record<string, unknown>>;
    /** Lines of JSON, each with its end. */
    export(request: Pick<Asked<'export'>, 'query'>): AsyncIterable<string>;
    import(request: Pick<Asked<'import'>, 'query'> & { body: Readable }): Promise<Answer<'import'>>;
    section(request: Pick<Asked<'section'>, 'params'>): Promise<string>;
  };

/** Everything that people and agents do with observations. */
export const makeObservationService = (deps: TriageDeps): ObservationService => {
  const { store } = deps;
  const create = makeCreate(deps);
  const triage = makeTriage(deps);
  return {
    ...makeObservationReads(deps),
    ...triage,
    create,
    tool: makeObservationsTool({ ...deps, create, triage }),
    export: ({ query }) => exportObservations(deps, query),
    import: async ({ query: { session }, body }) =>
      importObservations(deps, body, session === undefined ? null : await getSessionId(store, session)),
    section: async ({ params }) => renderObservationsSection(store, (await getSession(store, params.id)).id),
  };
};
