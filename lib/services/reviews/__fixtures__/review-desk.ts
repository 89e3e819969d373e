import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../../../../db/open-store.ts';
import type { HookResult, ReviewRun } from '../../../domain/review.ts';
import { openaiWire, write, type Reply } from '../../../models/__fixtures__/model-server.ts';
import { makeDefaultObservers } from '../../observe/default-observers.ts';
import { makeConfigFile } from '../../config/config-file.ts';
import { openReceiver } from '../../deliveries/__fixtures__/receiver.ts';
import { makeLiveService } from '../../live/live-service.ts';
import { makeAnswerEvent, type SentEvent } from '../answer-event.ts';
import { followReviews } from '../follow-reviews.ts';
import { openReviews } from '../open-reviews.ts';
import { makeReviewService } from '../review-service.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');
const wire = openaiWire('local-model');

/** A reviewer answers that it found this. */
export const find = (content: string, sourceRef: string, severity = 'high'): Reply =>
  write(JSON.stringify({ observations: [{ content, severity, source_ref: sourceRef, metadata: { category: 'security' } }], resolved: [] }));
export const nothing = write('{"observations": [], "resolved": []}');

/** A bundle of one reviewer of Python files, with more lines of its execution and of its own. */
export const oneReviewer = (execution = '', own = ''): string => `behaviors:
  - module: hooks-observations
    config:
      execution: {${execution}}
      observers:
        - name: "Security"
          role: "Finds vulnerabilities"
          focus: "SQL injection"
          model: "claude-3-5-sonnet"
          ${own}
          watch:
            - type: files
              paths: ["src/**/*.py"]
`;

/** An archive in a folder with a project, a server of a model on this machine, and what carries out runs of reviewers. */
export const openReviewDesk = async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'observatory-reviews-')));
  const project = path.join(folder, 'shop');
  mkdirSync(project);
  /** Replies of reviewers, by a word of their instructions. */
  const answers: Record<string, Reply> = {};
  const provider = await openReceiver((response, received) => {
    const asked = wire.readSystem(received.body);
    const [, reply = nothing] = Object.entries(answers).find(([word]) => asked.includes(word)) ?? [];
    reply(wire)(response, received);
  });
  const variables: Record<string, string | undefined> = {
    OPENAI_API_KEY: 'test-key',
    OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
  };
  const writeIn = (place: string, text: string): void => {
    const file = path.join(folder, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const store = openStore(path.join(folder, 'observatory.db'), { migrationsFolder });
  const config = makeConfigFile({ file: path.join(folder, 'observatory.config.yaml'), copyFile: path.join(folder, 'copy') });
  const deps = openReviews({ store, config, variables });
  const errors: unknown[] = [];
  const feedback = { loadFeedback: () => ({ set: makeDefaultObservers(), writeFile: false, redacts: false }), warn: () => undefined };
  const live = makeLiveService({ store, now: Date.now, ...feedback });
  const follower = followReviews({ deps, makeOwner: randomUUID, onError: (error) => errors.push(error) });
  const answerEvent = makeAnswerEvent({ ...deps, live, makeId: randomUUID });
  const service = makeReviewService({ ...deps, config, makeId: randomUUID });
  return {
    folder,
    project,
    store,
    deps,
    service,
    answers,
    errors,
    variables,
    /** Requests that reached the model. */
    received: provider.received,
    /** Everything that was sent to the model. */
    sent: () => provider.received.map(({ body }) => body).join(''),
    writeIn,
    /** Sets a bundle up, with more lines of configuration about reviewers. */
    configure: (bundle: string, more = ''): void => {
      writeIn('bundle.yaml', bundle);
      writeIn('observatory.config.yaml', `reviewers:\n  bundles: [bundle.yaml]\n  provider: openai\n${more}`);
    },
    /** Begins the session `agent:a` with a prompt. */
    begin: (prompt = 'Add a search by name.') =>
      live.record('agent:a', { session: { cwd: project }, prompt, calls: [] }).then(({ sessionId }) => sessionId),
    emit: (event: string, over: Partial<SentEvent> = {}): Promise<HookResult> =>
      answerEvent(event, { session: 'agent:a', data: {}, wait: true, inject: 'context', ...over }, new AbortController().signal),
    getRun: (id = ''): Promise<ReviewRun> => service.get(id),
    listObservations: async () => {
      const filter = { withCleared: true };
      const window = { sort: 'created_at', descending: false, cursor: null, limit: 100, nowMs: Date.now() } as const;
      return (await store.listObservations({ filter, ...window })).items;
    },
    close: async (): Promise<void> => {
      await follower.close();
      await live.close();
      await store.close();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type ReviewDesk = Awaited<ReturnType<typeof openReviewDesk>>;
