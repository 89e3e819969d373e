'use client';
import { useRef, useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { printCount } from '@/lib/print/number.ts';
import { countRows, filterRows, rowFilters, type ImportRow, type RowFilter } from './import-row.ts';
import { ResultList } from './result-list.tsx';

const labels: Record<RowFilter, string> = {
  all: 'All',
  running: 'Running',
  waiting: 'Waiting',
  newFiles: 'New',
  grew: 'Grew',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  notRead: 'Not read',
  lines: 'Skipped lines',
};

/** The files of an import with their filters. Filters that would show nothing are left out. */
export const ResultsCard = ({ rows }: { rows: readonly ImportRow[] }) => {
  const [filter, setFilter] = useState<RowFilter>('all');
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useHotkeys({ '/': () => field.current?.focus() });
  const counts = countRows(rows);
  const shown = filterRows(rows, filter, name);
  const segments = rowFilters
    .filter((value) => value === 'all' || value === filter || counts[value] > 0)
    .map((value) => ({
      value,
      label: labels[value],
      count: printCount(counts[value]),
      mark: value === 'lines' ? <SeverityMark severity="medium" size={10} /> : undefined,
    }));
  return (
    <section aria-label="Files" className="flex min-h-[360px] flex-1 flex-col rounded-card border border-line bg-panel lg:min-h-0">
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <SegmentedControl name="Show files" value={filter} segments={segments} onChange={setFilter} />
        <FilterField ref={field} name="Title, project or path" keys="/" value={name} onChange={setName} className="w-[200px]" />
      </div>
      {shown.length === 0 ? <p className="p-4 text-table text-text3">No files match.</p> : <ResultList rows={shown} />}
    </section>
  );
};
