'use client';
import { useNow } from '@/components/hooks/use-now.ts';
import { cx } from '@/components/ui/cx.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { TurnMetric } from '@/lib/domain/turn-metric.ts';
import { TurnRow } from './turn-row.tsx';

const columns: readonly { label: string; isNumeric?: boolean }[] = [
  { label: 'Session' },
  { label: 'Outcome' },
  { label: 'Iterations', isNumeric: true },
  { label: 'Errors', isNumeric: true },
  { label: 'Active', isNumeric: true },
  { label: 'Tokens', isNumeric: true },
  { label: 'Cost', isNumeric: true },
  { label: 'Model' },
  { label: 'Date', isNumeric: true },
];

/** Turns as rows; null: on their way, as skeletons when late. On a phone it scrolls sideways beside the prompts. */
export const TurnTable = ({ turns, isLate }: { turns: readonly TurnMetric[] | null; isLate: boolean }) => {
  const nowMs = useNow();
  return (
    <table className="w-full border-collapse text-table" aria-label="Turns" aria-busy={turns === null}>
      <thead className="sticky top-0 z-2 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
        <tr>
          <th scope="col" className="sticky left-0 h-8 bg-panel px-3 text-left font-normal text-text3 shadow-[inset_0_-1px_0_var(--line)]">
            Prompt
          </th>
          {columns.map(({ label, isNumeric }) => (
            <th
              key={label}
              scope="col"
              className={cx('px-3 font-normal whitespace-nowrap text-text3', isNumeric ? 'text-right' : 'text-left')}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {turns?.map((turn) => (
          <TurnRow key={`${turn.sessionId} ${turn.turnIdx}`} turn={turn} nowMs={nowMs} />
        ))}
        {turns === null && isLate
          ? Array.from({ length: 12 }, (_, row) => (
              <tr key={row} className="h-8 border-b border-line">
                {[null, ...columns].map((_, index) => (
                  <td key={index} className="px-3">
                    <Skeleton className={index === 0 ? 'h-2 w-64' : 'h-2 w-12'} />
                  </td>
                ))}
              </tr>
            ))
          : null}
      </tbody>
    </table>
  );
};
