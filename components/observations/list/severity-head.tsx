import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import type { ObservationSeverity } from '@/lib/domain/observation.ts';
import { printCount } from '@/lib/print/number.ts';
import { column } from './list-layout.ts';
import { severityWords } from '@/components/observations/observation-words.ts';

type Props = {
  /** Place in the table, from 1. */ rowIndex: number;
  severity: ObservationSeverity;
  count: number | null;
  collapsed: boolean;
  onCollapse: () => void;
};

/** The head of a severity, with its number of matches; collapses and expands its rows. */
export const SeverityHead = ({ rowIndex, severity, count, collapsed, onCollapse }: Props) => (
  <div role="row" aria-rowindex={rowIndex} className="h-full border-b border-line bg-sunken">
    <div role="cell" className="h-full">
      <button
        type="button"
        aria-expanded={!collapsed}
        onClick={onCollapse}
        className="row-focus flex h-full w-full items-center text-table font-semibold"
      >
        <span className={column.check}>
          <Chevron open={!collapsed} className="text-text3" />
        </span>
        <span className={column.mark}>
          <SeverityMark severity={severity} />
        </span>
        <span className="pr-2 pl-2.5">{severityWords[severity]}</span>
        <span className="rounded-chip bg-panel px-1.5 text-fact font-normal text-text2">{printCount(count)}</span>
      </button>
    </div>
  </div>
);
