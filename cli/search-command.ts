import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import { searchAnswer, type SearchHit } from '../lib/domain/search.ts';
import { printTurnEnded } from '../lib/print/turn-ended.ts';
import { printCounted } from '../lib/print/number.ts';
import { printIso } from '../lib/print/time.ts';
import { unknown } from '../lib/print/unknown.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import { indexAll } from '../lib/services/search/index-latest.ts';
import { makeSearchService } from '../lib/services/search/search-service.ts';
import { withArchive } from './open-archive.ts';
import { printJson, printNote } from './print.ts';

export type SearchOptions = { limit?: string; cursor?: string; json: boolean };

const defaultLimit = 20;
const maxLimit = 100;
/** Bold, on a terminal. */
const [bold, plain] = ['\u001B[1m', '\u001B[0m'];

const markRanges = ({ excerpt, ranges }: SearchHit): string => {
  if (!process.stdout.isTTY) return toVisibleText(excerpt);
  let [text, from] = ['', 0];
  for (const [start, end] of ranges) {
    text += `${toVisibleText(excerpt.slice(from, start))}${bold}${toVisibleText(excerpt.slice(start, end))}${plain}`;
    from = end;
  }
  return text + toVisibleText(excerpt.slice(from));
};

const print = (hit: SearchHit): string => {
  const place =
    hit.observationId === null ? `/sessions/${hit.sessionId ?? ''}?record=${hit.recordId ?? ''}` : `observation ${hit.observationId}`;
  const facts = [
    hit.score === null ? unknown : hit.score.toFixed(2),
    hit.callIndex === null ? hit.kind : `${hit.kind} #${hit.callIndex}`,
    hit.tool,
    hit.outcome,
    hit.takenBack ? printTurnEnded({ ended: 'taken_back' }) : null,
    hit.session?.project,
    printIso(hit.atMs),
    place,
  ];
  const head = facts.filter((fact) => fact !== null && fact !== undefined).join('  ');
  const lines = markRanges(hit).trim().split('\n');
  return [toVisibleText(head), ...lines.map((line) => `    ${line}`)].join('\n');
};

/** `search QUERY`: records and observations, best first. */
export const searchCommand = (query: string, options: SearchOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const limit = Number(options.limit ?? defaultLimit);
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
      throw new AppError('invalid_input', `--limit ${options.limit}: use a number from 1 to ${maxLimit}.`);
    await indexAll(store);
    const answer = await makeSearchService({ store, now: Date.now }).search({ query, cursor: options.cursor ?? null, limit });
    if (options.json) printJson(z.encode(searchAnswer, answer));
    else {
      for (const hit of answer.hits) process.stdout.write(`${print(hit)}\n\n`);
      const matches = printCounted(answer.total, 'match', 'matches');
      const isPart = options.cursor !== undefined || answer.hits.length < answer.total;
      const place = options.cursor === undefined ? 'the best' : 'the next';
      const shown = isPart ? `Showing ${place} ${answer.hits.length} of ${matches}.` : `${matches}.`;
      const more = answer.nextCursor === null ? [] : [`For more, add --cursor ${answer.nextCursor}`];
      printNote([shown, ...answer.notes, ...more].join(' '));
    }
    return 0;
  });
