import * as z from 'zod';
import { deletionCounts } from '../domain/deletion.ts';
import { instant } from '../domain/instant.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
/** Exactly one of them. */
const target = z.object({
  session: z.string().min(1).optional(),
  project: z.string().min(1).optional(),
  import: z.string().min(1).optional(),
  before: instant.optional(),
});

export const dataEndpoints = {
  previewDeletion: defineEndpoint({
    method: 'GET',
    path: '/api/data/deletion',
    summary: 'What a deletion would take: a session, a project, what an import brought, or what ended before an instant; with subagents',
    params: none,
    query: target,
    body: z.null(),
    response: deletionCounts.extend({ token: z.string() }),
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/api/data/deletion',
    summary: 'Deletes for good what a preview counted, by its `token`; 409 if that would be other sessions by now',
    params: none,
    query: target.extend({ token: z.string() }),
    body: z.null(),
    /** `purged` is false where others were reading: some deleted bytes stay in the write-ahead log until they are done. */
    response: deletionCounts.extend({ purged: z.boolean() }),
  }),
};
