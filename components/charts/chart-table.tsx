import { cx } from '@/components/ui/cx.ts';
import { groupColumns, printColumn, type ChartData } from './chart-data.ts';

const head = 'h-6 px-3 font-normal whitespace-nowrap text-text3';

/** Content of a chart, as a table. `caption` is read to those who do not see the chart. */
export const ChartTable = ({ caption, data: { columns, rows } }: { caption: string; data: ChartData }) => {
  const groups = groupColumns(columns);
  const isGrouped = groups.some(({ group }) => group !== null);
  return (
    <table className="w-full border-collapse text-table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
        <tr>
          {groups.map(({ group, labels }, index) =>
            group === null ? (
              <th key={labels[0]} scope="col" rowSpan={isGrouped ? 2 : 1} className={cx(head, index === 0 ? 'text-left' : 'text-right')}>
                {labels[0]}
              </th>
            ) : (
              <th key={group} scope="colgroup" colSpan={labels.length} className={`${head} text-right font-medium!`}>
                {group}
              </th>
            ),
          )}
        </tr>
        {isGrouped ? (
          <tr>
            {groups.flatMap(({ group, labels }) =>
              group === null
                ? []
                : labels.map((label) => (
                    <th key={`${group} ${label}`} scope="col" className={`${head} text-right`}>
                      {label}
                    </th>
                  )),
            )}
          </tr>
        ) : null}
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className="border-b border-line last:border-b-0">
            {row.map((cell, index) => (
              <td
                key={columns[index] === undefined ? index : printColumn(columns[index])}
                className={cx('h-7 px-3 whitespace-nowrap', index === 0 ? 'text-left' : 'text-right')}
              >
                {typeof cell === 'string' ? cell : cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
