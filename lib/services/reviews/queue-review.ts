import { redactValue } from '../../redaction/redact.ts';
import { chooseReviewers, type WaitingReviewers } from '../../reviewers/choose-reviewers.ts';
import type { Store } from '../../store/store.ts';
import { noInput, type RunInput } from './run-input.ts';

type Deps = {
  store: Pick<Store, 'putReviewRun'>;
  bundles: WaitingReviewers;
  makeId: () => string;
  now: () => number;
};

/** An event of an agent, by our name of it. */
export type AgentEvent = { sessionId: string; event: string } & Pick<RunInput, 'tool' | 'cwd' | 'messages'>;

/** Queues a run of the reviewers that wait for an event, and answers its id; null: none waits. Events that follow before it runs join it. */
export const queueReview = async (
  { store, bundles, makeId, now }: Deps,
  { sessionId, event, tool, cwd, messages }: AgentEvent,
): Promise<string | null> => {
  if (chooseReviewers(bundles, { event, tool, reviewers: null }).length === 0) return null;
  const input: RunInput = { ...noInput, tool, cwd, messages };
  const { id } = await store.putReviewRun({
    id: makeId(),
    sessionId,
    event,
    source: 'hook',
    isDry: false,
    dedupeKey: JSON.stringify([sessionId, event, tool]),
    input: JSON.stringify(redactValue(input)),
    createdAtMs: now(),
  });
  return id;
};
