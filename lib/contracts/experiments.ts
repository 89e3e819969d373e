import * as z from 'zod';
import { experiment, experimentAnalysis, experimentInput, experimentSummary } from '../domain/experiment.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const params = z.object({ id: z.string().max(64) });

export const experimentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/experiments',
    summary: 'Experiments with their verdicts: running ones, then the newest first',
    params: none,
    query: z.object({ archived: z.stringbool().default(false) }),
    body: z.null(),
    response: z.object({ experiments: z.array(experimentSummary) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/experiments',
    summary: 'Defines an experiment as a draft',
    params: none,
    query: none,
    body: experimentInput,
    response: experiment,
    status: 201,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/experiments/[id]',
    summary: 'An experiment with its analysis',
    params,
    query: none,
    body: z.null(),
    response: experimentAnalysis,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/api/experiments/[id]',
    summary: 'Replaces a definition; refused once a session was assigned',
    params,
    query: none,
    body: experimentInput,
    response: experiment,
  }),
  transition: defineEndpoint({
    method: 'POST',
    path: '/api/experiments/[id]/[action]',
    summary: 'Starts, stops or archives an experiment, or takes it out of the archive',
    params: params.extend({ action: z.enum(['start', 'stop', 'archive', 'restore']) }),
    query: none,
    body: none,
    response: experiment,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/experiments/[id]',
    summary: 'Deletes an experiment with its assignments; the metrics of its turns stay',
    params,
    query: none,
    body: z.null(),
    response: z.object({ deleted: z.literal(true) }),
  }),
};
