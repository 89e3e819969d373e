import type { Bundle, ReviewTrigger } from '../domain/bundle.ts';
import type { ExecutionShape } from './bundle-shape.ts';
import type { ReviewerDraft } from './read-observer.ts';

/** Settings of reviewers in one place: the config of a module, or of an include. Null and missing keys are not given. */
export type BundleLayer = {
  triggers: ReviewTrigger[] | null;
  execution: ExecutionShape;
  createIssuesFor: Bundle['createIssuesFor'];
  reviewers: ReviewerDraft[];
};

export const emptyLayer: BundleLayer = { triggers: null, execution: {}, createIssuesFor: null, reviewers: [] };

/** Settings over others, key by key. Reviewers of one name become one. */
export const mergeLayers = (base: BundleLayer, over: BundleLayer): BundleLayer => {
  const reviewers = new Map(base.reviewers.map((one) => [one.slug, one]));
  for (const one of over.reviewers) {
    const below = reviewers.get(one.slug);
    reviewers.set(one.slug, below ? { ...below, name: one.name, given: { ...below.given, ...one.given } } : one);
  }
  return {
    triggers: over.triggers ?? base.triggers,
    execution: { ...base.execution, ...over.execution },
    createIssuesFor:
      (over.createIssuesFor && {
        ...over.createIssuesFor,
        settings: { ...base.createIssuesFor?.settings, ...over.createIssuesFor.settings },
      }) ??
      base.createIssuesFor,
    reviewers: [...reviewers.values()],
  };
};
