import type { DocumentDrafts, Drafts, Line } from '../format.ts';
import { formats } from '../registry.ts';
import { readFixture } from './reduce-bytes.ts';

export const parseFixture = (name: string): unknown => JSON.parse(readFixture(name).toString('utf8'));

/** Drafts that a format makes of a document, all parts together. */
export const readValue = (id: string, value: unknown, path = '/logs/file.json'): DocumentDrafts & { lines: Line[] } => {
  const parts = [...(formats.find((format) => format.id === id)?.readDocument?.(value, { path }) ?? [])];
  return {
    sessions: parts.flatMap(({ sessions }) => sessions),
    records: parts.flatMap(({ records }) => records),
    responses: parts.flatMap(({ responses }) => responses),
    links: parts.flatMap(({ links }) => links),
    issues: parts.flatMap(({ issues }) => issues),
    lines: parts.flatMap(({ lines }) => lines ?? []),
  };
};

/** Drafts that a format makes of a fixture that is one document. */
export const readDocument = (id: string, name: string): DocumentDrafts => readValue(id, parseFixture(name));

/** Records in brief: session, kind, what tells most. */
export const toBrief = ({ records }: Drafts): string[] =>
  records.map(({ session, kind, subtype, text, call, result }) =>
    [session.replace(/:[\w-]{22}$/u, ''), kind, subtype, call?.name, result?.outcome, text.slice(0, 20)].filter(Boolean).join(' '),
  );
