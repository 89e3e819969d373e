'use client';
import { useState } from 'react';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallLink, CallRangeLink } from './call-link.tsx';
import { EvidenceLines } from './evidence-lines.tsx';
import type { FindingMark } from './finding-marks.ts';
import { ObservationLink } from './observation-link.tsx';
import { listWaste } from './waste-sum.ts';
import { FindingText } from './finding-text.tsx';

const tints: Record<AssessmentSeverity, string> = { warning: 'bg-highbg', caution: 'bg-medbg', info: 'bg-sunken' };
const maxSent = 3;

/** `, sent to the agent at #48 and #51`. */
const SentAt = ({ calls, tabIndex }: { calls: readonly number[]; tabIndex?: number }) =>
  calls.length === 0 ? null : (
    <>
      , sent to the agent at{' '}
      {calls.slice(0, maxSent).map((call, at) => (
        <span key={call}>
          {at === 0 ? '' : at === Math.min(maxSent, calls.length) - 1 && calls.length <= maxSent ? ' and ' : ', '}
          <CallLink call={call} tabIndex={tabIndex} />
        </span>
      ))}
      {calls.length > maxSent ? ` and ${calls.length - maxSent} more` : ''}
    </>
  );

type Props = { mark: FindingMark; ahead: boolean; tabIndex?: number };

/** A finding in a sentence: what, by which observer, whether it was sent, what it cost; its evidence expands below. `ahead`: not reported yet at this point of the replay. */
export const FindingCard = ({ mark, ahead, tabIndex }: Props) => {
  const [open, setOpen] = useState(false);
  const { finding, observerName, sentAt, observationId } = mark.episode;
  const evidence = finding.evidence?.trim() ? finding.evidence : null;
  return (
    <div
      role="group"
      aria-label={`Finding: ${mark.label}`}
      className={`rounded-code text-table ${ahead ? 'border border-dashed border-line2' : `border border-transparent ${tints[mark.severity]}`}`}
    >
      <div className="flex min-h-6 items-start gap-2 px-2.5 py-0.5">
        <span className="flex h-4.5 items-center">
          <SeverityMark severity={toSeverity(mark.severity)} named />
        </span>
        <p className="min-w-0 flex-1 break-words text-text2">
          <span className="font-semibold text-text">
            <SecretText text={toVisibleText(finding.title)} />
          </span>{' '}
          <span className="text-fact">
            <CallRangeLink from={mark.from} to={mark.to} tabIndex={tabIndex} /> · {toVisibleText(observerName)}
            <SentAt calls={sentAt} tabIndex={tabIndex} />
            {finding.waste && finding.waste.calls > 0 ? ` · wasted ${listWaste(finding.waste).join(', ')}` : ''}
            {observationId === null ? null : (
              <>
                {' · '}
                <ObservationLink id={observationId} tabIndex={tabIndex} />
              </>
            )}
          </span>
        </p>
        {evidence === null ? null : (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="row-focus flex h-4.5 shrink-0 items-center gap-1 rounded-chip text-fact text-accent hover:underline max-sm:h-8"
          >
            <Chevron open={open} /> Evidence
          </button>
        )}
      </div>
      {open && evidence !== null ? (
        <div className="flex flex-col gap-1.5 px-2.5 pb-2">
          {finding.description ? (
            <p className="break-words text-text2">
              <FindingText text={finding.description} />
            </p>
          ) : null}
          <EvidenceLines evidence={evidence} tabIndex={tabIndex} />
          <SecretNote text={[finding.title, finding.description, evidence].join('\n\n')} />
        </div>
      ) : null}
    </div>
  );
};
