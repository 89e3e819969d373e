import { maxPromptChars, retrieveInput } from '../domain/retrieval.ts';
import { indexArchive } from '../services/ingest/finish-archive.ts';
import { makeRetrievalService } from '../services/retrieval/retrieval-service.ts';
import type { Store } from '../store/store.ts';

const given = 12;

/** Records what retrieval would have given to the newest demo sessions at their first prompts, and stars the one with most errors. */
export const giveDemoExamples = async (store: Store): Promise<void> => {
  await indexArchive(store);
  const newest = await store.listSessions({}, 'started', true, { cursor: null, limit: given });
  for (const { id, synthetic, project, startedAtMs } of newest.items) {
    const [turn] = await store.listTurns(id);
    const prompt = turn?.hasPrompt && (await store.readText(id, turn.messageId, 'text', 0, maxPromptChars));
    if (!synthetic || !prompt) continue;
    const asked = { prompt: prompt.text, session_id: id, turn_idx: turn.turnIdx, ...(project !== null && { project }) };
    await makeRetrievalService({ store, now: () => startedAtMs ?? 0 }).retrieve(retrieveInput.parse(asked), { source: 'hook' });
  }
  const failing = (await store.listSessions({}, 'errors', true, { cursor: null, limit: 1 })).items[0];
  if (failing?.synthetic) await store.setStarred(failing.id, failing.startedAtMs ?? 0);
};
