'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { CallRangeLink } from '@/components/findings/call-link.tsx';
import { changeLooks } from '@/components/findings/change-signs.tsx';
import { listWaste } from '@/components/findings/waste-sum.ts';
import { FindingText } from '@/components/findings/finding-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { Chip } from '@/components/ui/chip.tsx';
import type { Finding } from '@/lib/domain/assessment.ts';
import type { FindingChange } from '@/lib/domain/live-call.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type CellProps = { finding: Finding | null; observerName: string; turned: string | null };

const Cell = ({ finding, observerName, turned }: CellProps) => {
  if (!finding) {
    return (
      <div role="cell" className="hatched border-l border-line max-sm:hidden">
        <span className="sr-only">absent</span>
      </div>
    );
  }
  const [from, to] = [finding.calls[0], finding.calls.at(-1)];
  return (
    <div role="cell" className="grid min-w-0 grid-cols-[20px_1fr] gap-x-1 border-line px-3 py-2 text-table sm:border-l">
      <span className="flex h-4.5 items-center">
        <SeverityMark severity={toSeverity(finding.severity)} named />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 font-semibold break-words">
          <SecretText text={toVisibleText(finding.title)} />
        </span>
        {turned === null ? null : <Chip>{turned}</Chip>}
        {from === undefined || to === undefined ? null : (
          <span className="font-mono text-fact">
            <CallRangeLink from={from} to={to} />
          </span>
        )}
      </span>
      <p className="col-start-2 min-w-0 break-words text-text2">
        <FindingText text={finding.description} /> <span className="text-text3">{toVisibleText(observerName)}</span>
        {finding.waste && finding.waste.calls > 0 ? (
          <span className="text-text3">, wasted {listWaste(finding.waste).join(', ')}</span>
        ) : null}
      </p>
    </div>
  );
};

/** One finding at both sides, on one row; the side that does not have it is hatched. */
export const ChangeRow = ({ change: { change, observerName, before, after } }: { change: FindingChange }) => {
  const look = changeLooks[change];
  const turned = before && after && before.severity !== after.severity ? `${before.severity} → ${after.severity}` : null;
  return (
    <div role="row" className="grid border-t border-line sm:grid-cols-[112px_minmax(0,1fr)_minmax(0,1fr)]">
      <div role="rowheader" className="flex items-baseline gap-2 px-3 pt-2 pb-1 text-table font-medium">
        <span aria-hidden className={`w-3 text-center font-semibold ${look.color}`}>
          {look.sign}
        </span>
        {look.row}
      </div>
      <Cell finding={before} observerName={observerName} turned={null} />
      <Cell finding={after} observerName={observerName} turned={turned} />
    </div>
  );
};
