import { setImmediate } from 'node:timers/promises';
import type { Session } from '../../domain/session.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { sourceIdOf } from '../../session/ids.ts';
import { listLineHashes } from '../../store/list-line-hashes.ts';
import type { Store } from '../../store/store.ts';
import type { Cleaner } from './make-cleaner.ts';

/** The lines that a session was read from, file by file and in the order of each. */
export async function* listOriginalLines(store: Store, session: Session, clean: Cleaner): AsyncGenerator<Redacted<string>> {
  let number = 0;
  for (const path of session.sourcePaths) {
    const sourceId = sourceIdOf(path);
    const chunks = (await store.listRawChunks(sourceId)).filter(({ sessionId }) => sessionId === session.id);
    let lastOffset = -1;
    const written = new Set<string>();
    for (const { firstOffset, offsets, repeats } of chunks) {
      const chunk = await store.readRawChunk(session.id, sourceId, firstOffset);
      if (!chunk) continue;
      const hashes = repeats ? listLineHashes(chunk) : [];
      for (const [at, start] of chunk.starts.entries()) {
        const offset = offsets[at] ?? 0;
        // In a rewritten file, runs of earlier lines may overlap with later ones.
        // Earlier snapshots stay.
        if (repeats ? written.has(`${offset} ${hashes[at]}`) : offset <= lastOffset) continue;
        lastOffset = offset;
        if (repeats) written.add(`${offset} ${hashes[at]}`);
        number += 1;
        yield clean.text(chunk.bytes.toString('utf8', start, chunk.starts[at + 1]), { where: `line ${number}`, seq: null });
      }
      await setImmediate();
    }
  }
}
