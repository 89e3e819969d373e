'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { colorOf } from '@/components/marks/outcome-mark.tsx';
import { SubagentSum } from '@/components/sessions/subagent-sum.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printAtLeast } from '@/lib/print/at-least.ts';
import {
  hasUsageGaps,
  printCostNote,
  printCostWithSubagents,
  printErrorsWithSubagents,
  printSessionCost,
  printUsageNote,
} from '@/lib/print/cost-note.ts';
import { printSpan } from '@/lib/print/duration.ts';
import { printMetric } from '@/lib/print/metric.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { computeDurationMs, printEndings } from '@/lib/print/session-facts.ts';
import { printShare } from '@/lib/print/percent.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { stoppedKinds } from '@/lib/print/stopped-calls.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { unknownCounts, type FactsAsOf } from './facts-as-of.ts';
import { sumKnown } from './run-summary.ts';

export const printAgent = (session: Pick<SessionDetail, 'agentLabel' | 'agentVersion'>): string =>
  `${session.agentLabel}${session.agentVersion ? ` ${session.agentVersion}` : ''}`;

const costBasis = (session: SessionDetail): string => {
  const note = printCostNote(session);
  if (session.costUsd === null) return note ?? '';
  const basis = session.costSource === 'reported' ? 'Reported by agent' : `Prices of ${session.pricesAsOf}`;
  return note === null ? basis : `${basis}. ${note}`;
};

/** Cost of a session, with a note if it is incomplete, or the reason why it is unknown. */
const Cost = ({ session }: { session: SessionDetail }) => (
  <span title={costBasis(session)}>
    {printSessionCost(session)}
    <SubagentSum sum={printCostWithSubagents(session)} />
    {session.countedInId === null ? null : (
      <Link href={`/sessions/${session.countedInId}`} className="ml-1 font-normal text-accent">
        counted in the original
      </Link>
    )}
    {session.costMissing === 'no_price' ? (
      <span className="font-normal text-text2"> no price for {session.unpricedModels[0] ?? 'its model'}</span>
    ) : null}
  </span>
);

/** How a file says that its session ended: `submitted`, `reward 1.00`, or both. Null if it says nothing. */
const printResult = ({ exitStatus, reward }: SessionDetail): string | null => {
  const parts = [exitStatus, reward === null ? null : `reward ${printMetric('reward', reward)}`].filter((part) => part !== null);
  return parts.length === 0 ? null : toVisibleText(parts.join(', '));
};

/** A fact with its name; a long one gives way to the others, and is whole in its tooltip. */
const Fact = ({ name, long = false, children }: { name: string; long?: boolean; children: ReactNode }) => (
  <div className={`-ml-px flex gap-1.5 border-l border-line pl-3 whitespace-nowrap ${long ? 'min-w-16' : 'shrink-0'}`}>
    <dt className="text-text3">{name}</dt>
    <dd className={`font-medium ${long ? 'min-w-0 max-w-[220px] truncate' : ''}`}>{children}</dd>
  </div>
);

type Props = { session: SessionDetail; asOf: FactsAsOf | null };

/** The facts of a session, in one line if they fit; unknown ones are a dash. In a replay (`asOf`), none reveals what comes later. */
export const SessionFacts = ({ session, asOf }: Props) => {
  const nowMs = useNow();
  const { tokens } = session;
  const duration = asOf ? null : computeDurationMs(session);
  const { toolCalls, toolErrors, toolRan, ...stopped } = asOf ? (asOf.counts ?? unknownCounts) : session;
  const input = sumKnown([tokens.input, tokens.cacheRead, tokens.cacheWrite]);
  const result = asOf ? null : printResult(session);
  const models =
    session.models.length === 0
      ? '–'
      : session.models.length === 1
        ? session.models[0]
        : `${session.models[0]} and ${session.models.length - 1} more`;
  const endings = asOf ? '' : printEndings(session);
  // The usual facts fit on one line of a wide window, where long ones give way. With more of them, all stay readable on two.
  const isLong =
    endings !== '' ||
    stoppedKinds.some(([key]) => (stopped[key] ?? 0) > 0) ||
    (duration !== null && session.waitingMs !== null && session.waitingMs > 0);
  return (
    <div className="overflow-hidden">
      <dl className={`-ml-3 flex flex-wrap gap-x-3 gap-y-1 text-fact ${isLong ? '' : 'min-[1360px]:flex-nowrap'}`}>
        <Fact name="Agent">{toVisibleText(printAgent(session))}</Fact>
        <Fact name="Model" long>
          <span title={session.models.join(', ')}>{toVisibleText(models ?? '–')}</span>
        </Fact>
        <Fact name="Branch" long>
          <span className="font-mono" title={session.gitBranch ?? undefined}>
            {toVisibleText(session.gitBranch ?? '–')}
          </span>
        </Fact>
        {session.worktree === null ? null : (
          <Fact name="Worktree" long>
            <span className="font-mono" title={session.worktree}>
              {toVisibleText(session.worktree)}
            </span>
          </Fact>
        )}
        <Fact name="Started">
          <span title={printIso(session.startedAtMs)}>{nowMs === null ? ' ' : printDayClock(session.startedAtMs, nowMs)}</span>
        </Fact>
        <Fact name="Active">{asOf ? '–' : printSpan(session.activeMs)}</Fact>
        {duration === null || printSpan(duration) === printSpan(session.activeMs) ? null : (
          <Fact name="Duration">{printSpan(duration)}</Fact>
        )}
        {asOf || !session.waitingMs ? null : <Fact name="Waiting">{printSpan(session.waitingMs)}</Fact>}
        {asOf ? (
          <Fact name="As of">
            <span className="font-mono">#{asOf.call}</span>
          </Fact>
        ) : null}
        <Fact name="Calls">{printCount(toolCalls)}</Fact>
        <Fact name="Errors">
          {printCount(toolErrors)}{' '}
          {toolRan === 0 ? null : (
            <span className="font-normal text-text2">
              ({printShare(toolErrors, toolRan)}
              {toolRan === toolCalls ? '' : ` of ${printCount(toolRan)} that ran`})
            </span>
          )}
          {asOf ? null : <SubagentSum sum={printErrorsWithSubagents(session)} />}
        </Fact>
        {stoppedKinds.map(([key, outcome]) =>
          stopped[key] ? (
            <Fact key={key} name={outcome.charAt(0).toUpperCase() + outcome.slice(1)}>
              <span className={colorOf(outcome)}>{printCount(stopped[key])}</span>
            </Fact>
          ) : null,
        )}
        {endings === '' ? null : (
          <Fact name="Turns">
            {printCount(session.turns)} <span className="font-normal text-text2">({endings})</span>
          </Fact>
        )}
        <Fact name="Tokens">
          {asOf || (input === null && tokens.output === null) ? (
            '–'
          ) : (
            <>
              {printAtLeast(printCompact(input), session.completeness.unknownUsage > 0)}{' '}
              <span className="font-normal text-text2">in ({printShare(tokens.cacheRead, input)} cached),</span>{' '}
              <span title={printUsageNote(session.completeness)}>
                {printAtLeast(printCompact(tokens.output), hasUsageGaps(session.completeness))}{' '}
                <span className="font-normal text-text2">out</span>
              </span>
            </>
          )}
        </Fact>
        <Fact name="Cost">{asOf ? '–' : <Cost session={session} />}</Fact>
        {result === null ? null : (
          <Fact name="Result" long>
            <span title={result}>{result}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
};
