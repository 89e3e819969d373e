'use client';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { Chip } from '@/components/ui/chip.tsx';
import type { SessionEpisode } from '@/lib/contracts/assessments.ts';
import type { Assessment, AssessmentSeverity, Finding } from '@/lib/domain/assessment.ts';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { findEarlier, type AssessmentGroup } from './assessment-groups.ts';
import { changeLooks } from './change-signs.tsx';
import { EvidenceLines } from './evidence-lines.tsx';
import { FindingCalls } from './finding-calls.tsx';
import { findObservationId } from './finding-marks.ts';
import { FindingText } from './finding-text.tsx';
import { ObservationLink } from './observation-link.tsx';
import { listWaste } from './waste-sum.ts';

const tones: Record<AssessmentSeverity, 'high' | 'med' | 'neutral'> = { warning: 'high', caution: 'med', info: 'neutral' };

type EntryProps = { finding: Finding; before: string | null; observationId: string | null; gone?: boolean };

const FindingEntry = ({ finding, before, observationId, gone = false }: EntryProps) => {
  const look = changeLooks[gone ? 'gone' : finding.standing];
  return (
    <li className="flex flex-col gap-1">
      <p className="flex items-baseline gap-1.5">
        <span aria-hidden className={`w-3 shrink-0 text-center font-semibold ${look.color}`}>
          {look.sign}
        </span>
        <span className="min-w-0 break-words">
          <span className="font-semibold">{toVisibleText(finding.category)}</span>{' '}
          <span className="text-fact text-text3">
            {look.word}
            {before === null ? '' : `, ${before}`}
          </span>
        </span>
      </p>
      <p className="break-words text-text2">
        <FindingText text={gone ? finding.title : finding.description || finding.title} />
      </p>
      {gone ? null : finding.evidence?.trim() ? <EvidenceLines evidence={finding.evidence} /> : null}
      <p className="text-fact text-text3">
        <FindingCalls finding={finding} />
        {!gone && finding.waste && finding.waste.calls > 0 ? `, wasted ${listWaste(finding.waste).join(', ')}` : ''}
      </p>
      {observationId === null ? null : (
        <p className="text-fact">
          <ObservationLink id={observationId} />
        </p>
      )}
    </li>
  );
};

type Props = { assessment: Assessment; groups: readonly AssessmentGroup[]; at: number; episodes: readonly SessionEpisode[] };

/** One observer's assessment at a call: summary, findings with their changes, ended findings, suggestions. */
export const AssessmentView = ({ assessment, groups, at, episodes }: Props) => {
  const { severity, summary, findings, ended, suggestions, sentAtMs } = assessment;
  const idOf = (finding: Finding) => findObservationId(episodes, assessment.observer, finding);
  const printBefore = (finding: Finding) => {
    const before = finding.standing === 'new' ? null : findEarlier(groups, at, assessment.observer, finding);
    return before === null
      ? null
      : before.severity === finding.severity
        ? `as at #${before.call}`
        : `was ${before.severity} at #${before.call}`;
  };
  return (
    <section aria-label={assessment.observerName} className="border-b border-line px-3 py-2.5 text-table">
      <header className="flex items-center gap-2">
        <SeverityMark severity={findings.length > 0 ? toSeverity(severity) : 'info'} />
        <h3 className="min-w-0 truncate font-semibold">{toVisibleText(assessment.observerName)}</h3>
        <Chip tone={findings.length > 0 ? tones[severity] : 'neutral'}>{findings.length > 0 ? severity : 'nothing'}</Chip>
        <span className="ml-auto shrink-0 text-fact text-text3" title={sentAtMs === null ? undefined : printIso(sentAtMs)}>
          {sentAtMs === null ? 'not sent' : `sent to the agent, ${printClockExact(sentAtMs).slice(0, 8)}`}
        </span>
      </header>
      <p className="pt-1 break-words text-text2">
        <SecretText text={toVisibleText(summary)} />
      </p>
      {findings.length + ended.length > 0 ? (
        <ul aria-label="Findings" className="flex flex-col gap-3 pt-2">
          {findings.map((finding, index) => (
            <FindingEntry key={index} finding={finding} before={printBefore(finding)} observationId={idOf(finding)} />
          ))}
          {ended.map((finding, index) => (
            <FindingEntry key={`gone-${index}`} finding={finding} before={null} observationId={idOf(finding)} gone />
          ))}
        </ul>
      ) : null}
      <SecretNote
        text={[summary, ...findings.flatMap(({ title, description, evidence }) => [description || title, evidence]), ...suggestions].join(
          '\n\n',
        )}
        className="pt-2"
      />
      {suggestions.length > 0 ? (
        <>
          <h4 className="pt-2 text-fact text-text3">Suggestions</h4>
          <ol className="list-decimal pl-5">
            {suggestions.map((text, index) => (
              <li key={index} className="break-words">
                <SecretText text={toVisibleText(text)} />
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </section>
  );
};
