'use client';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { explainOtherGroup, findGroupAt, toAssessmentGroups, type AssessmentGroup } from '@/components/findings/assessment-groups.ts';
import type { Assessment } from '@/lib/domain/assessment.ts';

const parsers = {
  a: parseAsInteger,
  b: parseAsInteger,
  observer: parseAsString,
  view: parseAsStringLiteral(['beside', 'below']).withDefault('beside'),
  marks: parseAsStringLiteral(['words', 'lines']).withDefault('words'),
  chart: parseAsStringLiteral(['steps', 'table']).withDefault('steps'),
};

export type Side = 'a' | 'b';

/**
 * Which two assessments are compared and how, from the URL. By default the newest is compared with the one
 * before. A side is an index of `groups`; -1: before the first, when nothing was found yet.
 */
export const useCompare = (assessments: readonly Assessment[]) => {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' });
  const { observer } = state;
  const groups = useMemo<AssessmentGroup[]>(
    () => toAssessmentGroups(observer === null ? assessments : assessments.filter((one) => one.observer === observer)),
    [assessments, observer],
  );
  const observers = useMemo(() => [...new Map(assessments.map((one) => [one.observer, one.observerName]))], [assessments]);
  const b = findGroupAt(groups, state.b);
  const a = state.a === null ? b - 1 : findGroupAt(groups, state.a);
  const put = (next: Partial<Record<Side, number>>) => {
    const [nextA, nextB] = [next.a ?? a, next.b ?? b];
    void setState({ a: groups[nextA]?.call ?? 0, b: groups[nextB]?.call ?? 0 });
  };
  const move = (by: 1 | -1) => {
    if (Math.min(a, b) + by < -1 || Math.max(a, b) + by >= groups.length) return;
    put({ a: a + by, b: b + by });
  };
  const by = observers.find(([id]) => id === observer)?.[1] ?? null;
  const notes = [...new Set([state.a, state.b].flatMap((asked) => explainOtherGroup(groups, asked, by) ?? []))];
  return {
    ...state,
    groups,
    /** For calls in the URL without an assessment. */
    notes,
    observers,
    sides: { a, b },
    put,
    move,
    swap: () => put({ a: b, b: a }),
    setObserver: (id: string | null) => void setState({ observer: id }),
    setView: (view: 'beside' | 'below') => void setState({ view }),
    setMarks: (marks: 'words' | 'lines') => void setState({ marks }),
    setChart: (chart: 'steps' | 'table') => void setState({ chart }),
  };
};

export type Compare = ReturnType<typeof useCompare>;
