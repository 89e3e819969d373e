import type { DocumentDrafts, LineReader } from '../format.ts';
import { makeElementDrafts } from './element-drafts.ts';

/** Reads the elements of a document with the reader for files that hold them one per line. */
export function* readAsLines(elements: readonly unknown[], reader: Pick<LineReader, 'read'>): Generator<DocumentDrafts> {
  const { out, add, takeFull, takeRest } = makeElementDrafts();
  for (const element of elements) {
    reader.read(add(element), element, out);
    yield* takeFull();
  }
  yield takeRest();
}
