'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toQueryOf, type ShownList } from '@/components/observations/filter/list-filter.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { readZone } from '@/components/observations/use-observations-list.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { HistoryEntry } from '@/lib/domain/triage.ts';
import { rollBack, triageQueue, updateOptimistically } from './optimistic-update.ts';
import { isOwn, toFollowing } from './own-changes.ts';
import { findRefusal, listKeys, toForced, type TriageCommand } from './triage-command.ts';
import {
  initialTriage,
  reduceTriage,
  toFormKey,
  type Back,
  type Resolving,
  type TriageConflict,
  type TriageEvent,
  type Undo,
} from './triage-state.ts';

/** How long a result can be undone. */
const noticeMs = 8_000;
/** `form`: what the command was written in, if a form. `onRefused`: it failed. */
type Run = { command: TriageCommand; back: Back | null; form: string | null; onRefused: () => void };
/** Keys of the rows that a command may have changed. */
const toKeys = (command: TriageCommand): readonly string[] => [...(listKeys(command) ?? command.titles.keys())];
type OnForced = (command: TriageCommand, back: Back | null) => void;
type Input = {
  list: ShownList;
  listKey: string;
  /** Called with what to show again after something was taken back. */
  onBack: (back: Back | null) => void;
  /** Called with the keys that this page changed itself. */
  addOwn: (keys: readonly string[]) => void;
};

/** The state of triage. `read` has it at once, for answers that arrive before the page is drawn again. */
const useTriageState = () => {
  const latest = useRef(initialTriage);
  const [state, setState] = useState(initialTriage);
  const dispatch = (event: TriageEvent) => {
    latest.current = reduceTriage(latest.current, event);
    setState(latest.current);
  };
  const { notice } = state;
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => {
      latest.current = reduceTriage(latest.current, { type: 'dismissed' });
      setState(latest.current);
    }, noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return { state, read: () => latest.current, dispatch };
};

/**
 * Carries actions out: drawn at once, rolled back if the server refuses. Nothing waits for the previous action or for the refetch after
 * it. A row that changed in the meantime is a conflict to resolve; an action can be undone for 8 seconds.
 */
