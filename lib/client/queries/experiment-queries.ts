import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contracts } from '../../contracts/index.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { keyOf } from './key-of.ts';

const { experiments } = contracts;

/** Every question that pages ask about experiments. */
export const experimentQueries = {
  list: (archived: boolean) =>
    queryOptions({
      queryKey: [...keyOf.experiments(), 'list', archived],
      queryFn: ({ signal }) => callEndpoint(experiments.list, { query: { archived: String(archived) }, signal }),
      placeholderData: keepPreviousData,
    }),
  get: (id: string) =>
    queryOptions({
      queryKey: [...keyOf.experiments(), 'one', id],
      queryFn: ({ signal }) => callEndpoint(experiments.get, { params: { id }, signal }),
    }),
};
