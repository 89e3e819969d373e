import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveryState } from '../../domain/delivery.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

const maxDeliveries = 200;

/** Deliveries and their destinations. */
export const deliveryQueries = {
  list: (state: DeliveryState) =>
    queryOptions({
      queryKey: [...keyOf.deliveries(), 'list', state],
      queryFn: ({ signal }) => callEndpoint('GET /api/deliveries', { query: { state, limit: maxDeliveries }, signal }),
      placeholderData: keepPreviousData,
    }),
};
