import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { reviewExchange, reviewRun, type Review, type ReviewExchange } from '../../lib/domain/review.ts';
import { printDuration } from '../../lib/print/duration.ts';
import { printCost, printInterrupted, printMoney } from '../../lib/print/money.ts';
import { printCount, printCounted } from '../../lib/print/number.ts';
import { processVariables } from '../../lib/server/env.ts';
import { log, toLogFields } from '../../lib/server/log.ts';
import type { ConfigFile } from '../../lib/services/config/config-file.ts';
import { carryOut } from '../../lib/services/reviews/carry-out.ts';
import { openReviews } from '../../lib/services/reviews/open-reviews.ts';
import { makeReviewService, type ReviewService } from '../../lib/services/reviews/review-service.ts';
import { getSessionId } from '../get-session-id.ts';
import { withArchive } from '../open-archive.ts';
import { openConfig } from '../open-config.ts';
import { parseTurn } from '../parse-turn.ts';
import { printJsonLine, printLine, printNote } from '../print.ts';

export type RunBundleOptions = {
  session: string;
  reviewer: string[];
  dryRun: boolean;
  force: boolean;
  turn?: string;
  preview: boolean;
  json: boolean;
};

/** The fallback configuration may have no budget, or another provider. */
const refuseBroken = (config: ConfigFile): void => {
  const { problems } = config.load();
  if (problems.length === 0) return;
  const listed = problems.map(
    ({ line, key, message }) => `${config.file}${line === null ? '' : `:${line}`}: ${key === '' ? '' : `${key}: `}${message}`,
  );
  throw new AppError('invalid_input', `${listed.join('\n')}\nNobody was asked. Correct the file first.`);
};

const printPreview = (id: string, one: Awaited<ReturnType<ReviewService['preview']>>): string =>
  [
    `── ${id}: ${one.access.server === null ? 'not sent' : `to ${one.access.model} of ${one.access.server}`}, about ${printCount(one.inputTokens)} tokens, ${printMoney(one.costUsd)}`,
    one.reason,
    ...(one.leftOut === null ? [] : [`Left out: ${one.leftOut}`]),
    `\n${one.instructions}\n\n${one.prompt}`,
  ].join('\n');

const printReview = (review: Review, exchange: ReviewExchange | null): string => {
  const took = review.startedAtMs !== null && review.endedAtMs !== null ? review.endedAtMs - review.startedAtMs : null;
  const facts = [
    review.reviewer,
    review.outcome.replace('_', ' '),
    ...(review.calls > 0 ? [printDuration(took), printCost(review)] : []),
    ...printInterrupted(review),
  ];
  const findings = exchange?.findings.map(
    ({ severity, content, sourceRef, isNew }) =>
      `  [${severity}] ${content}${sourceRef === null ? '' : ` (${sourceRef})`}${isNew ? '' : ' – known'}`,
  );
  return [
    facts.join('  '),
    `  ${review.reason}`,
    ...(review.problem === null ? [] : [`  ${review.problem}`]),
    ...(review.leftOut === null ? [] : [`  Left out: ${review.leftOut}`]),
    ...(findings ?? []),
    ...(review.resolved > 0 ? [`  ${printCounted(review.resolved, 'earlier finding')} fixed`] : []),
  ].join('\n');
};

/**
 * `bundle run FILE --session ID`: has the reviewers of a bundle look at a session. Returns the exit code: 1 if none could review, 3 if some
 * could not.
 */
export const runBundle = (file: string, options: RunBundleOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    const config = openConfig();
    if (!options.preview) refuseBroken(config);
    const deps = openReviews({ store, config, variables: processVariables() });
    const service = makeReviewService({ ...deps, config, makeId: randomUUID });
    const bundle = path.resolve(file);
    const session = await getSessionId(store, options.session);
    const toTurn = options.turn === undefined ? undefined : parseTurn(options.turn);
    const reviewers = options.reviewer.length === 0 ? undefined : options.reviewer;
    if (toTurn !== undefined && !options.dryRun && !options.preview)
      throw new AppError('invalid_input', '--turn is only for --dry-run and --preview: observations are about the session as it is now.');
    if (options.preview) {
      const enabled = () =>
        deps.load(bundle).bundles.flatMap((one) => one.reviewers.flatMap(({ id, enabled: isOn }) => (isOn ? [id] : [])));
      for (const reviewer of reviewers ?? enabled()) {
        const one = await service.preview({ session, reviewer, toTurn, bundle });
        if (options.json) printJsonLine({ reviewer, ...one });
        else printLine(printPreview(reviewer, one));
      }
      return 0;
    }
    const { id } = await service.start({ session, reviewers, force: options.force, dry: options.dryRun, toTurn, bundle }, 'command');
    const stop = new AbortController();
    process.once('SIGINT', () => {
      void store.cancelReviewRun(id, Date.now());
      process.once('SIGINT', () => stop.abort());
    });
    const onError = (error: unknown): void => log('error', 'reviews', toLogFields(error));
    const run = await carryOut(deps, id, { owner: randomUUID(), signal: stop.signal, onError });
    if (!run) throw new AppError('not_found', `The session ${session} was deleted while it was reviewed.`);
    const exchanges = new Map<string, ReviewExchange | null>();
    for (const { reviewerId, outcome } of run.reviews)
      exchanges.set(reviewerId, outcome === 'reviewed' ? await store.readReviewExchange(id, reviewerId) : null);
    if (options.json) {
      const findings = Object.fromEntries(
        [...exchanges].map(([reviewer, one]) => [reviewer, one && z.encode(reviewExchange, one).findings]),
      );
      printJsonLine({ ...z.encode(reviewRun, run), findings });
    } else {
      for (const review of run.reviews) printLine(printReview(review, exchanges.get(review.reviewerId) ?? null));
      if (options.dryRun) printNote('A rehearsal: no observation was stored.');
    }
    if (run.problem !== null) printNote(run.problem);
    const good = run.reviews.filter(({ outcome }) => outcome === 'reviewed' || outcome === 'unchanged').length;
    return good === run.reviews.length && run.state === 'done' ? 0 : good > 0 ? 3 : 1;
  });
