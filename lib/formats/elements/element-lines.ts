import { hash } from 'node:crypto';
import type { Line } from '../format.ts';
import { toJson } from '../narrow.ts';

/** The elements of a document as lines, in the order in which they are added. */
export type ElementLines = { lines: Line[]; add(element: unknown): Line };

/** Starts empty. Equal documents give equal lines. Each text is built on request, since all of them together are as large as the document. */
export const makeElementLines = (): ElementLines => {
  const lines: Line[] = [];
  let offset = 0;
  return {
    lines,
    add: (element) => {
      const text = toJson(element);
      const bytes = Buffer.byteLength(text);
      const line: Line = {
        number: lines.length + 1,
        offset,
        bytes,
        hash: longFingerprintOf(text),
        get text() {
          return toJson(element);
        },
      };
      lines.push(line);
      offset += bytes + 1;
      return line;
    },
  };
};

/** A 132-bit hash that replaces a text in stored keys and ids. */
export const longFingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
