'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useSettled } from '@/components/hooks/use-settled.ts';
import { metricQueries } from '@/lib/client/queries/metric-queries.ts';
import type { CohortSplit } from '@/lib/domain/cohort.ts';
import type { MetricName } from '@/lib/domain/metric.ts';
import { listConditionProblems } from './conditions.ts';

const typingMs = 250;

type Asked = { by: CohortSplit; value: string | null; against: string | null; q: string; metric: MetricName };

/** Query of an endpoint, with a value only if the split has one. */
export const toCohortQuery = ({ by, value, against, q, metric }: Asked) => ({
  split: by,
  q,
  metric,
  ...(value !== null && { value }),
  ...(value !== null && against !== null && { against }),
});

/** The last conditions that can be asked for, a moment after the last letter. */
export const useValidConditions = (q: string): string => {
  const text = q.trim();
  const isValid = listConditionProblems(text).length === 0;
  const [valid, setValid] = useState(isValid ? text : '');
  useSettled(isValid ? text : valid, typingMs, setValid);
  return valid;
};

/** A comparison; the one before stays until the next is there. `enabled` false: a value has to be chosen first. */
export const useCohorts = (asked: Asked, enabled = true) => {
  const q = useValidConditions(asked.q);
  const query = useQuery({ ...metricQueries.cohorts(toCohortQuery({ ...asked, q })), enabled, placeholderData: keepPreviousData });
  return { ...query, isLate: useDelayed(query.isPending && enabled), isStale: query.isPlaceholderData };
};

export type Cohorts = ReturnType<typeof useCohorts>;
