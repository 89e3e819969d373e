import { hash } from 'node:crypto';
import { makeDrafts, type DocumentDrafts, type Drafts, type Line } from '../format.ts';
import { toJson } from '../narrow.ts';

/** Drafts of a document's elements, taken away in parts: all drafts together are many times the size of the document. */
export type ElementDrafts = {
  /** Drafts of the current part; emptied when the part is taken. */
  out: Drafts;
  /** The next element, as a line. */
  add(element: unknown): Line;
  /** The part if it is full, else nothing. To be asked between elements. */
  takeFull(): DocumentDrafts[];
  /** The last part; empty if nothing came since the one before. */
  takeRest(): DocumentDrafts;
};

/** Records a part: few enough that its transaction stays short. */
const fullRecords = 1_000;

/** Starts empty. Equal documents give equal lines. The text of each is built on request. */
export const makeElementDrafts = (): ElementDrafts => {
  const out = makeDrafts();
  const lines: Line[] = [];
  let [number, offset] = [0, 0];
  const takeRest = (): DocumentDrafts => ({
    sessions: out.sessions.splice(0),
    records: out.records.splice(0),
    responses: out.responses.splice(0),
    links: out.links.splice(0),
    issues: out.issues.splice(0),
    lines: lines.splice(0),
  });
  return {
    out,
    add: (element) => {
      const text = toJson(element);
      const bytes = Buffer.byteLength(text);
      const line: Line = {
        number: (number += 1),
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
    takeFull: () => (out.records.length < fullRecords ? [] : [takeRest()]),
    takeRest,
  };
};

/** A 132-bit hash that replaces a text in stored keys and ids. */
export const longFingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
