import { maxPromptChars } from '../../domain/retrieval.ts';
import { cutText } from '../../print/cut-text.ts';
import type { Store } from '../../store/store.ts';

/** Between the moment that an agent writes a prompt and the event about it, whichever is first. */
const maxDelayMs = 10_000;

/**
 * The turn that a prompt begins, by the event at `atMs`: the last one if its prompt is this one, else the next. The same words again, such
 * as “continue”, are another prompt: work followed the stored one before the event, or it was written at another time.
 */
export const findTurn = async (store: Store, sessionId: string, prompt: string, atMs: number): Promise<number> => {
  const last = (await store.listTurns(sessionId)).at(-1);
  if (!last?.hasPrompt) return 0;
  const stored = await store.readText(sessionId, last.messageId, 'text', 0, maxPromptChars);
  const isEqual = stored?.text.trim() === cutText(prompt, maxPromptChars).trim();
  const { startedAtMs: fromMs, endedAtMs: toMs } = last;
  const isFar = fromMs !== null && Math.abs(atMs - fromMs) > maxDelayMs;
  // A turn without work ends where it starts.
  const isWorkedOn = fromMs !== null && toMs !== null && toMs > fromMs && toMs < atMs;
  return isEqual && !isFar && !isWorkedOn ? last.turnIdx : last.turnIdx + 1;
};
