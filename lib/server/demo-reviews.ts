import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recurringFailure } from '../../db/demo/recurring-failure.ts';
import { demoBundle, toDemoScript } from '../../db/demo/reviews.ts';
import { reviewersConfig } from '../domain/reviewers-config.ts';
import { parseBundle } from '../reviewers/parse-bundle.ts';
import { makeScriptedModels, parseScript } from '../reviewers/script.ts';
import { carryOut } from '../services/reviews/carry-out.ts';
import { makeReviewerModels } from '../services/reviews/reviewer-models.ts';
import { noInput } from '../services/reviews/run-input.ts';
import type { ReviewDeps } from '../services/reviews/run-reviews.ts';
import { makeWatchConversation } from '../services/reviews/watch-conversation.ts';
import type { Store } from '../store/store.ts';

const maxCalls = 200;
const windowBytes = 4_096;

/** The newest demo session that ends with the recurring failure, and its last call; null: there is none. */
const findFailed = async (store: Store) => {
  const { project, error } = recurringFailure;
  const { items } = await store.listSessions({ project }, 'started', true, { cursor: null, limit: 20 });
  for (const session of items.filter(({ synthetic }) => synthetic)) {
    const call = (await store.listToolCalls(session.id, 1, maxCalls, windowBytes)).at(-1);
    if (call?.resultText?.includes(error)) return { session, call };
  }
  return null;
};

/** Reviews a demo session with the recurring failure, and once more, when nothing has changed. The answers are scripted. */
export const reviewDemoSession = async (store: Store): Promise<void> => {
  const found = await findFailed(store);
  const { bundle } = parseBundle('demo.yaml', (_, file) => ({ file, text: demoBundle }));
  if (!found || !bundle) return;
  const { session, call } = found;
  const { script } = parseScript(JSON.stringify(toDemoScript(call.seq + 1)));
  if (!script) return;
  const config = reviewersConfig.parse({ provider: 'script', script: 'demo' });
  const wait = (ms: number, signal: AbortSignal | undefined) => sleep(ms, undefined, signal && { signal });
  const scripted = makeScriptedModels({ script, wait });
  const now = Date.now;
  const deps: ReviewDeps = {
    store,
    watchConversation: makeWatchConversation(store),
    load: () => ({ bundles: [bundle], config }),
    models: makeReviewerModels({ loadConfig: () => config, variables: {}, loadScript: () => scripted, now }),
    home: '/',
    now,
    random: () => 0,
    wait,
  };
  for (let round = 0; round < 2; round += 1) {
    // The source is a command, so that no server takes the run: a server has no such bundle.
    const id = randomUUID();
    const asked = { id, sessionId: session.id, event: 'response:complete', source: 'command' as const, isDry: false, dedupeKey: null };
    await store.putReviewRun({ ...asked, input: JSON.stringify(noInput), createdAtMs: now() });
    const errors: unknown[] = [];
    await carryOut(deps, id, { owner: randomUUID(), onError: (error) => errors.push(error) });
    if (errors.length > 0) throw errors[0];
  }
};
