'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import { ToolIcon } from '@/components/marks/tool-icon.tsx';
import type { OutcomeSource } from '@/lib/domain/outcome.ts';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printAtLeast } from '@/lib/print/at-least.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import { printCompact, printCount } from '@/lib/print/number.ts';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { printTurn } from '@/lib/print/turn.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ResponseFacts } from './record-lookup.ts';
import { usePlace, useSessionNavigation, useTimelineActions } from './timeline-context.ts';

type Props = { record: SessionRecord; response: ResponseFacts | null; pricesAsOf: string };

const sources: Record<OutcomeSource, string> = {
  flag: 'from the result’s flag',
  exit_code: 'from the exit code',
  text: 'from the result text',
  missing_result: 'no result',
  none: 'not stated in the source',
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-[21px] grid-cols-[84px_1fr] gap-1 text-table">
    <dt className="text-fact leading-[18px] text-text3">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

const quiet = 'text-fact text-text2';

const Tokens = ({ response }: { response: ResponseFacts }) => {
  const { tokens } = response;
  if (!tokens || Object.values(tokens).every((count) => count === null)) return <>–</>;
  const parts = [tokens.input, tokens.cacheRead, tokens.cacheWrite].filter((count) => count !== null);
  const input = parts.length === 0 ? null : parts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      {printCount(input)} in <span className={quiet}>({printCompact(tokens.cacheRead)} from cache)</span>,{' '}
      {printAtLeast(printCount(tokens.output), response.isAtLeast)} out
    </>
  );
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The facts of a record: position, outcome and its source, cost. */
export const InspectorFacts = ({ record, response, pricesAsOf }: Props) => {
  const { jumpToCall } = useSessionNavigation();
  const { position, lane } = usePlace();
  const { isLive } = useTimelineActions();
  const { agent } = position;
  const prefix = agent === null ? '#' : 'a';
  const call = record.toolCall;
  const place = `record ${printCount(record.seq)}${record.turnIdx === null ? '' : `, turn ${printTurn(record.turnIdx)}`}`;
  const sameAs = call?.sameAs ?? null;
  return (
    <dl className="px-3 py-2">
      {agent === null ? null : (
        <Fact name="Subagent">
          <Link href={`/sessions/${record.sessionId}?record=${record.id}`} className="text-accent hover:underline">
            {toVisibleText(lane?.label ?? 'subagent')}
          </Link>
          {lane ? <span className={quiet}> of #{lane.call}</span> : null}
        </Fact>
      )}
      {call ? (
        <>
          <Fact name="Call">
            <span className="font-semibold">
              {prefix}
              {call.callIndex}
            </span>{' '}
            <span className={quiet}>{place}</span>
          </Fact>
          <Fact name="Tool">
            <span className="inline-flex items-center gap-1.5">
              <ToolIcon kind={call.kind} /> {toVisibleText(call.name)}
            </span>
          </Fact>
          <Fact name="Outcome">
            <span className="inline-flex flex-wrap items-center gap-x-1.5">
              <OutcomeMark outcome={call.outcome} isLive={isLive} />
              <span>{capitalize(printOutcome(call.outcome, isLive))}</span>
              <span className={quiet}>
                {sources[call.outcomeSource]}
                {call.exitCode === null ? '' : `, exit code ${call.exitCode}`}
              </span>
            </span>
          </Fact>
          <Fact name="Started">
            <span title={printIso(call.startedAtMs)}>{printClockExact(call.startedAtMs)}</span>
          </Fact>
          <Fact name="Duration">{printDuration(call.durationMs)}</Fact>
        </>
      ) : (
        <>
          <Fact name="Record">
            <span className="inline-flex items-center gap-1.5">
              <RecordIcon kind={record.kind} /> {record.kind}{' '}
              {record.subtype ? <span className="font-mono text-fact">{toVisibleText(record.subtype)}</span> : null}
            </span>
          </Fact>
          <Fact name="Place">{place}</Fact>
          <Fact name="Time">
            <span title={printIso(record.atMs)}>{printClockExact(record.atMs)}</span>
          </Fact>
          {record.model ? <Fact name="Model">{toVisibleText(record.model)}</Fact> : null}
        </>
      )}
      {response ? (
        <>
          <Fact name="Tokens">
            <Tokens response={response} />
          </Fact>
          <Fact name="Cost">
            {printAtLeast(printMoney(response.costUsd), response.isAtLeast)}{' '}
            {response.costUsd === null ? null : <span className={quiet}>prices of {pricesAsOf}</span>}
          </Fact>
        </>
      ) : null}
      {sameAs === null ? null : (
        <Fact name="Same as">
          <button type="button" className="text-accent hover:underline" onClick={() => jumpToCall(sameAs, agent)}>
            {prefix}
            {sameAs}
          </button>
        </Fact>
      )}
    </dl>
  );
};
