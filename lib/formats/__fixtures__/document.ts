import { makeDrafts, type DocumentDrafts, type Drafts } from '../format.ts';
import { formats } from '../registry.ts';
import { readFixture } from './reduce-bytes.ts';

export const parseFixture = (name: string): unknown => JSON.parse(readFixture(name).toString('utf8'));

/** What a format gives of a document. */
export const readValue = (id: string, value: unknown): DocumentDrafts =>
  formats.find((format) => format.id === id)?.readDocument?.(value, { path: '/logs/file.json' }) ?? makeDrafts();

/** What a format gives of a fixture that is one document. */
export const readDocument = (id: string, name: string): DocumentDrafts => readValue(id, parseFixture(name));

/** Records in brief: session, kind, what tells most. */
export const toBrief = ({ records }: Drafts): string[] =>
  records.map(({ session, kind, subtype, text, call, result }) =>
    [session.replace(/:[\w-]{22}$/u, ''), kind, subtype, call?.name, result?.outcome, text.slice(0, 20)].filter(Boolean).join(' '),
  );
