import { afterEach, beforeEach, describe } from 'vitest';
import { describeAppending } from './appending.ts';
import { describeChanges } from './changes.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeOutcomeOverrides } from './outcome-overrides.ts';
import { describeObservationLists } from './observation-lists.ts';
import { describeExperiments } from './experiments.ts';
import { describeFoundObservations } from './observations.ts';
import { describeNormalizedTexts } from './normalized-texts.ts';
import { describeNumbering } from './numbering.ts';
import { describeLateCalls } from './observers-late.ts';
import { describeObservers } from './observers.ts';
import { describeOpenCalls } from './open-calls.ts';
import { describeParentage } from './parentage.ts';
import { describeProjects } from './projects.ts';
import { describeRanking } from './ranking.ts';
import { describeReplays } from './replays.ts';
import { describeReviewEnds } from './review-ends.ts';
import { describeReviews } from './reviews.ts';
import { describeSearch } from './search.ts';
import { describeSelfAnsweredCalls } from './self-answered-calls.ts';
import { describeSessionLists } from './session-lists.ts';
import { describeSharedEntries } from './shared-entries.ts';
import { describeSourcesAndImports } from './sources-imports.ts';
import type { FreshStore, StoreSubject, StoreUnderTest } from './store-subject.ts';
import { describeSummaries } from './summaries.ts';
import { describeTexts } from './texts.ts';
import { describeTrajectories } from './trajectories.ts';
import { describeTriage } from './triage.ts';
import { describeTurnMetrics } from './turn-metrics.ts';
import { describeWindows } from './windows.ts';

const parts: ((subject: StoreSubject) => void)[] = [
  describeAppending,
  describeSelfAnsweredCalls,
  describeOutcomeOverrides,
  describeOpenCalls,
  describeSharedEntries,
  describeSessionLists,
  describeParentage,
  describeProjects,
  describeWindows,
  describeTexts,
  describeSearch,
  describeRanking,
  describeNormalizedTexts,
  describeNumbering,
  describeSourcesAndImports,
  describeChanges,
  describeObservers,
  describeLateCalls,
  describeFoundObservations,
  describeReplays,
  describeTriage,
  describeObservationLists,
  describeDeliveries,
  describeExperiments,
  describeTurnMetrics,
  describeTrajectories,
  describeSummaries,
  describeReviews,
  describeReviewEnds,
];

/** Requirements for every engine, each tested on a store of its own, which is opened with `testedLimits`. */
export const describeStore = (name: string, makeStore: () => StoreUnderTest): void => {
  describe(name, () => {
    let made: StoreUnderTest;
    beforeEach(() => {
      made = makeStore();
    });
    afterEach(() => made.dispose());
    for (const describePart of parts) describePart({ fresh: () => toFresh(made), makeStore });
  });
};

const toFresh = (made: StoreUnderTest): FreshStore => ({
  ...made,
  put: async (batch) => {
    const answer = await made.store.append(batch);
    await made.store.recomputeAggregates(batch.sessions.map((row) => row.id));
    return answer;
  },
});
