import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Makes queries stale, so that those on screen are asked for again. An answer that is on its way may have been made before the
 * change; the library lets go of it only where there was one before, so a first answer is asked for again once it has
 * come, or failed: the server may have been gone.
 */
export const askAgain = (client: QueryClient, queryKey?: QueryKey): void => {
  const filters = queryKey ? { queryKey } : {};
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const again = (key: QueryKey) => () => client.invalidateQueries({ queryKey: key, exact: true });
  const first = underWay.filter((query) => query.state.data === undefined);
  for (const query of first) void query.promise?.then(again(query.queryKey), again(query.queryKey));
  void client.invalidateQueries(filters);
};
