import { diffLines, diffWordsWithSpace } from 'diff';
import { cutText } from '@/lib/print/cut-text.ts';

/** `cut`: it stands for unchanged text that is left out. */
export type DiffPart = { text: string; marked: boolean; cut?: true };
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
  if (removed.length > longestMarkedLine || added.length > longestMarkedLine) return markMiddle(removed, added);
  const parts = diffWordsWithSpace(removed, added);
  const shared = parts.reduce((sum, part) => sum + (part.added || part.removed ? 0 : part.value.trim().length), 0);
  if (shared * 4 < Math.max(removed.trim().length, added.trim().length)) return [plain(removed), plain(added)];
  return [
    parts.flatMap((part) => (part.added ? [] : [{ text: part.value, marked: part.removed }])),
    parts.flatMap((part) => (part.removed ? [] : [{ text: part.value, marked: part.added }])),
  ];
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Marks the part between the common prefix and suffix of two long lines; nothing if those make up less than half of the lines. */
const markMiddle = (removed: string, added: string): [DiffPart[], DiffPart[]] => {
  const least = Math.min(removed.length, added.length);
  let [head, tail] = [0, 0];
  while (head < least && removed[head] === added[head]) head += 1;
  if (isHigh(removed.charCodeAt(head - 1))) head -= 1;
  while (tail < least - head && removed[removed.length - 1 - tail] === added[added.length - 1 - tail]) tail += 1;
  if (tail > 0 && isHigh(removed.charCodeAt(removed.length - 1 - tail))) tail -= 1;
  if ((head + tail) * 2 < least) return [plain(removed), plain(added)];
  const toParts = (line: string): DiffPart[] =>
    [
      { text: line.slice(0, head), marked: false },
      { text: line.slice(head, line.length - tail), marked: true },
      { text: line.slice(line.length - tail), marked: false },
    ].filter(({ text }) => text !== '');
  return [toParts(removed), toParts(added)];
};

const longestWholeLine = 240;
const beside = 60;
const cutPart: DiffPart = { text: '…', marked: false, cut: true };

/** The parts of a long line that show its changes: unchanged stretches are cut to what surrounds a mark; without marks, the end is cut. */
export const shortenLine = (parts: readonly DiffPart[]): readonly DiffPart[] => {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= longestWholeLine) return parts;
  const [only] = parts;
  if (only && !parts.some(({ marked }) => marked)) {
    return only.text.length <= 2 * longestWholeLine ? parts : [{ text: cutText(only.text, longestWholeLine), marked: false }, cutPart];
  }
  return parts.flatMap((part, at) => {
    const [isFirst, isLast] = [at === 0, at === parts.length - 1];
    const kept = (isFirst ? 0 : beside) + (isLast ? 0 : beside);
    if (part.marked || part.text.length <= kept + 2 * beside) return [part];
    const start = isFirst ? '' : cutText(part.text, beside);
    const end = isLast ? '' : part.text.slice(-beside).replace(/^[\udc00-\udfff]/u, '');
    return [{ text: start, marked: false }, cutPart, { text: end, marked: false }].filter(({ text }) => text !== '');
  });
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
