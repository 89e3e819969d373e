import { diffLines, diffWordsWithSpace } from 'diff';

export type DiffPart = { text: string; marked: boolean };
export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'cut'; before: number | null; after: number | null; parts: DiffPart[] };

const context = 3;
const longestMarkedLine = 500;
const maxEdits = 1500;

const splitLines = (text: string): string[] => {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
};

const plain = (text: string): DiffPart[] => [{ text, marked: false }];

/** Word marks of a pair of lines; none where nothing or nearly all differs, for then marks say nothing. */
const computeMarks = (removed: string, added: string): [DiffPart[], DiffPart[]] => {
  if (removed.length > longestMarkedLine || added.length > longestMarkedLine) return [plain(removed), plain(added)];
  const parts = diffWordsWithSpace(removed, added);
  const shared = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0);
  if (shared * 4 < Math.max(removed.trim().length, added.trim().length)) return [plain(removed), plain(added)];
  return [
    parts.flatMap((part) => (part.added ? [] : [{ text: part.value, marked: part.removed }])),
    parts.flatMap((part) => (part.removed ? [] : [{ text: part.value, marked: part.added }])),
  ];
};

/** Changes between two texts; past a bound of edits the whole of one against the whole of the other. */
const computeChanges = (before: string, after: string) => {
  const end = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return (
    diffLines(end(before), end(after), { maxEditLength: maxEdits }) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
};

/** A diff of lines with word marks, numbered from `firstLine` (null: unknown), the new side from `firstAfter`; all lines. */
export const computeAllDiffLines = (before: string, after: string, firstLine: number | null, firstAfter = firstLine): DiffLine[] => {
  const changes = computeChanges(before, after);
  const lines: DiffLine[] = [];
  let [old, fresh] = [firstLine ?? 0, firstAfter ?? 0];
  const number = (value: number) => (firstLine === null ? null : value);
  for (let i = 0; i < changes.length; i += 1) {
    const change = changes[i];
    if (!change) continue;
    const texts = splitLines(change.value);
    if (!change.added && !change.removed) {
      texts.forEach((text, at) => lines.push({ kind: 'same', before: number(old + at), after: number(fresh + at), parts: plain(text) }));
      old += texts.length;
      fresh += texts.length;
      continue;
    }
    const next = changes[i + 1];
    const partner = change.removed && next?.added ? splitLines(next.value) : [];
    const marks = texts.map((text, at) => (change.removed && partner[at] !== undefined ? computeMarks(text, partner[at]) : null));
    if (change.removed) {
      texts.forEach((text, at) =>
        lines.push({ kind: 'removed', before: number(old + at), after: null, parts: marks[at]?.[0] ?? plain(text) }),
      );
      old += texts.length;
      partner.forEach((text, at) =>
        lines.push({ kind: 'added', before: null, after: number(fresh + at), parts: marks[at]?.[1] ?? plain(text) }),
      );
      fresh += partner.length;
      if (partner.length > 0) i += 1;
    } else {
      texts.forEach((text, at) => lines.push({ kind: 'added', before: null, after: number(fresh + at), parts: plain(text) }));
      fresh += texts.length;
    }
  }
  return lines;
};

/** Index of the first item from `from` on that passes; the length of the list if none does. */
export const findFrom = <Item>(list: readonly Item[], from: number, isWanted: (item: Item) => boolean): number => {
  for (let at = from; at < list.length; at += 1) {
    const item = list[at];
    if (item !== undefined && isWanted(item)) return at;
  }
  return list.length;
};

/** The same with equal stretches cut but for three lines at each side of a change. */
export const computeDiffLines = (before: string, after: string, firstLine: number | null, firstAfter = firstLine): DiffLine[] => {
  const lines = computeAllDiffLines(before, after, firstLine, firstAfter);
  const shown: DiffLine[] = [];
  for (let from = 0; from < lines.length;) {
    const to = findFrom(lines, from, ({ kind }) => kind !== 'same');
    const head = from === 0 ? 0 : context;
    const tail = to === lines.length ? 0 : context;
    const cut = to - from > head + tail + 1 ? to - from - head - tail : 0;
    if (cut === 0) shown.push(...lines.slice(from, to));
    else
      shown.push(
        ...lines.slice(from, from + head),
        { kind: 'cut', before: null, after: null, parts: plain(`${cut} unchanged lines`) },
        ...lines.slice(to - tail, to),
      );
    from = findFrom(lines, to, ({ kind }) => kind === 'same');
    shown.push(...lines.slice(to, from));
  }
  return shown;
};

/** Lines added and removed. */
export const countChanges = (lines: readonly DiffLine[]): { added: number; removed: number } => ({
  added: lines.filter((line) => line.kind === 'added').length,
  removed: lines.filter((line) => line.kind === 'removed').length,
});

/**
 * Number of the line at which the new text begins, read from the numbered excerpt (`   86→const …`) that some tools answer;
 * null where there is none.
 */
export const findFirstLine = (result: string | null, after: string): number | null => {
  const wanted = after.split('\n', 1)[0];
  if (!result || wanted === undefined) return null;
  for (const line of result.split('\n')) {
    const numbered = /^\s*(\d{1,9})[→\t](.*)$/.exec(line);
    if (numbered && numbered[2] === wanted) return Number(numbered[1]);
  }
  return null;
};
