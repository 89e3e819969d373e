import * as z from 'zod';
import { archiveFacts, dataTask, deletedFile } from '../domain/data.ts';
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
  describe: defineEndpoint({
    method: 'GET',
    path: '/api/data',
    summary: 'The archive: its file, sizes and counts, files whose sessions were deleted, and a free name for a backup',
    params: none,
    query: none,
    body: z.null(),
    response: archiveFacts.extend({ path: z.string(), backupFile: z.string(), deletedFiles: z.array(deletedFile) }),
  }),
  task: defineEndpoint({
    method: 'GET',
    path: '/api/data/task',
    summary: 'The backup or compaction that was started last; `copy`: of a download, ready or taken; null: none since the server started',
    params: none,
    query: none,
    body: z.null(),
    response: z.object({ task: dataTask.nullable() }),
  }),
  backup: defineEndpoint({
    method: 'POST',
    path: '/api/data/backup',
    summary: 'Starts a backup to a new file of the server’s machine, which is checked; 409 while another task runs',
    params: none,
    query: none,
    body: z.object({ file: z.string().min(1).max(4096) }),
    response: dataTask,
  }),
  startDownload: defineEndpoint({
    method: 'POST',
    path: '/api/data/download',
    summary: 'Starts a backup to download, which is checked; 409 while another task runs',
    params: none,
    query: none,
    body: z.null(),
    response: dataTask,
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/api/data/download',
    summary: 'The backup that was made to download, which is removed once it was read to its end; 404 unless one is ready',
    params: none,
    query: none,
    body: z.null(),
    response: z.string(),
    transport: 'file',
  }),
  compact: defineEndpoint({
    method: 'POST',
    path: '/api/data/compact',
    summary: 'Starts to give back to the disk what deletions left free; 409 while another task runs',
    params: none,
    query: none,
    body: z.null(),
    response: dataTask,
  }),
  allowDeleted: defineEndpoint({
    method: 'POST',
    path: '/api/data/deleted/allow',
    summary:
      'Lets a file give back its deleted sessions, with their subagents; `reread`: a followed folder holds it, so it is imported now',
    params: none,
    query: none,
    body: z.object({ path: z.string().min(1) }),
    response: z.object({ reread: z.boolean() }),
  }),
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
