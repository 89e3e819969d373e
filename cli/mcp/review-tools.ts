import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { log, toLogFields } from '../../lib/server/log.ts';
import { carryOut } from '../../lib/services/reviews/carry-out.ts';
import { current, getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

export const reviewTools = [
  defineTool({
    name: 'request_review',
    title: 'Have reviewers look at your work',
    description:
      'Have the reviewers that the person has set up look at a session and its files now, and get what they found. Those for which nothing has changed since their last review are not asked again. Takes up to a few minutes.',
    isReadOnly: false,
    asksOthers: true,
    input: {
      session_id: sessionArgument.default(current),
      reviewers: z
        .array(z.string().min(1).max(400))
        .min(1)
        .max(50)
        .optional()
        .describe('Ids or names of reviewers. Defaults to all that are enabled.'),
    },
    run: async ({ store, reviews, reviewing }, { session_id: name, reviewers }) => {
      const session = await getArgumentSession(store, name);
      const { id } = await reviews.start({ session, reviewers }, 'agent');
      const onError = (error: unknown): void => log('error', 'reviews', toLogFields(error));
      const run = await carryOut(reviewing, id, { owner: randomUUID(), onError });
      if (!run) throw new AppError('not_found', `The session ${session} was deleted while it was reviewed.`);
      const asked = await Promise.all(
        run.reviews.map(async ({ reviewerId, reviewer, outcome, reason, problem, leftOut }) => {
          const exchange = outcome === 'reviewed' ? await store.readReviewExchange(id, reviewerId) : null;
          const findings = exchange?.findings.map(({ observationId, content, severity, sourceRef, metadata, isNew }) => ({
            ...{ observation_id: observationId, is_new: isNew, severity, content, source_ref: sourceRef, metadata },
          }));
          return { reviewer_id: reviewerId, reviewer, outcome, reason, problem, left_out: leftOut, findings: findings ?? [] };
        }),
      );
      return { run_id: id, state: run.state, reviews: asked };
    },
  }),
];
