import { AppError } from '../../domain/errors.ts';
import type { Summarizer } from '../../domain/summary.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';

/** The one place that decides what summarizes turns. Fails with `invalid_input` for a method that is not there. */
export const chooseSummarizer = (method: 'extractive' | 'model' = 'extractive'): Summarizer => {
  if (method === 'model') throw new AppError('invalid_input', 'No model is set up. Leave method out, or use "extractive".');
  return extractiveSummarizer;
};
