import * as z from 'zod';
import { delivery, deliveryState } from '../domain/delivery.ts';
import { pageOf } from '../domain/page.ts';
import { defineEndpoint } from './endpoint.ts';

export const deliveryEndpoints = {
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/api/deliveries',
    summary: 'What went or goes out to the sinks of the configuration, newest first',
    params: z.object({}),
    query: z.object({
      state: deliveryState.optional(),
      cursor: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    body: z.null(),
    response: pageOf(delivery).extend({
      /** The sinks that are configured, and what waits and lies dead. */
      sinks: z.array(z.object({ name: z.string(), kind: z.enum(['webhook', 'file']), to: z.string() })),
      pending: z.int(),
      dead: z.int(),
    }),
  }),
  retryDelivery: defineEndpoint({
    method: 'POST',
    path: '/api/deliveries/[id]/retry',
    summary: 'Sends one again that was given up',
    params: z.object({ id: z.string() }),
    query: z.object({}),
    body: z.null(),
    response: z.object({ id: z.string() }),
  }),
};
