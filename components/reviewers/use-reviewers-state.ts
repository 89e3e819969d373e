'use client';
import { parseAsString, useQueryStates } from 'nuqs';

const parsers = { reviewer: parseAsString, session: parseAsString, run: parseAsString };

/** State of the page, in the URL: the chosen reviewer, or the session whose reviews are listed, and a run. */
export const useReviewersState = () => {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' });
  return {
    ...state,
    /** Null: none, which leads back to the list on a phone. */
    choose: (reviewer: string | null) => void setState({ reviewer, session: null }),
    showRun: (run: string | null) => void setState({ run }),
  };
};
export type ReviewersState = ReturnType<typeof useReviewersState>;
