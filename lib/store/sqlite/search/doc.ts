import { searchKind, type SearchKind } from '../../../domain/search.ts';

/**
 * Numbers of documents in the search index: the session's number, then that of the record, observation or summary, then its kind. A session is a
 * range of them, and the kind is known without reading a row. Exact in JavaScript up to two million sessions and 268 million records.
 */
const kindCodes: Record<SearchKind, number> = {
  prompt: 0,
  response: 1,
  reasoning: 2,
  tool_call: 3,
  tool_result: 4,
  system: 5,
  boundary: 6,
  meta: 7,
  observation: 8,
  summary: 9,
};
const kinds = new Map(searchKind.options.map((kind) => [kindCodes[kind], kind]));

/** Records that agents keep for themselves: nobody said or did them. */
const bookkeeping: readonly SearchKind[] = ['system', 'boundary', 'meta'];
export const isBookkeeping = (kind: SearchKind): boolean => bookkeeping.includes(kind);

const kindBits = 4;
const ownBits = 32;
const [kindSpan, ownSpan] = [2 ** kindBits, 2 ** ownBits];

export const toDoc = (session: number, number: number, kind: SearchKind): number => session * ownSpan + number * kindSpan + kindCodes[kind];
/** Session, number and kind of a document; 0 stands for no session. */
export const fromDoc = (doc: number): { session: number; number: number; kind: SearchKind } => ({
  session: Math.floor(doc / ownSpan),
  number: Math.floor((doc % ownSpan) / kindSpan),
  kind: toKind(doc % kindSpan),
});
export const toKind = (code: number): SearchKind => kinds.get(code) ?? 'meta';

type Range = [first: number, last: number];
/** First and last number of a session's documents. */
export const toSessionRange = (session: number): Range => [session * ownSpan, (session + 1) * ownSpan - 1];
/** Range of the documents that a record may be: its kind may have changed. */
export const toRecordRange = (session: number, number: number): Range => {
  const first = session * ownSpan + number * kindSpan;
  return [first, first + kindSpan - 1];
};

/** The same in SQL. */
export const docSql = {
  session: (doc: string): string => `(${doc} >> ${ownBits})`,
  number: (doc: string): string => `((${doc} & ${ownSpan - 1}) >> ${kindBits})`,
  kind: (doc: string): string => `(${doc} & ${kindSpan - 1})`,
  isKind: (doc: string, ...wanted: readonly SearchKind[]): string =>
    `((${doc} & ${kindSpan - 1}) IN (${wanted.map((kind) => kindCodes[kind]).join(', ')}))`,
  isBookkeeping: (doc: string): string => docSql.isKind(doc, ...bookkeeping),
  /** Documents with numbers of their own, unlike records. */
  isDerived: (doc: string): string => `((${doc} & ${kindSpan - 1}) >= ${kindCodes.observation})`,
  /** Grows in the order in which records were added; documents with numbers of their own follow all records. */
  added: (doc: string): string => `(${docSql.isDerived(doc)} * ${ownSpan} + (${doc} & ${ownSpan - 1}))`,
  /** The same among records alone, and among observations alone, for less. */
  place: (doc: string): string => `(${doc} & ${ownSpan - 1})`,
  of: (session: string, number: string, kind: string): string =>
    `((${session} << ${ownBits}) + (${number} << ${kindBits}) + CASE ${kind} ${Object.entries(kindCodes)
      .map(([name, code]) => `WHEN '${name}' THEN ${code}`)
      .join(' ')} END)`,
};
