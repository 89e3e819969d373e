import * as z from 'zod';
import { pageOf } from '../domain/page.ts';
import { descriptorGroup, trajectory, trajectorySnapshot } from '../domain/trajectory.ts';
import { defineEndpoint } from './endpoint.ts';

const params = z.object({ id: z.string() });
const page = { cursor: z.string().optional(), limit: z.coerce.number().int().default(50) };
export const trajectoryEndpoints = {
  descriptors: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/descriptors',
    summary: '',
    params: z.object({}),
    query: z.object(page),
    body: z.null(),
    response: pageOf(descriptorGroup),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories',
    summary: '',
    params: z.object({}),
    query: z.object({
      ns: z.string().optional(),
      key: z.string().optional(),
      tag: z.string().optional(),
      unknown: z.stringbool().default(false),
      refused: z.stringbool().default(false),
      ...page,
    }),
    body: z.null(),
    response: pageOf(trajectory),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/trajectories/[id]',
    summary: '',
    params,
    query: z.object({ from: z.coerce.number().optional(), limit: z.coerce.number().optional() }),
    body: z.null(),
    response: trajectory.and(z.object({ changes: z.array(trajectorySnapshot) })),
  }),
  split: defineEndpoint({
    method: 'POST',
    path: '/api/trajectories/[id]/split',
    summary: '',
    params,
    query: z.object({}),
    body: z.null(),
    response: z.object({ items: z.array(trajectory) }),
  }),
  unsplit: defineEndpoint({
    method: 'POST',
    path: '/api/trajectories/[id]/unsplit',
    summary: '',
    params,
    query: z.object({}),
    body: z.null(),
    response: z.object({ items: z.array(trajectory) }),
  }),
};
