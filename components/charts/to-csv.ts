import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printColumn, type ChartCell, type ChartData } from './chart-data.ts';

/** Spreadsheets run texts that begin so as formulas; some skip spaces before. */
const formula = /^(?:[\t\r]|[\s\p{Z}]*[=+\-@＝＋－＠])/u;

const toField = (cell: ChartCell): string => {
  if (typeof cell !== 'string') return cell.value === null ? '' : String(cell.value);
  const shown = toVisibleText(cell);
  const text = formula.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A chart's rows as CSV (RFC 4180) with a header line. Numbers are unrounded, unknown ones empty. */
export const toCsv = ({ columns, rows }: ChartData): string =>
  `${[columns.map(printColumn), ...rows].map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
