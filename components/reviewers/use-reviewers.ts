'use client';
import { useQuery } from '@tanstack/react-query';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import type { Answer } from '@/lib/client/read-answer.ts';
import { useReviewersState } from './use-reviewers-state.ts';

export type ReviewersAnswer = Answer<'GET /api/reviewers'>;
/** Whether a reviewer can be asked, and what it did so far. */
export type ReviewerState = ReviewersAnswer['reviewers'][number];

/** Bundles with their reviewers, and which of them is shown: the one in the URL, or else the first. */
export const useReviewers = () => {
  const url = useReviewersState();
  const { data, error, isPending, refetch } = useQuery(reviewQueries.reviewers());
  const reviewers = data?.bundles.flatMap((bundle) => bundle.reviewers) ?? [];
  const states = new Map(data?.reviewers.map((one) => [one.id, one]));
  const named = reviewers.find(({ id }) => id === url.reviewer);
  const chosen = named ?? reviewers[0] ?? null;
  return {
    url,
    data,
    error,
    isPending,
    refetch,
    reviewers,
    states,
    chosen,
    unknownId: data && url.reviewer !== null && !named ? url.reviewer : null,
    move: (by: 1 | -1) => {
      const next = reviewers[reviewers.findIndex(({ id }) => id === chosen?.id) + by];
      if (next) url.choose(next.id);
    },
  };
};
export type Reviewers = ReturnType<typeof useReviewers>;
