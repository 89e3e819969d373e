import { toObservationFilter, toObservationList } from '../../contracts/observation-filter-query.ts';
import { observationEndpoints } from '../../contracts/observations.ts';
import { getContainer } from '../container.ts';
import { toLinesRoute, toMarkdownRoute, toRoute, toToolRoute, type RoutesOf } from '../route.ts';
import { toBody } from '../uploads.ts';

export const observationRoutes: RoutesOf<typeof observationEndpoints> = {
  list: toRoute(observationEndpoints.list, ({ query }) => getContainer().observations.list(toObservationList(query))),
  groups: toRoute(observationEndpoints.groups, ({ query }) =>
    getContainer().observations.groups({ ...toObservationList(query), zoneMinutes: query.zone }),
  ),
  facets: toRoute(observationEndpoints.facets, ({ query }) =>
    getContainer().observations.facets({ filter: toObservationFilter(query), view: query.view }),
  ),
  attention: toRoute(observationEndpoints.attention, () => getContainer().observations.attention()),
  listViews: toRoute(observationEndpoints.listViews, () => getContainer().observations.listViews()),
  saveView: toRoute(observationEndpoints.saveView, ({ params, body }) => getContainer().observations.saveView(params.id, body)),
  deleteView: toRoute(observationEndpoints.deleteView, ({ params }) => getContainer().observations.deleteView(params.id)),
  candidates: toRoute(observationEndpoints.candidates, ({ query }) => getContainer().observations.candidates(query)),
  group: toRoute(observationEndpoints.group, ({ params: { fingerprint }, query }) =>
    getContainer().observations.group({ fingerprint, zoneMinutes: query.zone }),
  ),
  get: toRoute(observationEndpoints.get, ({ params }) => getContainer().observations.get(params.id)),
  create: toRoute(observationEndpoints.create, ({ body }) => getContainer().observations.create(body)),
  acknowledge: toRoute(observationEndpoints.acknowledge, ({ params, body }) =>
    getContainer().observations.acknowledge({ ...params, ...body }),
  ),
  resolve: toRoute(observationEndpoints.resolve, ({ params, body }) => getContainer().observations.resolve({ ...params, ...body })),
  reopen: toRoute(observationEndpoints.reopen, ({ params, body }) => getContainer().observations.reopen({ ...params, ...body })),
  triage: toRoute(observationEndpoints.triage, ({ body }) => getContainer().observations.triage(body)),
  undo: toRoute(observationEndpoints.undo, ({ body }) => getContainer().observations.undo(body)),
  clearResolved: toRoute(observationEndpoints.clearResolved, ({ body }) => getContainer().observations.clearResolved(body)),
  tool: toToolRoute(observationEndpoints.tool, ({ body }) => getContainer().observations.tool(body)),
  export: toLinesRoute(observationEndpoints.export, ({ query }) =>
    getContainer().observations.export(toObservationFilter(query), { includeSecrets: query.include_secrets }),
  ),
  import: toRoute(observationEndpoints.import, ({ query, request }) =>
    getContainer().observations.import({ session: query.session ?? null, lines: toBody(request) }),
  ),
  section: toMarkdownRoute(observationEndpoints.section, ({ params }) => getContainer().observations.section(params.id)),
};
