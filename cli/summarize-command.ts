import * as z from 'zod';
import { listedSummary, type ListedSummary } from '../lib/domain/listed-summary.ts';
import { AppError } from '../lib/domain/errors.ts';
import { printDuration } from '../lib/print/duration.ts';
import { printCounted } from '../lib/print/number.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { chooseSummarizer } from '../lib/services/summaries/choose-summarizer.ts';
import { summarizeSession } from '../lib/services/summaries/summarize-session.ts';
import { makeSummaryService } from '../lib/services/summaries/summary-service.ts';
import { getSessionId } from './get-session-id.ts';
import { withArchive } from './open-archive.ts';

export type SummarizeOptions = { turn?: string; regenerate: boolean; json: boolean };

const pageSize = 200;

const parseTurn = (text: string): string => {
  if (/^\d{1,7}$/u.test(text)) return text;
  throw new AppError('invalid_input', `--turn ${text}: use the number of a turn, such as 3 for T3.`);
};

/** `summarize ID`: the summaries of a session's turns; those that are missing are made first. */
export const summarizeCommand = (name: string, { turn, regenerate, json }: SummarizeOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const message = turn === undefined ? undefined : parseTurn(turn);
    const session = await getSessionId(store, name);
    const now = Date.now;
    const service = makeSummaryService({ store, now });
    if (regenerate) await service.regenerate({ session, message });
    else await summarizeSession({ store, summarizer: chooseSummarizer(), now }, session);
    let cursor: string | null = null;
    let isFirst = true;
    do {
      const page: Awaited<ReturnType<typeof service.list>> = await service.list({ session, message }, { cursor, limit: pageSize });
      for (const one of page.items) {
        if (json) process.stdout.write(`${JSON.stringify(z.encode(listedSummary, one))}\n`);
        else process.stdout.write(`${isFirst ? '' : '\n'}${print(one)}`);
        isFirst = false;
      }
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (isFirst) process.stderr.write('No turn is over yet.\n');
    return 0;
  });

const print = ({ turn_idx, confidence_level, trajectory_count, execution_time, ...texts }: ListedSummary): string => {
  const facts = [
    `T${turn_idx}`,
    confidence_level,
    printCounted(trajectory_count, 'call'),
    printDuration(execution_time === null ? null : execution_time * 1_000),
  ];
  const parts = [
    ['Tools', texts.tools_rationale],
    ['Findings', texts.key_findings],
  ].flatMap(([title, text]) => (text === '' ? [] : [`\n${title}\n${toVisibleText(text ?? '')}\n`]));
  return `${facts.join('  ')}\n${toVisibleText(texts.summary)}\n${parts.join('')}`;
};
