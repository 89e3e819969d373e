import { assessmentEndpoints } from '../../contracts/assessments.ts';
import { getContainer } from '../container.ts';
import { toMarkdownRoute, toRedactedRoute, toRoute, type RoutesOf } from '../route.ts';

export const assessmentRoutes: RoutesOf<typeof assessmentEndpoints> = {
  list: toRoute(assessmentEndpoints.list, ({ params, query }) => getContainer().assessments.list(params.id, query)),
  state: toRoute(assessmentEndpoints.state, ({ params, query }) => getContainer().assessments.state(params.id, query.at)),
  markdown: toMarkdownRoute(assessmentEndpoints.markdown, ({ params, query }) => getContainer().assessments.markdown(params.id, query.at)),
  section: toMarkdownRoute(assessmentEndpoints.section, ({ params, query }) => getContainer().assessments.section(params.id, query.at)),
  diff: toRoute(assessmentEndpoints.diff, ({ params, query }) => getContainer().assessments.diff(params.id, query)),
  exportState: toRedactedRoute(assessmentEndpoints.exportState, ({ params, query }) =>
    getContainer().assessments.exportState(params.id, query.at),
  ),
  restoreState: toRoute(assessmentEndpoints.restoreState, ({ params, body }) => getContainer().assessments.restoreState(params.id, body)),
  record: toRedactedRoute(assessmentEndpoints.record, ({ params, body }) => getContainer().live.record(params.id, body)),
};
