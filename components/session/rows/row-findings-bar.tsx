'use client';
import { FindingCard } from '@/components/findings/finding-card.tsx';
import { useReplayed } from '@/components/session/replay-context.ts';
import type { RowFindings } from '@/components/session/view-rows.ts';
import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import { useRowTabStop } from './row-tab-stop.ts';

const colors: Record<AssessmentSeverity, string> = { warning: 'text-high', caution: 'text-med', info: 'text-low' };

/** The bar at the left edge of a row that a finding cites; dashed until the replay reaches the finding. */
export const RowFindingsBar = ({ findings, selected }: { findings: RowFindings; selected: boolean }) => {
  const replay = useReplayed();
  const ahead = replay !== null && findings.reportedAt > replay.call;
  if (selected) return null;
  return (
    <span aria-hidden className={`absolute inset-y-0 left-0 z-10 w-[3px] ${colors[findings.bar]} ${ahead ? 'dashed-bar' : 'bg-current'}`} />
  );
};

/** The sentences of the findings that end with a row. */
export const EndedFindings = ({ findings }: { findings: RowFindings }) => {
  const replay = useReplayed();
  const tabStop = useRowTabStop();
  return (
    <div className="flex flex-col gap-1 py-1 pr-3 pl-[calc(var(--index)+8px)] max-sm:pl-3">
      {findings.ended.map((mark) => (
        <FindingCard
          key={mark.key}
          mark={replay ? replay.toKnown(mark) : mark}
          ahead={replay !== null && mark.reportedAt > replay.call}
          tabIndex={tabStop}
        />
      ))}
    </div>
  );
};
