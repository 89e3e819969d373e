import { findFrom, type DiffLine } from '@/components/session/diff-lines.ts';

/** A line of the text diff: the text at each side; null: none. `change` numbers the changes from 0; null: equal. */
export type TextRow = { left: DiffLine | null; right: DiffLine | null; change: number | null };
/** Lines as they are drawn: rows, or a stretch of equal ones that is collapsed. */
export type TextPart = { kind: 'row'; row: TextRow } | { kind: 'collapsed'; rows: TextRow[]; heading: string | null };

const longestStretch = 6;
const kept = 2;

const textOf = (line: DiffLine | null): string => line?.parts.map(({ text }) => text).join('') ?? '';
const isBlank = ({ left, right }: TextRow): boolean => textOf(left).trim() === '' && textOf(right).trim() === '';

/** Removed lines of a change next to the added ones, or (`beside` false) above them. Omits lines that are blank on both sides. */
export const toTextRows = (lines: readonly DiffLine[], beside: boolean): { rows: TextRow[]; changes: number } => {
  const rows: TextRow[] = [];
  let changes = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (!line || line.kind === 'same' || line.kind === 'cut') {
      if (line) rows.push({ left: line, right: line, change: null });
      at += 1;
      continue;
    }
    const block = lines.slice(
      at,
      findFrom(lines, at, ({ kind }) => kind === 'same'),
    );
    const [removed, added] = [block.filter(({ kind }) => kind === 'removed'), block.filter(({ kind }) => kind === 'added')];
    const height = beside ? Math.max(removed.length, added.length) : removed.length + added.length;
    const made = Array.from({ length: height }, (_, index): TextRow => {
      const right = added[beside ? index : index - removed.length] ?? null;
      return { left: removed[index] ?? null, right, change: changes };
    }).filter((row) => !isBlank(row));
    rows.push(...made);
    if (made.length > 0) changes += 1;
    at += block.length;
  }
  return { rows: rows.filter((row) => !isBlank(row)), changes };
};

/** CollapseState equal stretches of over six lines but for two at each side of a change. */
export const collapseTextRows = (rows: readonly TextRow[]): TextPart[] => {
  const parts: TextPart[] = [];
  const show = (some: readonly TextRow[]) => parts.push(...some.map((row) => ({ kind: 'row' as const, row })));
  for (let from = 0; from < rows.length;) {
    const to = findFrom(rows, from, ({ change }) => change !== null);
    const [head, tail] = [from === 0 ? 0 : kept, to === rows.length ? 0 : kept];
    if (to - from > longestStretch && to - from > head + tail + 1) {
      const hidden = rows.slice(from + head, to - tail);
      show(rows.slice(from, from + head));
      parts.push({ kind: 'collapsed', rows: hidden, heading: findHeading(hidden) });
      show(rows.slice(to - tail, to));
    } else show(rows.slice(from, to));
    from = findFrom(rows, to, ({ change }) => change === null);
    show(rows.slice(to, from));
  }
  return parts;
};

/** The first heading of a stretch, used as its summary. */
const findHeading = (rows: readonly TextRow[]): string | null =>
  rows.map(({ left }) => /^#{2,4} (.+)$/u.exec(textOf(left))?.[1] ?? null).find((heading) => heading !== null) ?? null;
