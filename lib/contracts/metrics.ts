import * as z from 'zod';
import { cohortAnswer, cohortQuery } from '../domain/cohort.ts';
import { exampleCredit } from '../domain/credit.ts';
import { armName } from '../domain/experiment.ts';
import { pageOf } from '../domain/page.ts';
import { report } from '../domain/report.ts';
import { turnMetric, turnOutcomeAnswer, turnOutcomeInput } from '../domain/turn-metric.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const pageFields = { cursor: z.string().max(800).optional(), limit: z.coerce.number().int().min(1).max(100).default(20) };

export const metricsEndpoints = {
  putOutcome: defineEndpoint({
    method: 'POST',
    path: '/api/turns/outcome',
    summary: 'Reports the outcome of a turn; what is missing keeps what is known',
    params: none,
    query: none,
    body: turnOutcomeInput,
    response: turnOutcomeAnswer,
  }),
  report: defineEndpoint({
    method: 'GET',
    path: '/api/metrics/report',
    summary: 'Turns with and without examples of the last days, with intervals and a verdict',
    params: none,
    query: z.object({ since: z.coerce.number().gt(0).default(7) }),
    body: z.null(),
    response: report,
  }),
  cohorts: defineEndpoint({
    method: 'GET',
    path: '/api/metrics/cohorts',
    summary: 'Compares two groups of turns, as they happened',
    params: none,
    query: cohortQuery,
    body: z.null(),
    response: cohortAnswer,
  }),
  values: defineEndpoint({
    method: 'GET',
    path: '/api/metrics/values',
    summary: 'Values that turns can be split by, most turns first',
    params: none,
    query: z.object({ split: z.enum(['model', 'agent', 'project', 'tool', 'mcp']) }),
    body: z.null(),
    response: z.object({ values: z.array(z.object({ value: z.string(), turns: z.int() })) }),
  }),
  turns: defineEndpoint({
    method: 'GET',
    path: '/api/metrics/turns',
    summary: 'The turns of a group of a comparison, or of an arm of an experiment, newest first',
    params: none,
    query: cohortQuery
      .extend({
        group: z.enum(['a', 'b']).optional(),
        experiment: z.string().max(64).optional(),
        arm: armName.optional(),
        ...pageFields,
      })
      .refine(({ experiment, arm }) => experiment !== undefined || arm === undefined, {
        path: ['arm'],
        message: 'is of an experiment; name it with `experiment`',
      }),
    body: z.null(),
    response: pageOf(turnMetric),
  }),
  credits: defineEndpoint({
    method: 'GET',
    path: '/api/metrics/examples',
    summary: 'Sessions that were given as examples, and what followed; most given first',
    params: none,
    query: z.object(pageFields),
    body: z.null(),
    response: pageOf(exampleCredit),
  }),
  block: defineEndpoint({
    method: 'PUT',
    path: '/api/metrics/examples/[id]/blocked',
    summary: 'Stops offering a session as an example, or offers it again',
    params: z.object({ id: z.string().max(400) }),
    query: none,
    body: z.object({ blocked: z.boolean() }),
    response: z.object({ sessionId: z.string(), blocked: z.boolean() }),
  }),
};
