import * as z from 'zod';
import { treeDiff, treeHits, treeNode } from '../domain/snapshot-tree.ts';
import { defineEndpoint } from './endpoint.ts';

const trajectoryParams = z.object({ id: z.string() });
const snapshotParams = z.object({ id: z.string(), position: z.coerce.number().int().nonnegative() });
const path = z.string().max(200_000).default('');
const snapshotNumber = z.coerce.number().int().nonnegative();

export const snapshotEndpoints = {
  children: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]/snapshots/[position]',
    summary: 'A window of the values inside one of a snapshot, which `path` names as a JSON Pointer (default: the snapshot itself)',
    params: snapshotParams,
    query: z.object({
      path,
      /** How many of them to leave out. */
      after: z.coerce.number().int().nonnegative().default(0),
      limit: z.coerce.number().int().min(1).max(500).default(200),
      /** Where nothing is at `path`: the nearest value around it, instead of an error. */
      nearest: z.stringbool().default(false),
    }),
    body: z.null(),
    response: z.object({
      node: treeNode,
      /** Its number among its siblings, after those of the values around it, the outermost first. */
      places: z.array(z.int()),
      children: z.array(treeNode),
      total: z.int(),
    }),
  }),
  value: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]/snapshots/[position]/value',
    summary: 'A part of a value of a snapshot: of a text what it means, of anything else its JSON as it is written',
    params: snapshotParams,
    query: z.object({
      path,
      from: z.coerce.number().int().nonnegative().default(0),
      length: z.coerce.number().int().min(1).max(4_194_304).default(65_536),
    }),
    body: z.null(),
    response: z.object({ text: z.string(), totalChars: z.int() }),
  }),
  search: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]/snapshots/[position]/search',
    summary: 'Values of a snapshot whose key, text, number or word holds `q`, whatever its case',
    params: snapshotParams,
    query: z.object({ q: z.string().max(500), limit: z.coerce.number().int().min(1).max(5_000).default(1_000) }),
    body: z.null(),
    response: treeHits,
  }),
  diff: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]/diff',
    summary: 'Where two snapshots of a trajectory differ, by their positions',
    params: trajectoryParams,
    query: z.object({ from: snapshotNumber, to: snapshotNumber, limit: z.coerce.number().int().min(1).max(2_000).default(500) }),
    body: z.null(),
    response: treeDiff,
  }),
};
