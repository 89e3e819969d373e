import type { Assessment } from '../../domain/assessment.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { renderAssessments } from '../../observers/render.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { writeAssessment } from './write-assessment.ts';

type WriteDeps = {
  store: Store;
  set: ObserverSet;
  warn: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Each time another process stored something newer meanwhile; then the next one writes it. */
const maxRounds = 10;

/**
 * Writes the files of the observers that made `assessments`. Each file holds the standing assessments of the last call that one of its
 * observers assessed, in whichever process. Among processes that write at the same time, the last one to write looks once more for newer
 * assessments, so that the file ends with the newest.
 */
export const writeNewest = async ({ store, set, warn }: WriteDeps, sessionId: string, assessments: readonly Assessment[]) => {
  const [session] = await store.findSessionRows([sessionId]);
  if (!session?.cwd) {
    warn('assessment_not_written', { sessionId, reason: 'The folder of the session is unknown.' });
    return;
  }
  const pathOf = new Map(set.observers.map(({ kind, outputPath }) => [kind.id, outputPath]));
  for (const outputPath of new Set(assessments.flatMap(({ observer }) => pathOf.get(observer) ?? []))) {
    let text: Redacted<string> | null = null;
    for (let round = 0; round < maxRounds; round += 1) {
      const newest = await renderNewest(store, sessionId, ({ observer }) => pathOf.get(observer) === outputPath);
      if (newest === null || newest === text) break;
      text = newest;
      const written = await writeAssessment(session.cwd, outputPath, text);
      if ('path' in written) continue;
      warn('assessment_not_written', { sessionId, reason: written.refused });
      break;
    }
  }
};

const renderNewest = async (store: Store, sessionId: string, isOwn: (one: Assessment) => boolean): Promise<Redacted<string> | null> => {
  const inForce = (await store.listActiveAssessments(sessionId, Number.MAX_SAFE_INTEGER)).filter(isOwn);
  if (inForce.length === 0) return null;
  const lastCall = Math.max(...inForce.map(({ callIndex }) => callIndex));
  return renderAssessments((await store.listAssessmentsOfLastCall(sessionId, lastCall)).filter(isOwn));
};
