import type { Observation, ObservationCounts, ObservationSeverity, ObservationState } from '../domain/observation.ts';
import { computeColumns, cutColumns, fitColumns } from '../print/columns.ts';
import { printAgo } from '../print/duration.ts';
import { printCount, printCounted } from '../print/number.ts';
import { splitTitle } from '../print/split-title.ts';
import { toOneLine } from '../print/one-line.ts';
import { severities } from './severity.ts';
import { toShortId } from './short-id.ts';

export const displayStyles = ['progress_bar', 'table', 'compact'] as const;
export type DisplayStyle = (typeof displayStyles)[number];

export type Display = {
  /** In display order; `total` counts all matches. */
  observations: readonly Observation[];
  total: number;
  /** Counts of all matches. */
  bySeverity: ObservationCounts['bySeverity'];
  /** Counts that ignore the filter on status. */
  byStatus: ObservationCounts['byStatus'];
  /** Columns of the terminal. */
  width: number;
  color: boolean;
  nowMs: number;
};

const idColumns = 10;
const maxTitleChars = 400;
const maxBarColumns = 40;
/** If the bar does not fit beside the counts, they go below it. */
const leastBarColumns = 10;
const leastTitleColumns = 24;
/** Minimum length of the name in a title. */
const leastLeadColumns = 8;

/** Terminal colors: bold red, red, yellow, gray; magenta for regressed. */
const severityColors: Record<ObservationSeverity, string> = { critical: '1;31', high: '31', medium: '33', low: '90', info: '90' };
const stateColors: Partial<Record<ObservationState, string>> = { regressed: '35' };

const paint = (text: string, code: string | undefined, color: boolean): string =>
  color && code !== undefined && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;

const printTitle = ({ title }: Observation): string => toOneLine(title, maxTitleChars);
const printObserver = ({ observerName }: Observation): string => toOneLine(observerName, maxTitleChars);
const printMore = ({ observations, total }: Display): string[] =>
  total > observations.length ? [`  ... and ${printCount(total - observations.length)} more`] : [];

/** One line an observation: `[critical] k7f3qd2wab Security Reviewer: SQL injection`. */
/** Fits a title into at most `columns` columns: the name is cut first, so that the statement about it stays readable. */
const cutTitle = (title: string, columns: number): string => {
  const [lead, tail] = splitTitle(title);
  const left = columns - computeColumns(tail);
  return computeColumns(title) <= columns || tail === '' || left < leastLeadColumns
    ? cutColumns(title, columns)
    : cutColumns(lead, left) + tail;
};

const toCompactLine = (one: Observation, width: number, color: boolean): string => {
  const severity = `[${one.severity}]`;
  const back = one.isNoLongerFound ? ' no longer found' : one.state === 'regressed' ? ' regressed' : '';
  const head = `${toShortId(one.id)}${back} ${printObserver(one)}: `;
  const columns = Math.max(width - severity.length - 1, 1);
  const rest = cutColumns(head + cutTitle(printTitle(one), Math.max(columns - computeColumns(head), leastTitleColumns)), columns);
  return `${paint(severity, severityColors[one.severity], color)} ${rest}`;
};

const renderCompact = (display: Display): string[] => [
  ...display.observations.map((one) => toCompactLine(one, display.width, display.color)),
  ...printMore(display),
];

/** Divides columns among parts of a whole: each part above zero gets at least one, taken from the largest. */
export const shareColumns = (parts: readonly number[], columns: number): number[] => {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const shares = parts.map((part) => (part === 0 ? 0 : Math.max(1, Math.round((part / whole) * columns))));
  const over = shares.reduce((sum, share) => sum + share, 0) - columns;
  const largest = shares.indexOf(Math.max(...shares));
  return shares.map((share, at) => (at === largest ? share - over : share));
};

