import { reviewEndpoints } from '../../contracts/reviews.ts';
import { getContainer } from '../container.ts';
import { toRoute, type RoutesOf } from '../route.ts';

export const reviewRoutes: RoutesOf<typeof reviewEndpoints> = {
  reviewers: toRoute(reviewEndpoints.reviewers, () => getContainer().reviews.overview()),
  schema: toRoute(reviewEndpoints.schema, async () => getContainer().reviews.schema()),
  preview: toRoute(reviewEndpoints.preview, ({ body }) => getContainer().reviews.preview(body)),
  list: toRoute(reviewEndpoints.list, ({ query: { cursor = null, limit, ...filter } }) =>
    getContainer().reviews.list(filter, { cursor, limit }),
  ),
  start: toRoute(reviewEndpoints.start, ({ body }) => getContainer().reviews.start(body, 'page')),
  get: toRoute(reviewEndpoints.get, ({ params }) => getContainer().reviews.get(params.id)),
  cancel: toRoute(reviewEndpoints.cancel, ({ params }) => getContainer().reviews.cancel(params.id)),
  exchange: toRoute(reviewEndpoints.exchange, ({ params, query }) => getContainer().reviews.exchange(params.id, query.reviewer)),
  hook: toRoute(reviewEndpoints.hook, ({ params, body, request }) => getContainer().answerEvent(params.event, body, request.signal)),
};
