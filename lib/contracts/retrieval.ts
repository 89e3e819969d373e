import * as z from 'zod';
import { retrievalConfig } from '../domain/retrieval-config.ts';
import { pageOf } from '../domain/page.ts';
import { retrieval, retrieveAnswer, retrieveRequest } from '../domain/retrieval.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});

export const retrievalEndpoints = {
  retrieve: defineEndpoint({
    method: 'POST',
    path: '/api/retrieve',
    summary: 'Past prompts that resemble a new one, with what followed; with `session_id` and `turn_idx`, records what was given',
    params: none,
    query: none,
    body: retrieveRequest,
    response: retrieveAnswer,
  }),
  settings: defineEndpoint({
    method: 'GET',
    path: '/api/retrieve/settings',
    summary: 'How the hook retrieves at each prompt, by the configuration file',
    params: none,
    query: none,
    body: z.null(),
    response: retrievalConfig,
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/retrievals',
    summary: 'What was given for turns, of all sessions or one, newest first',
    params: none,
    query: z.object({
      session: z.string().max(400).optional(),
      cursor: z.string().max(800).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    body: z.null(),
    response: pageOf(retrieval),
  }),
};
