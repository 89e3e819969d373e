'use client';
import { useMemo } from 'react';
import { toMarkAsOf, type FindingMark } from '@/components/findings/finding-marks.ts';
import type { ReplayView } from './replay-context.ts';
import type { Findings } from '@/components/findings/use-findings.ts';

type Known = { view: ReplayView | null; marks: readonly FindingMark[] };

/** The findings as known at the replay's call (null: no replay, all are known). */
export const useReplayView = ({ marks, assessments }: Pick<Findings, 'marks' | 'assessments'>, call: number | null): Known =>
  useMemo(() => {
    if (call === null) return { view: null, marks };
    const toKnown = (mark: FindingMark) => toMarkAsOf(mark, assessments, call);
    return { view: { call, toKnown }, marks: marks.filter(({ reportedAt }) => reportedAt <= call).map(toKnown) };
  }, [assessments, call, marks]);
