import * as z from 'zod';
import { listedSummary } from '../domain/listed-summary.ts';
import { pageOf } from '../domain/page.ts';
import { confidenceLevel, summary, summaryMethod } from '../domain/summary.ts';
import { summaryAnalytics } from '../domain/summary-analytics.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const sessionName = z.string().min(1).max(400);
/** The record of the prompt, or the number of the turn, from 0. */
const message = z.string().min(1).max(400);

const filter = z.object({
  session: sessionName.optional(),
  project: z.string().max(400).optional(),
  model: z.string().max(400).optional(),
  confidence: confidenceLevel.optional(),
  method: summaryMethod.optional(),
  /** Stands in the summary, the tools or the findings, whatever its case. */
  text: z.string().max(400).optional(),
});
/** A turn is one of a session. */
const withMessage = filter.extend({ message: message.optional() });
const namesSession = ({ session, message: named }: z.output<typeof withMessage>): boolean => named === undefined || session !== undefined;
const needsSession = { path: ['message'], message: 'is of a session; name it with `session`' };

export const summaryEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/summaries',
    summary: 'Summaries of turns: of one turn, of a session by turn, or of all sessions, newest first',
    params: none,
    query: withMessage
      .extend({ cursor: z.string().max(800).optional(), limit: z.coerce.number().int().min(1).max(500).default(50) })
      .refine(namesSession, needsSession),
    body: z.null(),
    /** `behind`: sessions that are yet to be summarized; this continues in the background. */
    response: pageOf(listedSummary).extend({ behind: z.int() }),
  }),
  analytics: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/analytics',
    summary: 'How many summaries there are, how sure they are, the tools of their turns, and their steps',
    params: none,
    query: filter,
    body: z.null(),
    response: summaryAnalytics,
  }),
  groups: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/analytics/groups',
    summary: 'The same by project, model or day (UTC)',
    params: none,
    query: filter.extend({ by: z.enum(['project', 'model', 'day']) }),
    body: z.null(),
    /** Ascending by name; `group` null: it is not known. */
    response: z.object({ groups: z.array(z.object({ group: z.string().nullable(), analytics: summaryAnalytics })) }),
  }),
  versions: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/versions',
    summary: 'The last two versions of the summary of a turn, the newest first',
    params: none,
    query: z.object({ session: sessionName, message }),
    body: z.null(),
    response: z.object({ versions: z.array(summary) }),
  }),
  regenerate: defineEndpoint({
    method: 'POST',
    path: '/api/summaries',
    summary: 'Summarizes a turn anew, or all turns of a session',
    params: none,
    query: none,
    /** `method`: how, where there is a choice. */
    body: z.object({ session: sessionName, message: message.optional(), method: z.enum(['extractive', 'model']).optional() }),
    /** `summaries`: how many were made; `items`: the first 100. */
    response: z.object({ summaries: z.int(), items: z.array(listedSummary) }),
  }),
};
