import { redactValue } from '../../redaction/redact.ts';
import type { SourceRow } from '../../store/rows.ts';
import { toDecoded } from './decode-lines.ts';
import { makePlacer } from './place-drafts.ts';
import { appendBatch, makePool, type ReadOutcome, type ReadTarget } from './read-into.ts';

/**
 * Reads a file that is one JSON document, one transaction a part. The file counts as read with the last part alone: cut
 * off before it, the document is read again from its start, and what is stored already is not written twice.
 */
export const readDocumentInto = async (target: ReadTarget, document: unknown, fileSha256: string): Promise<ReadOutcome> => {
  const { format, input, redacts } = target;
  if (!format.readDocument) throw new Error(`Format ${format.id} has the shape of a document but reads none`);
  const parts = format.readDocument(redacts ? redactValue(document) : document, { path: input.path })[Symbol.iterator]();
  const { bytes } = target.source;
  const pool = makePool(target);
  const placer = makePlacer({ sourceId: target.source.id, family: format.agent.id });
  const outcome: ReadOutcome = { source: target.source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let [calls, lines, bytesRead] = [0, 0, 0];
  let isFirst = true;
  for (let part = parts.next(), next = part; !part.done; part = next) {
    const elements = part.value.lines;
    lines += elements?.length ?? 1;
    const decoded = await toDecoded(placer, part.value, elements ?? [], format);
    next = parts.next();
    const whole: Partial<SourceRow> = { offset: bytes, offsetSha256: fileSha256, sha256: fileSha256, lines };
    const source = {
      ...outcome.source,
      unknownRecords: outcome.source.unknownRecords + decoded.unknownRecords,
      ...(next.done && whole),
    };
    const appended = await appendBatch(target.store, pool, source, decoded, { toState: () => null, isFirst });
    isFirst = false;
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    calls += appended.newCalls;
    const last = elements?.at(-1);
    // The texts of the elements may be longer than what they were parsed from.
    if (last) bytesRead = Math.min(bytes, last.offset + last.bytes);
    input.onProgress({ bytesRead: next.done ? bytes : bytesRead, bytes, records: outcome.newRecords, toolCalls: calls });
    if (input.signal.aborted && !next.done) {
      outcome.cancelled = true;
      break;
    }
  }
  outcome.sessions = pool.all();
  return outcome;
};
