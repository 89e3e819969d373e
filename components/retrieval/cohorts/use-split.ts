'use client';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/components/hooks/use-now.ts';
import { metricQueries } from '@/lib/client/queries/metric-queries.ts';
import type { CohortSplit } from '@/lib/domain/cohort.ts';
import type { RetrievalPage } from '../use-retrieval-page.ts';

export const splitWords: Record<CohortSplit, string> = {
  retrieval: 'Examples used',
  model: 'Model',
  agent: 'Agent',
  project: 'Project',
  period: 'Period',
  finding: 'Has a finding',
  tool: 'Tool called',
  mcp: 'MCP server used',
};

/** The property that no turn has, for a split without values to choose from. */
const missingWords: Partial<Record<CohortSplit, string>> = {
  model: 'a known model',
  agent: 'a known agent',
  project: 'a known project',
  tool: 'called a tool',
  mcp: 'called a tool of an MCP server',
};

/** Splits by which two values can be compared with one another. */
const paired: ReadonlySet<CohortSplit> = new Set(['model', 'agent', 'project', 'tool', 'mcp']);
const defaultPeriodMs = 30 * 86_400_000;

const toListed = (by: CohortSplit) => (by === 'retrieval' || by === 'finding' || by === 'period' ? null : by);

/** Value that turns are compared by: the address's choice, else the value with the most turns, or the last 30 days. */
export const useSplit = ({ by, value, against }: RetrievalPage) => {
  const listed = toListed(by);
  const nowMs = useNow();
  const { data, isPending } = useQuery({ ...metricQueries.values(listed ?? 'model'), enabled: listed !== null });
  const values = listed === null ? [] : (data?.values ?? []);
  const day = nowMs === null ? null : new Date(nowMs - defaultPeriodMs).toISOString().slice(0, 10);
  const chosen = by === 'period' ? (value ?? day) : listed === null ? null : (value ?? values[0]?.value ?? null);
  const isEmpty = listed !== null && !isPending && values.length === 0 && chosen === null;
  return {
    value: chosen,
    against: paired.has(by) && against !== chosen ? against : null,
    values,
    isListed: listed !== null,
    isPaired: paired.has(by),
    isEmpty,
    missing: missingWords[by] ?? '',
    isReady: (listed === null && by !== 'period') || chosen !== null,
  };
};

export type Split = ReturnType<typeof useSplit>;
