'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { applyChanges, listChanges } from './config-changes.ts';
import { findConfigProblem } from './edit-entry.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { observerQueries } from '@/lib/client/queries/observer-queries.ts';
import type { ObserversConfig } from '@/lib/domain/observer-config.ts';
import { useObserversState } from './use-observers-state.ts';

/** The observers, the changes that are made on their configuration, and what can be done with them. */
export const useObservers = () => {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(observerQueries.get());
  const [desk, put] = useObserversState();
  const [chosenId, choose] = useQueryState('observer', parseAsString.withOptions({ history: 'replace' }));
  const { draft, trial } = desk;
  const kinds = data?.observers ?? [];
  const saved = draft?.saved ?? data?.config ?? null;
  const config = draft?.config ?? saved;
  const changes = saved && config ? listChanges(saved, config) : [];
  const trialQuery = useQuery({ ...observerQueries.trial(trial?.id ?? ''), enabled: trial !== null });

  const edit = (next: ObserversConfig) => {
    if (!data || !saved) return;
    const isBack = listChanges(saved, next).length === 0;
    put({ isSaved: false, draft: isBack ? null : { revision: draft?.revision ?? data.revision, saved, config: next } });
  };
  const save = useMutation({
    mutationFn: () =>
      callEndpoint('PUT /api/observers', { body: { revision: draft?.revision ?? null, config: draft?.config ?? { observers: [] } } }),
    onSuccess: async () => {
      // The saved configuration is on screen before the changes go.
      await client.query({ ...observerQueries.get(), staleTime: 0 });
      put({ draft: null, trial: null, isSaved: true, replayed: null });
    },
    // Somebody else may have changed the file: its current content decides.
    onError: () => client.invalidateQueries({ queryKey: keyOf.observers() }),
  });
  const replay = useMutation({
    mutationFn: () => callEndpoint('POST /api/observers/replay', { body: {} }),
    onSuccess: async ({ marked }) => {
      put({ isSaved: false, replayed: marked });
      await client.invalidateQueries({ queryKey: keyOf.observers() });
    },
  });
  const start = useMutation({
    mutationFn: async (tried: ObserversConfig) => ({
      tried,
      ...(await callEndpoint('POST /api/observers/trials', { body: { config: tried } })),
    }),
    onSuccess: ({ id, tried }) => put({ trial: { id, config: tried } }),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => callEndpoint('DELETE /api/observers/trials/[id]', { params: { id } }),
    onSuccess: (ended) => client.setQueryData(keyOf.trial(ended.id), ended),
  });

  const invalid = config ? findConfigProblem(config, kinds) : null;
  // While it is saved, the file is ahead of the changes for a moment.
  const isConflict = !save.isPending && draft !== null && data !== undefined && draft.revision !== data.revision;
  const refusal = changes.length === 0 ? 'Nothing changed' : invalid;
  const problem = data?.problems[0];
  const saveRefusal =
    refusal ??
    (problem
      ? 'The file has problems: fix them first'
      : isConflict
        ? 'The file changed in the meantime: resolve the conflict above'
        : null);
  return {
    data,
    error,
    isPending,
    refetch,
    kinds,
    chosen: kinds.find(({ id }) => id === chosenId) ?? kinds[0] ?? null,
    /** Whether the address names an observer that there is not. */
    unknownId: data && chosenId !== null && !kinds.some(({ id }) => id === chosenId) ? chosenId : null,
    choose: (id: string) => void choose(id),
    saved,
    config,
    changes,
    edit,
    isConflict,
    discard: () => {
      save.reset();
      put({ draft: null });
    },
    /** Applies the changes to the file's current content. */
    putOnTop: () => {
      if (!data) return;
      save.reset();
      const next = applyChanges(data.config, changes);
      put({ draft: listChanges(data.config, next).length === 0 ? null : { revision: data.revision, saved: data.config, config: next } });
    },
    save: {
      refusal: saveRefusal,
      isRunning: save.isPending,
      error: save.error,
      run: () => {
        if (saveRefusal === null && !save.isPending) save.mutate();
      },
    },
    trial: {
      refusal,
      error: start.error ?? (trial ? trialQuery.error : null),
      data: trial ? trialQuery.data : undefined,
      isStarting: start.isPending,
      /** Whether something was changed since it was started. */
      isOld: trial !== null && config !== null && listChanges(trial.config, config).length > 0,
      run: () => {
        if (refusal === null && config) start.mutate(config);
      },
      cancel: () => {
        if (trial) cancel.mutate(trial.id);
      },
    },
    replay: {
      /** Sessions that were assessed with other parameters than those that hold. */
      sessions: data?.otherwise ?? 0,
      isRunning: replay.isPending,
      error: replay.error,
      run: () => {
        if (data && data.otherwise > 0 && !replay.isPending) replay.mutate();
      },
    },
    isSaved: desk.isSaved,
    replayed: desk.replayed,
  };
};

export type Observers = ReturnType<typeof useObservers>;
