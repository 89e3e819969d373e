import { sessionEndpoints } from '../../contracts/sessions.ts';
import { getContainer } from '../container.ts';
import { toFileRoute, toImageRoute, toRoute, type RoutesOf } from '../route.ts';

export const sessionRoutes: RoutesOf<typeof sessionEndpoints> = {
  list: toRoute(sessionEndpoints.list, ({ query: { sort, order, cursor = null, limit, ...filter } }) =>
    getContainer().sessions.list({ filter, sort, descending: order === 'desc', cursor, limit }),
  ),
  facets: toRoute(sessionEndpoints.facets, ({ query }) => getContainer().sessions.facets(query)),
  candidates: toRoute(sessionEndpoints.candidates, ({ query }) => getContainer().sessions.candidates(query.id)),
  get: toRoute(sessionEndpoints.get, ({ params }) => getContainer().sessions.get(params.id)),
  neighbors: toRoute(sessionEndpoints.neighbors, ({ params, query: { sort, order, ...filter } }) =>
    getContainer().sessions.neighbors(params.id, { filter, sort, descending: order === 'desc' }),
  ),
  listViews: toRoute(sessionEndpoints.listViews, () => getContainer().sessions.listViews()),
  saveView: toRoute(sessionEndpoints.saveView, ({ params, body }) => getContainer().sessions.saveView(params.id, body)),
  deleteView: toRoute(sessionEndpoints.deleteView, ({ params }) => getContainer().sessions.deleteView(params.id)),
  star: toRoute(sessionEndpoints.star, ({ params, body }) => getContainer().search.setStarred(params.id, body.starred)),
  end: toRoute(sessionEndpoints.end, ({ params }) => getContainer().search.setMarkedEnded(params.id, true)),
  unend: toRoute(sessionEndpoints.unend, ({ params }) => getContainer().search.setMarkedEnded(params.id, false)),
  note: toRoute(sessionEndpoints.note, ({ params, body }) => getContainer().search.setNote(params.id, body.note)),
  records: toRoute(sessionEndpoints.records, ({ params, query: { from = 0, around, limit } }) =>
    getContainer().sessions.records(params.id, around === undefined ? { from, limit } : { around, limit }),
  ),
  record: toRoute(sessionEndpoints.record, ({ params, query }) => getContainer().sessions.record(params.id, params.recordId, query)),
  image: toImageRoute(sessionEndpoints.image, ({ params }) => getContainer().sessions.image(params.id, params.recordId, params.number)),
  text: toRoute(sessionEndpoints.text, ({ params, query }) => getContainer().sessions.text(params.id, params.recordId, query)),
  find: toRoute(sessionEndpoints.find, ({ params, query: { q: text, ...query } }) =>
    getContainer().sessions.find(params.id, { text, ...query }),
  ),
  incomplete: toRoute(sessionEndpoints.incomplete, ({ params, query }) => getContainer().sessions.incomplete(params.id, query)),
  rows: toRoute(sessionEndpoints.rows, ({ params, query }) => getContainer().sessions.rows(params.id, query.fromTurn)),
  turns: toRoute(sessionEndpoints.turns, ({ params }) => getContainer().sessions.turns(params.id)),
  toolCalls: toRoute(sessionEndpoints.toolCalls, async ({ params: { id }, query }) => {
    const { from, limit, outcome, direction } = query;
    const { sessions } = getContainer();
    if (outcome === undefined) return { toolCalls: await sessions.toolCalls(id, { from, limit }) };
    const found = await sessions.findToolCall(id, { from, outcome, direction: direction === 'next' ? 1 : -1 });
    return { toolCalls: found ? [found] : [] };
  }),
  overview: toRoute(sessionEndpoints.overview, ({ params, query: { ticks: maxTicks, ...calls } }) =>
    getContainer().sessions.overview(params.id, { ...calls, maxTicks }),
  ),
  export: toFileRoute(sessionEndpoints.export, ({ params, query }) =>
    getContainer().exports.export(params.id, { format: query.format, includeSecrets: query.include_secrets }),
  ),
  previewExport: toRoute(sessionEndpoints.previewExport, ({ params, query, request }) =>
    getContainer().exports.preview(params.id, query.format, request.signal),
  ),
  deleteSynthetic: toRoute(sessionEndpoints.deleteSynthetic, async () => ({ removed: await getContainer().demo.remove() })),
  createSynthetic: toRoute(sessionEndpoints.createSynthetic, async () => ({ importId: await getContainer().demo.create() })),
};
