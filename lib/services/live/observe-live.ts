import type { Assessment } from '../../domain/assessment.ts';
import type { LiveAnswer } from '../../domain/live-call.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { diffAssessments } from '../../observers/diff.ts';
import { renderAssessments } from '../../observers/render.ts';
import { renderSection } from '../../observers/section.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from '../observe/observe-session.ts';
import { selectTelling } from './select-telling.ts';
import { writeAssessment } from './write-assessment.ts';

/** The observers as they are configured, and whether what they say is written into the agent's folder. */
export type Feedback = { set: ObserverSet; writeFile: boolean };

export type LiveDeps = {
  store: Store;
  loadFeedback: () => Feedback;
  now: () => number;
  /** What went wrong and is no matter of the agent's. */
  warn: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Enough to know what the agent was told of what stands. */
const newestAssessments = 60;

export type Observed = Pick<LiveAnswer, 'assessments' | 'markdown' | 'changes' | 'section'>;

/**
 * Lets the observers see what is new of a running session, writes what they say into its folder, and answers it, with what the agent
 * is to be told now; that is marked as sent, unless it is not to be told (`tell`) yet.
 */
export const observeLive = async (
  { store, loadFeedback, now, warn }: LiveDeps,
  sessionId: string,
  { signal, tell = true }: { signal?: AbortSignal; tell?: boolean } = {},
): Promise<Observed> => {
  const { set, writeFile } = loadFeedback();
  const observed = await observeSession(store, set, sessionId, signal ? { signal } : {});
  const assessments = (observed?.assessments ?? []).map((one): Assessment => ({ ...one, sentAtMs: null, superseded: false }));
  const newest = await store.listAssessments(sessionId, { superseded: true, newest: newestAssessments });
  const told = tell ? selectTelling(newest, set.stillAfterCalls) : [];
  if (told.length > 0) {
    const keys = newest
      .filter(
        (one) => !one.superseded && one.telling !== null && one.sentAtMs === null && told.some(({ observer }) => observer === one.observer),
      )
      .map(({ observer, configKey, callId }) => ({ observer, configKey, callId }));
    await store.putSent(sessionId, keys, now());
  }
  const last = assessments.at(-1);
  const file = assessments.filter((one) => one.callIndex === last?.callIndex);
  if (writeFile && last) await writeFiles({ store, set, warn }, sessionId, assessments);
  return {
    assessments,
    markdown: last ? renderAssessments(file) : null,
    changes: diffAssessments(findBefore(file, newest), file),
    section: renderSection(told),
  };
};

/** What the observers of these assessments said before them. */
const findBefore = (made: readonly Assessment[], newest: readonly Assessment[]): Assessment[] =>
  made.flatMap(
    ({ observer, callIndex }) => newest.findLast((one) => one.observer === observer && !one.superseded && one.callIndex < callIndex) ?? [],
  );

type WriteDeps = Pick<LiveDeps, 'store' | 'warn'> & { set: ObserverSet };

/** Each file holds what was said at the last call at which one of its observers said something. */
const writeFiles = async ({ store, set, warn }: WriteDeps, sessionId: string, assessments: readonly Assessment[]): Promise<void> => {
  const [session] = await store.findSessionRows([sessionId]);
  if (!session?.cwd) {
    warn('assessment_not_written', { sessionId, reason: 'The folder of the session is not known.' });
    return;
  }
  const pathOf = new Map(set.observers.map(({ kind, outputPath }) => [kind.id, outputPath]));
  for (const outputPath of new Set(pathOf.values())) {
    const own = assessments.filter(({ observer }) => pathOf.get(observer) === outputPath);
    const last = own.at(-1);
    if (!last) continue;
    const text = renderAssessments(own.filter(({ callIndex }) => callIndex === last.callIndex));
    const written = await writeAssessment(session.cwd, outputPath, text);
    if ('refused' in written) warn('assessment_not_written', { sessionId, reason: written.refused });
  }
};
