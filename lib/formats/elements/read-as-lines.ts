import { makeDrafts, type DocumentDrafts, type LineReader } from '../format.ts';
import { makeElementLines } from './element-lines.ts';

/** Reads the elements of a document with the reader for files that hold them one per line. */
export const readAsLines = (elements: readonly unknown[], reader: LineReader): DocumentDrafts => {
  const out = makeDrafts();
  const lines = makeElementLines();
  for (const element of elements) reader.read(lines.add(element), element, out);
  return { ...out, lines: lines.lines };
};