export const useObservationsTriage = ({ list, listKey, onBack, addOwn }: Input) => {
  const client = useQueryClient();
  const { state, read, dispatch } = useTriageState();
  const { notice, conflict } = state;
  const form = state.form.list === listKey ? state.form : { ...state.form, on: null };
  const formKey = toFormKey(state.form);
  /** After the last one that waits; what is read before would show what the others have not done yet. */
  const countQueued = () => client.isMutating({ mutationKey: triageQueue.mutationKey });
  const onSettled = () => {
    if (countQueued() <= 1) void client.invalidateQueries({ queryKey: keyOf.observations() });
  };
  const onFailed = (error: Error, isSent: boolean) => dispatch({ type: 'failed', error, isSent });
  const send = ({ action, reason, note, target }: TriageCommand) =>
    callEndpoint('POST /api/observations/triage', { body: { action, reason, note, target } });

  const run = useMutation({
    ...triageQueue,
    mutationFn: async ({ command }: Run) => {
      dispatch({ type: 'sent' });
      try {
        return await send(command);
      } catch (error) {
        const following = error instanceof ClientError && error.status === 409 ? toFollowing(command, error.changed, read().own) : null;
        if (following === null) throw error;
        return send(following);
      }
    },
    onMutate: ({ command }) => {
      dispatch({ type: 'given' });
      return updateOptimistically(client, { list, zone: readZone(), command });
    },
    onError: (error, { onRefused, ...about }, update) => {
      if (update) rollBack(client, update);
      const keys = toKeys(about.command);
      if (error instanceof ClientError && error.changeId !== null) addOwn(keys);
      onRefused();
      const changed = error instanceof ClientError && error.status === 409 ? error.changed : null;
      dispatch({ type: 'refused', ...about, keys, error, changed });
    },
    onSuccess: (result, { command, back }) => {
      const keys = toKeys(command);
      addOwn(keys);
      dispatch({ type: 'done', command, back, keys, result });
    },
    onSettled,
  });
  const undo = useMutation({
    ...triageQueue,
    /** Null: what the action before has done, once it is done. */
    mutationFn: async (named: Undo | null) => {
      const change = named ?? read().lastUndo;
      dispatch({ type: 'sent' });
      if (change === null) return null;
      return { result: await callEndpoint('POST /api/observations/undo', { body: { changeId: change.changeId } }), change };
    },
    onMutate: () => dispatch({ type: 'dismissed' }),
    onSuccess: (done) => {
      if (done === null) return;
      addOwn(done.change.keys);
      dispatch({ type: 'undone', undo: done.change, result: done.result });
      onBack(done.change.back);
    },
    onError: (error) => onFailed(error, true),
    onSettled,
  });
  const force = useMutation({
    mutationFn: async ({ command, changed }: TriageConflict & { onDone: OnForced }) => {
      const { target } = command;
      if (!('filter' in target)) return toForced(command, changed, null);
      const query = { ...toQueryOf(target.filter), limit: 1 };
      const { total, resultSetHash } = await callEndpoint(
        target.view === 'groups' ? 'GET /api/observations/groups' : 'GET /api/observations',
        { query },
      );
      return toForced(command, changed, { total, resultSetHash });
    },
    onSuccess: (command, { back, onDone }) => {
      run.mutate({ command, back, form: null, onRefused: () => onBack(back) });
      onDone(command, back);
    },
    onError: (error) => onFailed(error, false),
  });
  return {
    run: (command: TriageCommand, about: Omit<Run, 'command'>) => run.mutate({ command, ...about }),
    /** Whether something is on its way to the server. */
    isBusy: run.isPending || undo.isPending || force.isPending,
    isForcing: force.isPending,
    notice,
    /** Shows a message that is no result. */
    announce: (text: string, more: { isProblem?: boolean; away?: string } = {}) => dispatch({ type: 'announced', text, ...more }),
    dismiss: () => dispatch({ type: 'dismissed' }),
    // A key may come before the action of the one before it is drawn: what is drawn then offers to undo an earlier one.
    undo: () => undo.mutate(countQueued() > 0 ? null : (read().notice?.undo ?? null)),
    canUndo: () => countQueued() > 0 || read().notice?.undo != null,
    conflict,
    /** Whether this page made a change. */
    hasMade: (changeId: string): boolean => read().own.changeIds.has(changeId),
    /** Whether this page took a step in the history of what has a key, or took it back. */
    isOwnStep: (key: string, step: Pick<HistoryEntry, 'changeId' | 'kind'>): boolean => isOwn(key, step, state.own),
    /** `onDone` is called with what is done then. */
    doAnyway: (onDone: OnForced) => {
      if (conflict && !force.isPending && findRefusal(conflict.command, conflict.changed) === null) force.mutate({ ...conflict, onDone });
    },
    /** Dismisses the conflict, unless its command is being forced. */
    leave: () => {
      if (!force.isPending) dispatch({ type: 'conflict left' });
    },
    form: {
      on: form.on,
      /** The row that it was opened on, as it was then. */
      seen: form.on === 'current' ? form.row : null,
      /** The row as it was when its form was opened; without a form, the row itself. */
      toSeen: (row: ListRow): ListRow => (form.on === 'current' && form.row?.key === row.key ? form.row : row),
      /** The refused action that was written here last. */
      draft: state.draft?.form === formKey ? state.draft.action : null,
      open: (on: Resolving, row: ListRow | null = null) => dispatch({ type: 'form opened', form: { on, list: listKey, row } }),
      /** Closes it and returns its key. */
      send: (): string => {
        dispatch({ type: 'form sent' });
        return formKey;
      },
    },
  };
};

export type ObservationsTriage = ReturnType<typeof useObservationsTriage>;
