import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import type { Session } from '../lib/domain/session.ts';
import { makeObserverSet, defaultConfig, type AssessmentDraft } from '../lib/observers/observer-set.ts';
import { reduceCalls, startReducer, type StandingFinding } from '../lib/observers/run.ts';
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder } from './archive.ts';

/** Observers' findings in a session; `standing`: those known at its end. */
export type ObservedSession = { session: Session; path: string; assessments: AssessmentDraft[]; standing: StandingFinding[] };

const windowCalls = 2_000;

/** Findings of the default configuration's observers in one stored session. */
const observe = async (store: Store, sessionId: string): Promise<Pick<ObservedSession, 'assessments' | 'standing'>> => {
  const { set } = makeObserverSet(defaultConfig);
  if (!set) throw new Error('The default configuration is not valid');
  const assessments: AssessmentDraft[] = [];
  let state: ReturnType<typeof startReducer> | null = null;
  let afterCall = 0;
  for (;;) {
    const { about, calls, turnEnds } = await store.listCallFacts(sessionId, afterCall, windowCalls);
    const reduced = reduceCalls(set, about, state ?? startReducer(set, about), calls, turnEnds);
    state = reduced.state;
    assessments.push(...reduced.assessments);
    if (calls.length < windowCalls) return { assessments, standing: state.slices.flatMap((slice) => slice.standing) };
    afterCall = calls.at(-1)?.callIndex ?? afterCall;
  }
};

/** Imports files into an archive that is thrown away, and observes each of their sessions. */
export const observeFiles = (files: readonly string[]): Promise<ObservedSession[]> =>
  inFolder(async (folder) => {
    const store = openStore(path.join(folder, 'archive.sqlite'), { migrationsFolder: path.resolve('db/migrations') });
    const importer = makeDirectImporter({ store, now: Date.now, scratchFolder: path.join(folder, 'scratch') });
    const { signal } = new AbortController();
    const found = new Map<string, string>();
    for (const file of files) {
      const result = await importer.importFile({ file, path: file, synthetic: false, signal, onProgress: () => undefined });
      for (const { id } of result.sessions) if (!found.has(id)) found.set(id, file);
    }
    const observed: ObservedSession[] = [];
    for (const [id, file] of found) {
      const session = await store.findSession(id);
      if (session) observed.push({ session, path: file, ...(await observe(store, id)) });
    }
    await store.close();
    return observed;
  });
