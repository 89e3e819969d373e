import { cx } from '@/components/ui/cx.ts';
import type { ChartData } from './chart-data.ts';

/** What a chart draws, as a table. `caption` is read to those who do not see the chart. */
export const ChartTable = ({ caption, data: { columns, rows } }: { caption: string; data: ChartData }) => (
  <table className="w-full border-collapse text-table">
    <caption className="sr-only">{caption}</caption>
    <thead className="sticky top-0 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
      <tr>
        {columns.map((column, index) => (
          <th key={column} scope="col" className={cx('h-7 px-3 font-normal text-text3', index === 0 ? 'text-left' : 'text-right')}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={at} className="border-b border-line last:border-b-0">
          {row.map((cell, index) => (
            <td key={columns[index]} className={cx('h-7 px-3 whitespace-nowrap', index === 0 ? 'text-left' : 'text-right')}>
              {typeof cell === 'string' ? cell : cell.text}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
