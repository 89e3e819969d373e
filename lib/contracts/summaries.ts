import * as z from 'zod';
import { listedSummary } from '../domain/listed-summary.ts';
import { pageOf } from '../domain/page.ts';
import { confidenceLevel, summary, summaryMethod } from '../domain/summary.ts';
import { summarySettings } from '../domain/summaries-config.ts';
import { summaryCost } from '../domain/summary-cost.ts';
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
const namesSession = ({ session, message: named }: Pick<z.output<typeof withMessage>, 'session' | 'message'>): boolean =>
  named === undefined || session !== undefined;
const needsSession = { path: ['message'], message: 'is of a session; name it with `session`' };

export const summaryEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/summaries',
    summary:
      'Summaries of turns: of one turn, of a session by turn, or of all sessions, newest first, undated ones last; with `sort=confidence`, the least sure first',
    params: none,
    query: withMessage
      .extend({
        cursor: z.string().max(800).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(50),
        sort: z.enum(['time', 'confidence']).default('time'),
      })
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
  costs: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/costs',
    summary: 'What models cost by day (UTC) and model, the newest day first: of all requests for stored summaries',
    params: none,
    query: filter,
    body: z.null(),
    response: z.object({ costs: z.array(summaryCost) }),
  }),
  settings: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/settings',
    summary: 'Whether a model summarizes turns, by the configuration file and the environment, and how many turns wait for it',
    params: none,
    query: none,
    body: z.null(),
    response: summarySettings,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/summaries/export',
    summary: 'Exports summaries as JSONL, newest first, those of one session by turn',
    params: none,
    query: withMessage.refine(namesSession, needsSession),
    body: z.null(),
    response: z.string(),
    transport: 'jsonl',
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
    /** `method`: by default with a model, where one is set up. */
    body: z.object({ session: sessionName, message: message.optional(), method: z.enum(['extractive', 'model']).optional() }),
    /** `summaries`: how many were made; `items`: the first 100. */
    response: z.object({ summaries: z.int(), items: z.array(listedSummary) }),
  }),
};
