import type { Change } from '../domain/change.ts';
import { keyOf } from './queries/key-of.ts';

/** The query keys that a change makes stale: the thing itself, and the lists that it stands in. */
export const toStaleKeys = ({ topic, subjectId }: Change): { things: (readonly string[])[]; lists: (readonly string[])[] } => {
  switch (topic) {
    case 'session':
      return {
        things: [keyOf.session(subjectId), keyOf.trajectoriesOf(subjectId)],
        lists: [keyOf.sessions(), keyOf.finds(), keyOf.trajectories(), keyOf.archive()],
      };
    case 'assessment':
      return { things: [keyOf.assessments(subjectId), keyOf.session(subjectId)], lists: [keyOf.sessions()] };
    case 'observation':
      return { things: [], lists: [keyOf.observations(), keyOf.deliveries()] };
    case 'summary':
      return { things: [], lists: [keyOf.summaries()] };
    case 'review':
      return { things: [], lists: [keyOf.reviews(), keyOf.reviewers()] };
    case 'import':
      return { things: [keyOf.import(subjectId)], lists: [keyOf.imports(), keyOf.archive()] };
    case 'watch':
      return { things: [keyOf.watched()], lists: [] };
    case 'observers':
      return { things: [keyOf.observers()], lists: [] };
    case 'search':
      return { things: [keyOf.savedSearches()], lists: [keyOf.retrievals()] };
    case 'view':
      return { things: [keyOf.savedViews()], lists: [] };
    case 'metrics':
      return { things: [], lists: [keyOf.metrics(), keyOf.experiments()] };
    case 'experiment':
      return { things: [], lists: [keyOf.experiments()] };
  }
};
