import * as z from 'zod';
import { importDetail } from '../domain/import.ts';
import { pageOf } from '../domain/page.ts';
import {
  descriptorGroup,
  givenDescriptor,
  isDescriptorGiven,
  snapshotSource,
  trajectory,
  trajectorySnapshot,
} from '../domain/trajectory.ts';
import { defineEndpoint } from './endpoint.ts';

const none = z.object({});
const trajectoryParams = z.object({ id: z.string() });
const needsBoth = { message: 'give ns and key, or neither', path: ['key'] };
const page = { cursor: z.string().optional(), limit: z.coerce.number().int().min(1).max(200).default(50) };

const listQuery = z
  .object({
    ns: z.string().optional(),
    key: z.string().optional(),
    tag: z.string().optional(),
    unknown: z.stringbool().default(false),
    refused: z.stringbool().default(false),
    ...page,
  })
  .refine(({ ns, key, tag }) => (ns === undefined) === (key === undefined) && (tag === undefined || key !== undefined), {
    message: 'a descriptor is given by ns and key, and tag if it is not latest',
    path: ['key'],
  })
  .refine(({ ns, unknown }) => ns === undefined || !unknown, {
    message: 'leave unknown out where a descriptor is given',
    path: ['unknown'],
  });

export const trajectoryEndpoints = {
  descriptors: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/descriptors',
    summary: 'Descriptors with their trajectories, by namespace, key and tag; null: of those whose prompt is not known',
    params: none,
    query: z.object(page),
    body: z.null(),
    response: pageOf(descriptorGroup),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories',
    summary:
      'Trajectories, the latest first: all, those of a descriptor (`tag`: latest if left out), or those of an unknown one; with `refused`, instead the sessions whose snapshots are no trajectory, with the reason in `flaw`',
    params: none,
    query: listQuery,
    body: z.null(),
    response: pageOf(trajectory),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/trajectories',
    summary:
      'Imports snapshots from a raw body (`?name=`) or a multipart form, as an import does; `ns`, `key` and `tag` hold where snapshots do not say theirs. Returns the import and the trajectories of its sessions, those with a flaw, too; a problem where no file could be imported',
    params: none,
    query: z
      .object({ name: z.string().max(4096).optional(), label: z.string().max(400).optional(), ...givenDescriptor.shape })
      .refine(isDescriptorGiven, needsBoth),
    body: z.null(),
    response: z.object({ import: importDetail, trajectories: z.array(trajectory) }),
    transport: 'raw',
    status: 201,
    /** `detail` says what is wrong with the first file, and at which line. */
    problems: {
      409: 'Nothing was imported: the snapshots contradict those that are stored',
      413: 'Nothing was imported: the file is too large',
      415: 'Nothing was imported: the file is of no known format',
      422: 'Nothing was imported: the file holds no valid snapshot, or cannot be read',
    },
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]',
    summary:
      'One trajectory with a window of its snapshots from position `from` on, and what each changed of the one before it; `id` is that of a session, with `.N` for part N from 1 on',
    params: trajectoryParams,
    query: z.object({ from: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(2_000).default(1_000) }),
    body: z.null(),
    response: z.object({ trajectory, sources: z.array(snapshotSource), from: z.int(), snapshots: z.array(trajectorySnapshot) }),
  }),
  split: defineEndpoint({
    method: 'POST',
    path: '/api/trajectories/[id]/split',
    summary: 'Splits a session whose snapshots are no trajectory into one for each prompt and run between resets',
    params: trajectoryParams,
    query: none,
    body: z.null(),
    response: z.object({ trajectories: z.array(trajectory) }),
  }),
  unsplit: defineEndpoint({
    method: 'POST',
    path: '/api/trajectories/[id]/unsplit',
    summary: 'Takes the splitting of a session back',
    params: trajectoryParams,
    query: none,
    body: z.null(),
    response: z.object({ trajectories: z.array(trajectory) }),
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]/export',
    summary: 'The snapshots of a trajectory, one line each, as they were imported; secrets are replaced unless `include_secrets` is true',
    params: trajectoryParams,
    query: z.object({ include_secrets: z.stringbool().default(false) }),
    body: z.null(),
    response: z.string(),
    transport: 'file',
  }),
};
