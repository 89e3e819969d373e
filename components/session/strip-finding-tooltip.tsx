import type { FindingMark } from '@/components/findings/finding-marks.ts';
import { listWaste } from '@/components/findings/waste-sum.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const maxListed = 6;

/** The findings under the pointer: what, where, what it cost. */
export const StripFindingTooltip = ({ marks, x, width }: { marks: readonly FindingMark[]; x: number; width: number }) => (
  <div
    className="pointer-events-none absolute top-full z-30 mt-1 flex w-[340px] flex-col gap-1 rounded-card border border-line2 bg-panel px-3 py-2 text-fact shadow-float max-sm:w-[260px]"
    style={{ left: Math.max(0, Math.min(x - 20, width - 340)) }}
  >
    {marks.slice(0, maxListed).map(({ key, severity, from, to, episode: { finding, observerName } }) => (
      <div key={key} className="flex items-start gap-2">
        <span className="pt-0.5">
          <SeverityMark severity={toSeverity(severity)} />
        </span>
        <span className="min-w-0 break-words text-text2">
          <span className="font-semibold text-text">{toVisibleText(finding.title)}</span>{' '}
          <span className="font-mono">
            #{from}
            {to > from ? `–#${to}` : ''}
          </span>
          , {toVisibleText(observerName)}
          {finding.waste && finding.waste.calls > 0 ? `, wasted ${listWaste(finding.waste).join(', ')}` : ''}
        </span>
      </div>
    ))}
    {marks.length > maxListed ? <span className="text-text3">{marks.length - maxListed} more</span> : null}
  </div>
);
