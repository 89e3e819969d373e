import * as z from 'zod';
import { change } from '../domain/change.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});

export const systemEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Health of the server and its database',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({
      /** `damaged`: the archive can be read where it is whole, and takes no changes. */
      status: z.enum(['ok', 'damaged']),
      version: z.string(),
      engine: z.string(),
      /** Null if the archive is damaged. */
      sessions: z.int().nullable(),
    }),
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as OpenAPI 3.1',
    params: none,
    query: none,
    body: z.null(),
    response: z.record(z.string(), z.unknown()),
  }),
  events: defineEndpoint({
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events: one `change` for each write; `after` or `Last-Event-ID`, the id of an event, resumes',
    params: none,
    query: z.object({ topics: z.string().optional(), after: z.string().max(100).optional() }),
    body: z.null(),
    response: change,
    transport: 'events',
  }),
};
