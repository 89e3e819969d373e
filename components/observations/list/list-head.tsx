import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import type { ObservationSort } from '@/lib/domain/observation.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { column } from './list-layout.ts';

type Sorting = { sort: ObservationSort; order: 'asc' | 'desc'; onSort: (sort: ObservationSort) => void };

const Column = ({ className, label, sort, sorting }: { className: string; label: string; sort?: ObservationSort; sorting: Sorting }) => {
  const isSorted = sort !== undefined && sort === sorting.sort;
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={className}
    >
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={() => sorting.onSort(sort)}
          className={cx(
            'inline-flex items-center gap-0.5 rounded-chip hover:text-text',
            isSorted && sort !== 'severity' && 'font-medium text-text',
          )}
        >
          {isSorted && sort !== 'severity' ? <Icon of={sorting.order === 'asc' ? ArrowUp : ArrowDown} size={12} /> : null}
          {label}
        </button>
      )}
    </div>
  );
};

type Props = Sorting & {
  view: ListView;
  selected: 'none' | 'some' | 'all';
  /** Whether some matches are collapsed. */
  hasCollapsed: boolean;
  onSelect: () => void;
  onClear: () => void;
};

/** Sortable column heads; the checkbox selects all matches that are not collapsed. */
export const ListHead = ({ view, selected, hasCollapsed, onSelect, onClear, ...sorting }: Props) => (
  <div role="rowgroup" className="shrink-0 border-b border-line max-sm:hidden">
    <div role="row" aria-rowindex={1} className="flex h-7 items-center pr-3 text-fact text-text3">
      <div role="columnheader" className={column.check}>
        <Checkbox
          aria-label={selected !== 'none' ? 'Clear selection' : hasCollapsed ? 'Select all shown' : 'Select all matching'}
          checked={selected === 'all'}
          isPartial={selected === 'some'}
          onChange={selected === 'none' ? onSelect : onClear}
        />
      </div>
      <div role="columnheader" className={column.mark}>
        <span className="sr-only">Severity</span>
      </div>
      <Column className={column.title} label="Observation" sort="severity" sorting={sorting} />
      <Column className={column.seen} label="Seen" sort="seen" sorting={sorting} />
      {view === 'groups' ? (
        <>
          <Column className={column.sessions} label="Sess." sort="sessions" sorting={sorting} />
          <Column className={column.days} label="14 days" sorting={sorting} />
        </>
      ) : null}
      <Column className={column.first} label="First" sort="first_seen" sorting={sorting} />
      <Column className={column.last} label="Last" sort="last_seen" sorting={sorting} />
      <Column className={column.state} label="Status" sorting={sorting} />
    </div>
  </div>
);
