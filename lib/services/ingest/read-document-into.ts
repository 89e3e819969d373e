import type { DocumentDrafts } from '../../formats/format.ts';
import { redactValue } from '../../redaction/redact.ts';
import type { SourceRow } from '../../store/rows.ts';
import { toDecoded } from './decode-lines.ts';
import { makePlacer } from './place-drafts.ts';
import { splitDocument } from './split-document.ts';
import { appendBatch, makePool, type ReadOutcome, type ReadTarget } from './read-into.ts';

/** Records a batch: few enough that its transaction stays short. */
const batchRecords = 1_000;

const toBatches = (drafts: DocumentDrafts) => ({ lines: drafts.lines?.length ?? 1, batches: splitDocument(drafts, batchRecords) });

/**
 * Reads a file that is one JSON document, one transaction a batch. The file counts as read with the last batch alone: cut
 * off before it, the document is read again from its start, and what is stored already is not written twice.
 */
export const readDocumentInto = async (target: ReadTarget, document: unknown, fileSha256: string): Promise<ReadOutcome> => {
  const { format, input, redacts } = target;
  if (!format.readDocument) throw new Error(`Format ${format.id} has the shape of a document but reads none`);
  const { lines, batches } = toBatches(format.readDocument(redacts ? redactValue(document) : document, { path: input.path }));
  const count = batches.length;
  const { bytes } = target.source;
  const pool = makePool(target);
  const placer = makePlacer({ sourceId: target.source.id, family: format.agent.id });
  const outcome: ReadOutcome = { source: target.source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let calls = 0;
  // Each batch is let go once it is stored.
  for (let index = 0, batch = batches.shift(); batch; index += 1, batch = batches.shift()) {
    const isLast = index === count - 1;
    const whole: Partial<SourceRow> = { offset: bytes, offsetSha256: fileSha256, sha256: fileSha256, lines };
    const decoded = await toDecoded(placer, batch, batch.lines);
    const source = {
      ...outcome.source,
      unknownRecords: outcome.source.unknownRecords + decoded.unknownRecords,
      ...(isLast && whole),
    };
    const appended = await appendBatch(target.store, pool, source, decoded, () => null);
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    calls += appended.newCalls;
    const bytesRead = Math.floor((bytes * (index + 1)) / count);
    input.onProgress({ bytesRead, bytes, records: outcome.newRecords, toolCalls: calls });
    if (input.signal.aborted && !isLast) {
      outcome.cancelled = true;
      break;
    }
  }
  outcome.sessions = pool.all();
  return outcome;
};
