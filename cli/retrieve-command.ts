import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import { retrieveAnswer, retrieveInput } from '../lib/domain/retrieval.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { makeRetrievalService } from '../lib/services/retrieval/retrieval-service.ts';
import { indexAll } from '../lib/services/search/index-latest.ts';
import { withArchive } from './open-archive.ts';

export type RetrieveOptions = { topK?: string; minScore?: string; project?: string; includeFailed: boolean; json: boolean };

/** `retrieve PROMPT`: the section that an agent would be given. */
export const retrieveCommand = (prompt: string, options: RetrieveOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const parsed = retrieveInput.safeParse({
      prompt,
      ...(options.topK !== undefined && { top_k: Number(options.topK) }),
      ...(options.minScore !== undefined && { min_score: Number(options.minScore) }),
      project: options.project,
      include_failed: options.includeFailed,
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new AppError('invalid_input', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    }
    await indexAll(store);
    const answer = await makeRetrievalService({ store, now: Date.now }).retrieve(parsed.data);
    if (options.json) process.stdout.write(`${JSON.stringify(z.encode(retrieveAnswer, answer), null, 2)}\n`);
    else {
      if (answer.section !== null) process.stdout.write(`${toVisibleText(answer.section)}\n`);
      for (const note of answer.notes) process.stderr.write(`${note}\n`);
    }
    return 0;
  });
