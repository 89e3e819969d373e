import { findFieldRule } from './find-assigned.ts';
import { findSecretName } from './secret-names.ts';
import type { Secret } from './secret.ts';

const insert = /insert\s{1,8}into\s{1,8}[\w."`[\]]{1,100}\s{0,8}\(([^()]{1,1000})\)\s{0,20}values\s{0,8}/giu;
const tuple = /\s{0,8},?\s{0,8}\(((?:[^()'"]|'(?:[^'\\]|\\.|''){0,1000}'|"[^"]{0,1000}"){1,4000})\)/uy;

const columnNames = /pass(?:word|wd|phrase)|secret|token|(?:api|access)[ _-]?key/giu;
const partOfHeader = /[\w .,;|\t"-]/u;
const lineBreak = /\r?\n|\\{1,7}n/u;
const ruler = /^[-+|:=,; ]*$/u;

const maxHeader = 600;
const maxLine = 4_000;
const maxRows = 200;

type Cell = { start: number; text: string };

/** The cells of a line without spaces and quotes around them. */
const splitCells = (line: string, at: number, separator: string): Cell[] => {
  let from = at;
  return line.split(separator).map((cell) => {
    const start = from + (/^(?:\s|\\{0,8}["'`])*/u.exec(cell)?.[0].length ?? 0);
    const text = /^[^"'`\\\n]*/u.exec(cell.slice(start - from))?.[0].trimEnd() ?? '';
    from += cell.length + separator.length;
    return { start, text };
  });
};

/** The secrets in a row, by the names of its columns. */
const findInRow = (names: readonly Cell[], cells: readonly Cell[], isQuoted: boolean): Secret[] =>
  cells.flatMap(({ start, text }, at) => {
    const found = text === '' ? null : findFieldRule(names[at]?.text ?? '', text, isQuoted);
    return found === null ? [] : [{ start, end: start + text.length, rule: found }];
  });

const findInInserts = (text: string): Secret[] => {
  const found: Secret[] = [];
  for (const match of text.matchAll(insert)) {
    const names = splitCells(match[1] ?? '', 0, ',');
    if (!names.some((name) => findSecretName(name.text))) continue;
    tuple.lastIndex = match.index + match[0].length;
    for (let values = tuple.exec(text); values; values = tuple.exec(text)) {
      const cells = splitCells(values[1] ?? '', values.index + values[0].indexOf('(') + 1, ',');
      if (cells.length === names.length) found.push(...findInRow(names, cells, true));
    }
  }
  return found;
};

/** The short words and separators around a place, and where the next line begins if they go on to the end of their line. */
const findHeader = (text: string, at: number): { start: number; end: number; next: number | null } => {
  let start = at;
  while (start > 0 && at - start < maxHeader && partOfHeader.test(text[start - 1] ?? '')) start -= 1;
  let end = at;
  while (end - at < maxHeader && partOfHeader.test(text[end] ?? '')) end += 1;
  const match = text[start] === '"' || /[\n\\'`]/u.test(text[start - 1] ?? '\n') ? lineBreak.exec(text.slice(end, end + 10)) : null;
  return { start, end, next: match?.index === 0 ? end + match[0].length : null };
};

/** Rows as long as they have as many cells as their header. */
const findInRows = (text: string, from: number, names: readonly Cell[], separator: string): { found: Secret[]; to: number } => {
  const found: Secret[] = [];
  let at = from;
  for (let rows = 0; rows < maxRows && at < text.length; rows += 1) {
    const line = text.slice(at, at + maxLine);
    const stop = lineBreak.exec(line);
    const content = line.slice(0, stop?.index);
    const cells = splitCells(content, at, separator);
    if (!ruler.test(content) && cells.length !== names.length) break;
    if (!ruler.test(content)) found.push(...findInRow(names, cells, false));
    if (!stop) break;
    at += stop.index + stop[0].length;
  }
  return { found, to: at };
};

const findInTables = (text: string): Secret[] => {
  const found: Secret[] = [];
  let readTo = 0;
  for (const { index } of text.matchAll(columnNames)) {
    if (index < readTo) continue;
    const header = findHeader(text, index);
    readTo = header.end;
    if (header.next === null) continue;
    const line = text.slice(header.start, header.end);
    const separator = [',', ';', '|', '\t'].find((one) => line.includes(one));
    if (separator === undefined) continue;
    const names = splitCells(line, 0, separator);
    // Lines of code have one name and a comma, too.
    if (names.filter((name) => name.text !== '').length < 2 || !names.some((name) => findSecretName(name.text))) continue;
    const rows = findInRows(text, header.next, names, separator);
    found.push(...rows.found);
    readTo = rows.to;
  }
  return found;
};

/** Secrets in columns that are named once: in CSV, in tables, and in `INSERT INTO … VALUES`. */
export const findInColumns = (text: string): Secret[] => [...findInInserts(text), ...findInTables(text)];
