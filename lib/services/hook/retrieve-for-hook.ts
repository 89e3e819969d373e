import type { RetrievalConfig } from '../../domain/retrieval-config.ts';
import { maxPromptChars } from '../../domain/retrieval.ts';
import { cutText } from '../../print/cut-text.ts';
import { toProject } from '../../session/project.ts';
import type { Store } from '../../store/store.ts';
import { makeRetrievalService } from '../retrieval/retrieval-service.ts';

type Asked = { sessionId: string; prompt: string; cwd: string | null };

/** The turn that a prompt begins: the last one, if its prompt is stored already, else the next. */
const findTurn = async (store: Store, sessionId: string, prompt: string): Promise<number> => {
  const last = (await store.listTurns(sessionId)).at(-1);
  if (!last) return 0;
  const stored = await store.readText(sessionId, last.promptId, 'text', 0, maxPromptChars);
  return stored?.text.trim() === prompt.trim() ? last.turnIdx : last.turnIdx + 1;
};

/** Within tags that nothing in it can end: it quotes other sessions. */
const toTagged = (section: string): string =>
  `<past_trajectories>\n${section.replaceAll(/<(?=\/?past_trajectories)/giu, '‹')}\n</past_trajectories>`;

/** The section of examples for a prompt that a running agent was just given; '' for none. Records what was given. */
export const retrieveForHook = async (
  { store, now }: { store: Store; now: () => number },
  config: RetrievalConfig,
  { sessionId, prompt, cwd }: Asked,
): Promise<string> => {
  // The session may have moved to another folder since it began.
  const project = (await store.findSession(sessionId))?.project ?? toProject(cwd);
  const { section } = await makeRetrievalService({ store, now }).retrieve(
    {
      prompt: cutText(prompt, maxPromptChars),
      top_k: config.top_k,
      min_score: config.min_score,
      continuation_limit: config.continuation_limit,
      session_id: sessionId,
      turn_idx: await findTurn(store, sessionId, prompt),
      ...(config.any_project || project === null ? {} : { project }),
      sessionProject: project,
      include_failed: false,
      explain: false,
      maxChars: config.max_chars,
    },
    'hook',
  );
  return section === null ? '' : toTagged(section);
};
