'use client';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useNow } from '@/components/hooks/use-now.ts';
import { cx } from '@/components/ui/cx.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { ListedSession } from '@/lib/contracts/sessions.ts';
import type { SessionSort } from '@/lib/domain/session.ts';
import { sessionColumns, type SessionColumn } from './columns.tsx';
import { SessionRow } from './session-row.tsx';

type Sorting = { sort: SessionSort; order: 'asc' | 'desc'; onSort: (sort: SessionSort) => void };
const titleColumn = { id: 'title', label: 'Session', sort: 'title', className: '', numeric: false } as const;

const Head = ({ column, sorting }: { column: Omit<SessionColumn, 'cell'>; sorting: Sorting }) => {
  const { sort } = column;
  const sorted = sort !== undefined && sort === sorting.sort;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(column.className, 'h-8 pl-3 font-normal text-text3 last:pr-3', column.numeric ? 'text-right' : 'text-left')}
    >
      {sort === undefined ? (
        column.label
      ) : (
        <button
          type="button"
          onClick={() => sorting.onSort(sort)}
          className={cx('inline-flex items-center gap-1 rounded-chip align-middle hover:text-text', sorted && 'font-medium text-text')}
        >
          {sorted && column.numeric ? <Icon of={sorting.order === 'asc' ? ArrowUp : ArrowDown} size={12} /> : null}
          {column.label}
          {sorted && !column.numeric ? <Icon of={sorting.order === 'asc' ? ArrowUp : ArrowDown} size={12} /> : null}
        </button>
      )}
    </th>
  );
};

const SkeletonRow = ({ index }: { index: number }) => (
  <tr className="h-12 border-b border-line sm:h-8">
    <td className="pl-3">
      <Skeleton className={cx('h-2', ['w-3/5', 'w-2/5', 'w-1/2'][index % 3])} />
    </td>
    {sessionColumns.map(({ id, className, numeric }) => (
      <td key={id} className={cx(className, 'pl-3 last:pr-3')}>
        <Skeleton className={cx('h-2', numeric ? 'ml-auto w-8' : 'w-16')} />
      </td>
    ))}
  </tr>
);

/** The table of sessions; `sessions` null: on its way, as skeletons when `late`. */
export const SessionTable = ({
  sessions,
  list,
  late,
  sorting,
  onOpen,
}: {
  sessions: readonly ListedSession[] | null;
  list: string;
  late: boolean;
  sorting: Sorting;
  onOpen: (href: string) => void;
}) => {
  const nowMs = useNow();
  return (
    <table className="w-full table-fixed border-collapse text-table" aria-label="Sessions" aria-busy={sessions === null}>
      <thead className="sticky top-0 z-10 hidden bg-panel shadow-[inset_0_-1px_0_var(--line)] sm:table-header-group">
        <tr>
          {[titleColumn, ...sessionColumns].map((column) => (
            <Head key={column.id} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} list={list} nowMs={nowMs ?? session.startedAtMs ?? 0} onOpen={onOpen} />
        ))}
        {sessions === null && late ? Array.from({ length: 18 }, (_, index) => <SkeletonRow key={index} index={index} />) : null}
      </tbody>
    </table>
  );
};
