import type { RetrievalConfig } from '../../domain/retrieval-config.ts';
import { maxPromptChars } from '../../domain/retrieval.ts';
import { cutText } from '../../print/cut-text.ts';
import { nothing, redactPlain, type Redacted } from '../../redaction/redact.ts';
import { toTagged } from '../../retrieval/quote-text.ts';
import type { Store } from '../../store/store.ts';
import { makeRetrievalService } from '../retrieval/retrieval-service.ts';
import { findTurn } from './find-turn.ts';

type Asked = { sessionId: string; prompt: string; cwd: string | null; signal?: AbortSignal };

/** The section of examples for a prompt that a running agent was given at `now`; '' for none. Records what was given. */
export const retrieveForHook = async (
  { store, now }: { store: Store; now: () => number },
  { on_prompt: _, any_project: anyProject, ...config }: RetrievalConfig,
  { sessionId, prompt, cwd, signal }: Asked,
): Promise<Redacted<string>> => {
  // The session may have moved to another folder since it began.
  const stored = (await store.findSession(sessionId))?.project ?? null;
  const found = stored === null && cwd !== null ? await store.findProjectOf(cwd) : null;
  const project = stored ?? found?.name ?? null;
  const { section } = await makeRetrievalService({ store, now }).retrieve(
    {
      ...config,
      prompt: cutText(prompt, maxPromptChars),
      session_id: sessionId,
      turn_idx: await findTurn(store, sessionId, prompt, now()),
      ...(anyProject || project === null ? {} : { project }),
      sessionProject: project,
      isNewProject: found?.isKnown === false,
      include_failed: false,
      explain: false,
    },
    { source: 'hook', signal },
  );
  return section === null ? nothing : redactPlain(toTagged(section));
};
