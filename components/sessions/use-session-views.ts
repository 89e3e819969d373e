'use client';
import { useQuery } from '@tanstack/react-query';
import { useViews } from '@/components/views/use-views.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { loadList, printList, type SessionListFilter, type SessionListPlace } from '@/lib/client/session-list.ts';
import type { SavedSessions } from '@/lib/domain/saved-view.ts';

/** A list in words: `shop, with errors`. */
const printWhat = ({
  q,
  project,
  agent,
  model,
  errors,
  starred,
  subagents,
  warmups,
  sort,
}: SessionListFilter & SessionListPlace): string => {
  const words = [
    q.trim() === '' ? null : `“${q.trim()}”`,
    ...[project, agent, model],
    ...[errors && 'with errors', starred && 'starred', subagents && 'with subagents', warmups && 'with warm-ups'],
    sort === 'started' ? null : `by ${sort}`,
  ];
  return words.filter(Boolean).join(', ') || 'All sessions';
};

/** Views of sessions that people saved, and the one that is shown. */
export const useSessionViews = (state: SessionListFilter & SessionListPlace, show: (list: string) => void) =>
  useViews<SavedSessions>({
    list: useQuery(sessionQueries.views()),
    save: ({ id, name, shown }) => callEndpoint('PUT /api/sessions/views/[id]', { params: { id }, body: { name, shown } }),
    remove: (id) => callEndpoint('DELETE /api/sessions/views/[id]', { params: { id } }),
    shown: { list: printList(state) },
    what: printWhat(state),
    normalize: ({ list }) => ({ list: printList(loadList(list)) }),
    open: ({ list }) => show(list),
  });
