import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import { retrieveAnswer, retrieveRequest, type RetrieveInput } from '../lib/domain/retrieval.ts';
import { toInputMessage } from '../lib/observations/input-message.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { makeRetrievalService } from '../lib/services/retrieval/retrieval-service.ts';
import { indexAll } from '../lib/services/search/index-latest.ts';
import { withArchive } from './open-archive.ts';
import { printJson, printNote } from './print.ts';

export type RetrieveOptions = { topK?: string; minScore?: string; project?: string; includeFailed: boolean; json: boolean };

const toInput = (prompt: string, { topK, minScore, project, includeFailed }: RetrieveOptions): RetrieveInput => {
  const parsed = retrieveRequest.safeParse({
    prompt,
    ...(topK !== undefined && { top_k: Number(topK) }),
    ...(minScore !== undefined && { min_score: Number(minScore) }),
    project,
    include_failed: includeFailed,
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const field = issue.path.join('.');
    const message = toInputMessage(retrieveRequest, { prompt, top_k: topK, min_score: minScore, project }, issue);
    return `${field === 'prompt' ? 'The prompt' : `--${field.replaceAll('_', '-')}`} ${message}.`;
  });
  throw new AppError('invalid_input', problems.join(' '));
};

/** `retrieve PROMPT`: the section that an agent would be given. */
export const retrieveCommand = (prompt: string, options: RetrieveOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const input = toInput(prompt, options);
    await indexAll(store);
    const answer = await makeRetrievalService({ store, now: Date.now }).retrieve(input);
    if (options.json) printJson(z.encode(retrieveAnswer, answer));
    else {
      if (answer.section !== null) process.stdout.write(`${toVisibleText(answer.section)}\n`);
      for (const note of answer.notes) printNote(note);
    }
    return 0;
  });
