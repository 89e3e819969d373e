import * as z from 'zod';
import { delivery, deliveryState, sinkStatus } from '../domain/delivery.ts';
import { pageOf } from '../domain/page.ts';
import { configState } from './config-state.ts';
import { defineEndpoint } from './endpoint.ts';

export const deliveryEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/deliveries',
    summary: 'Deliveries to the configured sinks, newest first',
    params: z.object({}),
    query: z.object({
      state: deliveryState.optional(),
      cursor: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    body: z.null(),
    response: pageOf(delivery).extend({
      /** While the file has problems, sinks come from `origin`; with `usual` there are none and nothing is sent. */
      config: z.object(configState),
      /** Configured sinks, and former ones that still have deliveries. */
      sinks: z.array(sinkStatus),
      /** Over all sinks. */
      pending: z.int(),
      dead: z.int(),
    }),
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: '/api/deliveries/[id]/retry',
    summary: 'Retries a failed delivery',
    params: z.object({ id: z.string() }),
    query: z.object({}),
    body: z.null(),
    response: z.object({ id: z.string() }),
  }),
  retryAll: defineEndpoint({
    method: 'POST',
    path: '/api/deliveries/retry',
    summary: 'Retries all failed deliveries of a sink',
    params: z.object({}),
    query: z.object({}),
    body: z.strictObject({ sink: z.string().min(1).max(200) }),
    response: z.object({ retried: z.int() }),
  }),
};