/** A bar of resolved, acknowledged and open observations, then the first matches. */
const renderProgressBar = (display: Display): string[] => {
  const { byStatus, bySeverity, width, color } = display;
  const { resolved = 0, acknowledged = 0, open = 0 } = byStatus;
  const all = printCounted(resolved + acknowledged + open, 'observation');
  const figures = `${printCount(resolved)} resolved, ${printCount(acknowledged)} acknowledged, ${printCount(open)} open of ${all}`;
  const beside = width - figures.length - 2;
  const columns = Math.max(3, Math.min(maxBarColumns, beside < leastBarColumns ? width : beside));
  const [done = 0, seen = 0, left = 0] = shareColumns([resolved, acknowledged, open], columns);
  const bar = paint('█'.repeat(done), '32', color) + paint('▓'.repeat(seen), '33', color) + '░'.repeat(left);
  const words = severities
    .filter((severity) => (bySeverity[severity] ?? 0) > 0)
    .map((severity) => paint(`${printCount(bySeverity[severity] ?? 0)} ${severity}`, severityColors[severity], color));
  return [
    ...(beside < leastBarColumns ? [bar, figures] : [`${bar}  ${figures}`]),
    ...(words.length > 0 ? [words.join(', ')] : []),
    ...renderCompact({ ...display, width: width - 2 }).map((line) => (line.startsWith(' ') ? line : `  ${line}`)),
  ];
};

type Column = {
  head: string;
  /** Order in which columns are dropped; 0: never. */
  rank: number;
  maxColumns: number;
  isNumber?: boolean;
  print(one: Observation, nowMs: number): string;
  paint?(one: Observation): string | undefined;
};

const tableColumns: readonly Column[] = [
  { head: 'id', rank: 0, maxColumns: idColumns, print: ({ id }) => toShortId(id) },
  { head: 'severity', rank: 0, maxColumns: 8, print: ({ severity }) => severity, paint: ({ severity }) => severityColors[severity] },
  {
    head: 'status',
    rank: 0,
    maxColumns: 15,
    print: ({ state, isNoLongerFound }) => (isNoLongerFound ? 'no longer found' : state),
    paint: ({ state }) => stateColors[state],
  },
  { head: 'seen', rank: 2, maxColumns: 6, isNumber: true, print: ({ seen }) => printCount(seen) },
  {
    head: 'last seen',
    rank: 3,
    maxColumns: 12,
    print: ({ lastSeenAtMs }, nowMs) => printAgo(lastSeenAtMs === null ? null : Math.max(nowMs - lastSeenAtMs, 0)),
  },
  { head: 'observer', rank: 1, maxColumns: 22, print: printObserver },
  { head: 'project', rank: 4, maxColumns: 20, print: ({ project }) => toOneLine(project ?? '–', maxTitleChars) },
];

/** Columns as wide as their content, with the title in the rest; drops columns that do not fit. */
const renderTable = ({ observations, total, width, color, nowMs, ...rest }: Display): string[] => {
  const sized = tableColumns.map((column) => {
    const texts = observations.map((one) => column.print(one, nowMs));
    const columns = Math.min(column.maxColumns, Math.max(computeColumns(column.head), ...texts.map(computeColumns)));
    return { column, texts, columns };
  });
  const widthOf = (shown: typeof sized) => shown.reduce((sum, { columns }) => sum + columns + 2, 0);
  let shown = sized;
  for (let rank = 4; rank > 0 && widthOf(shown) + leastTitleColumns > width; rank -= 1) {
    shown = shown.filter(({ column }) => column.rank !== rank);
  }
  const titleColumns = Math.max(width - widthOf(shown), leastTitleColumns);
  const fit = (text: string, columns: number, isNumber = false) =>
    isNumber ? ' '.repeat(Math.max(columns - computeColumns(text), 0)) + cutColumns(text, columns) : fitColumns(text, columns);
  const head = shown.map(({ column, columns }) => fit(column.head, columns, column.isNumber));
  const lines = observations.map((one, at) => {
    const cells = shown.map(({ column, columns, texts }) =>
      paint(fit(texts[at] ?? '', columns, column.isNumber), column.paint?.(one), color),
    );
    return [...cells, cutTitle(printTitle(one), titleColumns)].join('  ');
  });
  return [[...head, 'title'].join('  '), ...lines, ...printMore({ observations, total, width, color, nowMs, ...rest })];
};

const renderers: Record<DisplayStyle, (display: Display) => string[]> = {
  progress_bar: renderProgressBar,
  table: renderTable,
  compact: renderCompact,
};

/**
 * Observations for a terminal, with line breaks; '' if there is nothing to print. Session text stays on one line and has no control
 * characters.
 */
export const renderDisplay = (style: DisplayStyle, display: Display): string => {
  const { byStatus, observations } = display;
  const isEmpty = observations.length === 0 && (style !== 'progress_bar' || Object.values(byStatus).every((count) => count === 0));
  return isEmpty ? '' : `${renderers[style](display).join('\n')}\n`;
};
