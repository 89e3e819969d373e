'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toAssessmentGroups } from './assessment-groups.ts';
import { computeFindingMarks, listCitedCalls } from './finding-marks.ts';
import { assessmentQueries } from '@/lib/client/queries/assessment-queries.ts';
import type { SessionEpisode } from '@/lib/contracts/assessments.ts';
import type { Assessment } from '@/lib/domain/assessment.ts';

const noEpisodes: readonly SessionEpisode[] = [];
const noAssessments: readonly Assessment[] = [];

/** The findings of a session along its calls, and its assessments by call. One request, repeated when the session changes. */
export const useFindings = (sessionId: string) => {
  const query = useQuery(assessmentQueries.list(sessionId));
  const episodes = query.data?.episodes ?? noEpisodes;
  const assessments = query.data?.assessments ?? noAssessments;
  const marks = useMemo(() => computeFindingMarks(episodes), [episodes]);
  const cited = useMemo(() => listCitedCalls(marks), [marks]);
  const groups = useMemo(() => toAssessmentGroups(assessments), [assessments]);
  return {
    marks,
    cited,
    groups,
    assessments,
    episodes,
    /** Null: the observers have not seen a call yet, or it is not known. */
    observedTo: query.data?.observedTo ?? null,
    known: query.data !== undefined,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
};

export type Findings = ReturnType<typeof useFindings>;
