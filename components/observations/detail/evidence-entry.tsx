'use client';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { CallNavigationContext } from '@/components/findings/call-navigation.ts';
import { CallRangeLink } from '@/components/findings/call-link.tsx';
import { EvidenceLines } from '@/components/findings/evidence-lines.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { Observation } from '@/lib/domain/observation.ts';
import { printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { EvidenceCalls } from './evidence-calls.tsx';
import { toEvidenceHref } from '@/components/observations/evidence-link.ts';
import { findSessionName } from '@/components/observations/list-rows.ts';
import { OccurrenceList } from './occurrence-list.tsx';
import { printAge } from '@/components/observations/list/print-age.ts';
import { cutText } from '@/lib/print/cut-text.ts';

type Props = { observation: Observation; nowMs: number; open: boolean; onOpen: (open: boolean) => void };

const printPlace = (observation: Observation): string => findSessionName(observation) ?? '';

/** One session of an observation: its title links to the calls; its evidence expands below. */
export const EvidenceEntry = ({ observation, nowMs, open, onOpen }: Props) => {
  const { sessionId, project, evidence, sourceRef, lastSeenAtMs } = observation;
  const href = toEvidenceHref(observation);
  const [first] = evidence?.calls ?? [];
  const last = evidence?.calls.at(-1);
  const hasText = evidence !== null && (evidence.calls.length > 0 || (evidence.text ?? '').trim() !== '');
  const hasMore = hasText || observation.seen > 1;
  const hrefOf = (call: number) => `/sessions/${encodeURIComponent(sessionId ?? '')}?call=${call}`;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex min-h-[21px] items-center gap-1.5 text-table">
        {hasMore ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`Evidence in ${toVisibleText(cutText(printPlace(observation), 80))}`}
            onClick={() => onOpen(!open)}
            className="row-focus shrink-0 rounded-chip text-text3 hover:text-text pointer-coarse:p-2"
          >
            <Chevron open={open} />
          </button>
        ) : (
          <span className="w-3.5 shrink-0" />
        )}
        <span className={cx('min-w-0 flex-1', href === null ? 'break-all' : 'truncate')}>
          {project === null ? null : <span className="text-text2">{toVisibleText(project)} / </span>}
          {href === null ? (
            <span className="text-text2">
              {sourceRef === null ? 'Reported without a session' : <SecretText text={toVisibleText(sourceRef)} />}
            </span>
          ) : (
            <Link href={href} prefetch={false} className="text-accent hover:underline">
              <SecretText text={toVisibleText(cutText(printPlace(observation), 200))} />
            </Link>
          )}
        </span>
        {first === undefined || last === undefined || sessionId === null ? null : (
          <span className="shrink-0 text-fact">
            <CallNavigationContext value={{ hrefOf, onCall: null }}>
              <CallRangeLink from={first} to={last} />
            </CallNavigationContext>
          </span>
        )}
        <span className="w-12 shrink-0 text-right text-fact text-text3" title={printIso(lastSeenAtMs)}>
          {printAge(lastSeenAtMs, nowMs)}
        </span>
      </div>
      {evidence === null && sessionId !== null && sourceRef !== null ? (
        <p className="pl-5 font-mono text-fact break-all text-text3">
          <SecretText text={toVisibleText(sourceRef)} />
        </p>
      ) : null}
      {open && hasMore ? (
        <CallNavigationContext value={{ hrefOf, onCall: null }}>
          <div className="flex flex-col gap-1.5 pb-1">
            {observation.seen > 1 ? <OccurrenceList id={observation.id} seen={observation.seen} nowMs={nowMs} /> : null}
            {!hasText ? null : sessionId !== null && evidence.calls.length > 0 ? (
              <EvidenceCalls sessionId={sessionId} evidence={evidence} />
            ) : (
              <EvidenceLines evidence={evidence.text ?? ''} />
            )}
          </div>
        </CallNavigationContext>
      ) : null}
    </li>
  );
};
