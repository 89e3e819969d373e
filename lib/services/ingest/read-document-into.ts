import { redactValue } from '../../redaction/redact.ts';
import type { SourceRow } from '../../store/rows.ts';
import { toDecoded } from './decode-lines.ts';
import { makePlacer } from './place-drafts.ts';
import { splitDocument } from './split-document.ts';
import { appendBatch, makePool, type ReadOutcome, type ReadTarget } from './read-into.ts';

/** Records a batch: few enough that its transaction stays short. */
const batchRecords = 1_000;

/**
 * Reads a file that is one JSON document, one transaction a batch. The file counts as read with the last batch alone: cut
 * off before it, the document is read again from its start, and what is stored already is not written twice.
 */
export const readDocumentInto = async (target: ReadTarget, document: unknown, fileSha256: string): Promise<ReadOutcome> => {
  const { format, input, redacts } = target;
  if (!format.readDocument) throw new Error(`Format ${format.id} has the shape of a document but reads none`);
  const drafts = format.readDocument(redacts ? redactValue(document) : document, { path: input.path });
  const batches = splitDocument(drafts, batchRecords);
  const { bytes } = target.source;
  const pool = makePool(target);
  const placer = makePlacer({ sourceId: target.source.id, family: format.agent.id });
  const outcome: ReadOutcome = { source: target.source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let calls = 0;
  for (const [index, batch] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const whole: Partial<SourceRow> = { offset: bytes, offsetSha256: fileSha256, sha256: fileSha256, lines: drafts.lines?.length ?? 1 };
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
    const bytesRead = Math.floor((bytes * (index + 1)) / batches.length);
    input.onProgress({ bytesRead, bytes, records: outcome.newRecords, toolCalls: calls });
    if (input.signal.aborted && !isLast) {
      outcome.cancelled = true;
      break;
    }
  }
  outcome.sessions = pool.all();
  return outcome;
};
