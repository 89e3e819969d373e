import type { LeftOutReason } from '../domain/retrieval.ts';

/** Why a prompt is left out, behind its number or its name. */
export const reasonWords: Record<LeftOutReason, string> = {
  same_session: 'from the same session as an example',
  same_prompt: 'the same prompt as an example',
  no_task: 'naming no task, such as a pasted log',
  no_calls: 'without tool calls',
  low_coverage: 'sharing too few of the words',
  failed: 'ended in failure',
  low_score: 'below the minimum score',
  over_limit: 'beyond the limit',
  blocked: 'no longer offered',
};
