import { setImmediate } from 'node:timers/promises';
import type { Session } from '../../domain/session.ts';
import { sourceIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import type { Cleaner } from './make-cleaner.ts';

/** The lines that a session was read from, file by file and in the order of each. */
export async function* writeOriginal(store: Store, session: Session, clean: Cleaner): AsyncGenerator<string> {
  let number = 0;
  for (const path of session.sourcePaths) {
    const sourceId = sourceIdOf(path);
    const chunks = (await store.listRawChunks(sourceId)).filter(({ sessionId }) => sessionId === session.id);
    let lastOffset = -1;
    for (const { firstOffset, offsets } of chunks) {
      const chunk = await store.readRawChunk(session.id, sourceId, firstOffset);
      if (!chunk) continue;
      for (const [at, start] of chunk.starts.entries()) {
        // Of a file that was written anew, runs of its earlier lines may overlap with later ones.
        if ((offsets[at] ?? 0) <= lastOffset) continue;
        lastOffset = offsets[at] ?? 0;
        number += 1;
        yield `${clean.json(chunk.bytes.toString('utf8', start, chunk.starts[at + 1]), { where: `line ${number}`, seq: null })}\n`;
      }
      await setImmediate();
    }
  }
}
