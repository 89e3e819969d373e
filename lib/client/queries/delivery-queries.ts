import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import type { DeliveryState } from '../../domain/delivery.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

const { deliveries } = contracts;

const maxDeliveries = 200;

/** What goes out, and where to. */
export const deliveryQueries = {
  list: (state: DeliveryState) =>
    queryOptions({
      queryKey: [...keyOf.deliveries(), 'list', state],
      queryFn: ({ signal }) => callEndpoint(deliveries.list, { query: { state, limit: maxDeliveries }, signal }),
      placeholderData: keepPreviousData,
    }),
};
