import { searchKind, type SearchKind } from '../../../domain/search.ts';

/**
 * Numbers of documents in the search index: the session's number, then that of the record or observation, then its kind. A session is a
 * range of them, and the kind is known without reading a row. Exact in JavaScript up to two million sessions and 268 million records.
 */
const kindBits = 16;
const sessionSpan = 2 ** 32;

export const toDoc = (session: number, number: number, kind: SearchKind): number =>
  session * sessionSpan + number * kindBits + searchKind.options.indexOf(kind);

export const toKind = (code: number): SearchKind => searchKind.options[code] ?? 'meta';
export const toKindCode = (kind: string): number => searchKind.options.findIndex((one) => one === kind);
export const toNumber = (doc: number): number => Math.floor((doc % sessionSpan) / kindBits);
export const toSessionNumber = (doc: number): number => Math.floor(doc / sessionSpan);
/** First and last number of a session's documents. */
export const toRange = (session: number): [first: number, last: number] => [session * sessionSpan, (session + 1) * sessionSpan - 1];

/** The same in SQL. */
export const docSql = {
  session: (doc: string): string => `(${doc} >> 32)`,
  number: (doc: string): string => `((${doc} >> 4) & 268435455)`,
  kind: (doc: string): string => `(${doc} & 15)`,
};
