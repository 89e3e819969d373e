import { makeDrafts, type DocumentDrafts, type Drafts, type Line } from '../../formats/format.ts';

export type DocumentBatch = Drafts & { lines: Line[] };

/**
 * A document's drafts in batches of about `most` records, cut between elements. What is said of a session comes no later
 * than its records, a response with its first record, links and whatever has no record last, issues with their lines. There
 * is always a batch.
 */
export const splitDocument = (drafts: DocumentDrafts, most: number): DocumentBatch[] => {
  const batches: DocumentBatch[] = [makeBatch()];
  let current = batches[0] ?? makeBatch();
  const batchOfLine = new Map<number, DocumentBatch>();
  const batchOfResponse = new Map<string, DocumentBatch>();
  for (const record of drafts.records) {
    if (current.records.length >= most && !batchOfLine.has(record.line)) batches.push((current = makeBatch()));
    current.records.push(record);
    batchOfLine.set(record.line, current);
    if (record.response) {
      const key = `${record.session}\0${record.response}`;
      if (!batchOfResponse.has(key)) batchOfResponse.set(key, current);
    }
  }
  const first = batches[0] ?? current;
  for (const session of drafts.sessions) (batchOfLine.get(session.line) ?? first).sessions.push(session);
  for (const line of drafts.lines ?? []) (batchOfLine.get(line.number) ?? first).lines.push(line);
  for (const one of drafts.responses) (batchOfResponse.get(`${one.session}\0${one.nativeId}`) ?? current).responses.push(one);
  current.links.push(...drafts.links);
  for (const issue of drafts.issues) (batchOfLine.get(issue.line ?? 0) ?? first).issues.push(issue);
  return batches;
};

const makeBatch = (): DocumentBatch => ({ ...makeDrafts(), lines: [] });
