import type { ReviewerDefinition } from '../domain/bundle.ts';
import { toEvent } from './events.ts';

/** Subject of a run, besides its session. `reviewers` null: those that wait for the event. */
export type RunRequest = { event: string; tool: string | null; reviewers: readonly string[] | null };

/** Fields that decide whether a reviewer runs. */
type WaitingReviewer = Pick<ReviewerDefinition, 'id' | 'enabled' | 'triggers'>;

/** The reviewers of each bundle, with what they wait for. */
export type WaitingReviewers<Reviewer extends WaitingReviewer = WaitingReviewer> = readonly { reviewers: readonly Reviewer[] }[];

/** Tool names of different agents differ in case, and in `_` and `-`. */
const toToolName = (name: string): string => name.toLowerCase().replaceAll(/[-_]/gu, '');

const isTriggered = ({ triggers }: WaitingReviewer, event: string, tool: string | null): boolean =>
  triggers.some(
    (trigger) =>
      trigger.event === event &&
      (trigger.tools === null || (tool !== null && trigger.tools.some((name) => toToolName(name) === toToolName(tool)))),
  );

/** The reviewers of a run, in the order of the bundles: those that are named, or that are enabled and wait for its event. */
export const chooseReviewers = <Reviewer extends WaitingReviewer>(
  bundles: WaitingReviewers<Reviewer>,
  { event, tool, reviewers }: RunRequest,
): Reviewer[] => {
  const all = bundles.flatMap((one) => one.reviewers);
  if (reviewers) return all.filter(({ id }) => reviewers.includes(id));
  const name = toEvent(event);
  return all.filter((reviewer) => reviewer.enabled && isTriggered(reviewer, name, tool));
};
