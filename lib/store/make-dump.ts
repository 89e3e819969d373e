import type { Store } from './store.ts';

/** Everything that a person can see of an archive, to compare two of them: sessions, records, calls, turns, facets. */
export const makeDump = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 1_000 });
  const sessions = await Promise.all(
    items.map(async (session) => ({
      session,
      records: await store.listRecords(session.id, 0, 10_000, 65_536),
      calls: await store.listToolCalls(session.id, 1, 10_000, 65_536),
      columns: await store.rowColumns(session.id, 0),
      turns: await store.listTurns(session.id),
    })),
  );
  return { sessions, facets: await store.sessionFacets() };
};
