import { hash } from 'node:crypto';
import type { Line } from '../format.ts';
import { toJson } from '../narrow.ts';

/** The elements of a document as lines, in the order in which they are added. */
export type ElementLines = { lines: Line[]; add(element: unknown): Line };

/** Begins without elements. Equal documents give equal lines. Their texts are made anew each time: all at once, they are the document again. */
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

/** A stand-in for a text in keys and ids that are stored: 132 bits. */
export const longFingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
