import type { ReactNode } from 'react';
import type { ListedSession } from '@/lib/contracts/sessions.ts';
import type { SessionSort } from '@/lib/domain/session.ts';
import { printAtLeast } from '@/lib/print/at-least.ts';
import {
  hasUsageGaps,
  printCostNote,
  printCostSum,
  printCostWithSubagents,
  printErrorsWithSubagents,
  printSessionCost,
  printUsageNote,
} from '@/lib/print/cost-note.ts';
import { printSpan } from '@/lib/print/duration.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { printProject, printProjectRoot } from '@/lib/print/project.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { unknown } from '@/lib/print/unknown.ts';
import { FindingsCell } from './findings-cell.tsx';
import { listStoppedCalls } from '@/lib/print/stopped-calls.ts';
import { StoppedCounts } from './stopped-counts.tsx';
import { SubagentSum } from './subagent-sum.tsx';
import { computeTotalTokens, printTokenParts } from './total-tokens.ts';

export type SessionColumn = {
  id: string;
  label: string;
  sort?: SessionSort;
  /** Width and the breakpoint from which the column is there. */
  className: string;
  numeric: boolean;
  cell: (session: ListedSession, nowMs: number) => ReactNode;
  title?: (session: ListedSession) => string | undefined;
};

const computeDuration = ({ startedAtMs, endedAtMs }: ListedSession): number | null =>
  startedAtMs === null || endedAtMs === null ? null : endedAtMs - startedAtMs;

const shortModel = (model: string): string => model.replace(/-\d{8}$/, '');

/** Columns after the session's title; the least needed ones appear last. */
export const sessionColumns: readonly SessionColumn[] = [
  {
    id: 'project',
    label: 'Project',
    sort: 'project',
    className: 'hidden w-[130px] sm:table-cell',
    numeric: false,
    cell: (session) => printProject(session) ?? unknown,
    title: (session) => [printProjectRoot(session), session.cwd].filter((line) => line !== null).join('\n') || undefined,
  },
  {
    id: 'agent',
    label: 'Agent',
    className: 'hidden w-[104px] xl:table-cell',
    numeric: false,
    cell: ({ agentLabel }) => agentLabel,
    title: ({ agentVersion }) => agentVersion ?? undefined,
  },
  {
    id: 'model',
    label: 'Model',
    className: 'hidden w-[150px] min-[1440px]:table-cell',
    numeric: false,
    cell: ({ models: [first, ...others] }) =>
      first === undefined ? unknown : `${shortModel(first)}${others.length > 0 ? ` +${others.length}` : ''}`,
    title: ({ models }) => models.join(', '),
  },
  {
    id: 'started',
    label: 'Started',
    sort: 'started',
    className: 'hidden w-[144px] sm:table-cell',
    numeric: true,
    cell: ({ startedAtMs }, nowMs) => printDayClock(startedAtMs, nowMs),
    title: ({ startedAtMs }) => printIso(startedAtMs),
  },
  {
    id: 'duration',
    label: 'Active',
    sort: 'duration',
    className: 'hidden w-[88px] lg:table-cell',
    numeric: true,
    cell: ({ activeMs }) => printSpan(activeMs),
    title: (session) => `${printSpan(session.waitingMs)} waiting for prompts, ${printSpan(computeDuration(session))} from start to end`,
  },
  {
    id: 'turns',
    label: 'Turns',
    sort: 'turns',
    className: 'hidden w-[60px] xl:table-cell',
    numeric: true,
    cell: ({ turns }) => printCount(turns),
  },
  {
    id: 'calls',
    label: 'Calls',
    sort: 'calls',
    className: 'hidden w-[64px] sm:table-cell',
    numeric: true,
    cell: ({ toolCalls }) => printCount(toolCalls),
  },
  {
    id: 'errors',
    label: 'Errors',
    sort: 'errors',
    className: 'hidden w-[72px] sm:table-cell xl:w-[112px]',
    numeric: true,
    cell: ({ subagents, toolErrors, ...session }) => (
      <>
        <StoppedCounts session={session} />
        {toolErrors > 0 ? <span className="font-medium text-high">{printCount(toolErrors)}</span> : '0'}
        <SubagentSum sum={subagents && printCount(toolErrors + subagents.toolErrors)} />
      </>
    ),
    title: (session) => joinNotes([printErrorsWithSubagents(session), listStoppedCalls(session).join(', ') || null]),
  },
  {
    id: 'findings',
    label: 'Findings',
    sort: 'findings',
    className: 'hidden w-[76px] lg:table-cell',
    numeric: true,
    cell: (session) => <FindingsCell {...session} />,
    title: ({ findings }) => (findings === null ? 'not observed yet' : undefined),
  },
  {
    id: 'tokens',
    label: 'Tokens',
    sort: 'tokens',
    className: 'hidden w-[76px] lg:table-cell',
    numeric: true,
    cell: ({ tokens, completeness }) => printAtLeast(printCompact(computeTotalTokens(tokens)), hasUsageGaps(completeness)),
    title: ({ tokens, completeness }) =>
      joinNotes([printTokenParts(tokens), hasUsageGaps(completeness) ? printUsageNote(completeness) : null]),
  },
  {
    id: 'cost',
    label: 'Cost',
    sort: 'cost',
    className: 'hidden w-[124px] sm:table-cell',
    numeric: true,
    cell: (session) => (
      <>
        {session.costMissing === 'no_price' ? <span className="text-text3">no price</span> : printSessionCost(session)}
        <SubagentSum sum={printCostSum(session)} />
      </>
    ),
    title: (session) => joinNotes([printCostWithSubagents(session), printCostNote(session)]),
  },
];

const joinNotes = (notes: readonly (string | null)[]): string | undefined => notes.filter((note) => note !== null).join('. ') || undefined;
