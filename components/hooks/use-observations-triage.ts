'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { actOnCache } from '@/components/observations/act-on-cache.ts';
import { toQueryOf } from '@/components/observations/list-filter.ts';
import { toFollowing } from '@/components/observations/own-changes.ts';
import { listKeys, printResult, toForced, type TriageCommand } from '@/components/observations/triage-command.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { keyOf } from '@/lib/client/queries.ts';
import { contracts } from '@/lib/contracts/index.ts';
import type { ChangedMeanwhile, UndoResult } from '@/lib/domain/triage.ts';
import { printCount } from '@/lib/print/number.ts';
import { readZone } from './use-observations-list.ts';
import type { ObservationsListState } from './use-observations-state.ts';
import { useShortly } from './use-shortly.ts';

const undoMs = 8_000;
const { observations } = contracts;

/** What was done last. `undo`: what takes it back, and what to show again then. */
export type TriageNotice = {
  text: string;
  undo: { changeId: string; keys: readonly string[]; at: string | null } | null;
  isProblem: boolean;
};
export type TriageConflict = { command: TriageCommand; message: string; changed: readonly ChangedMeanwhile[] };

/** What a command names, if it names one thing. */
const findOnlyKey = (command: TriageCommand): string | null => {
  const [first = null, ...others] = listKeys(command) ?? [];
  return others.length === 0 ? first : null;
};

const printUndone = ({ undone, left }: UndoResult): string =>
  left === 0
    ? 'Undone.'
    : `${undone === 0 ? 'Nothing was undone' : `${printCount(undone)} undone`}: ${printCount(left)} changed meanwhile and stay as they are.`;

/** Actions go to the server one after the other, in the order in which they were given. */
const inTurn = { mutationKey: ['triage'], scope: { id: 'triage' } };

type Run = { command: TriageCommand; onRefused: () => void };
type Undo = NonNullable<TriageNotice['undo']>;

/**
 * Carries actions out: drawn at once, taken back where the server refuses. Nothing waits for the action before, nor for what is read
 * again afterwards. What changed meanwhile is a conflict, to be decided; what was done can be undone for 8 seconds. `onBack` hears of
 * the one thing that is again as it was.
 */
export const useObservationsTriage = (state: ObservationsListState, { onBack }: { onBack: (at: string) => void }) => {
  const client = useQueryClient();
  const [notice, show] = useShortly<TriageNotice>(undoMs);
  const [conflict, setConflict] = useState<TriageConflict | null>(null);
  /** When this page itself changed a thing: that is no news. */
  const [ownAtMs, setOwn] = useState<ReadonlyMap<string, number>>(new Map());
  const own = useRef({ changeIds: new Set<string>(), undone: new Set<string>(), last: null as Undo | null });
  /** After the last one that waits; what is read before would show what the others have not done yet. */
  const refresh = () => {
    if (client.isMutating({ mutationKey: inTurn.mutationKey }) <= 1) void client.invalidateQueries({ queryKey: keyOf.observations() });
  };
  const tellProblem = (error: Error) => show({ text: `${error.message} Nothing was changed.`, undo: null, isProblem: true });
  const send = ({ action, reason, note, target }: TriageCommand) =>
    callEndpoint(observations.triage, { body: { action, reason, note, target } });

  const run = useMutation({
    ...inTurn,
    mutationFn: async ({ command }: Run) => {
      own.current.last = null;
      try {
        return await send(command);
      } catch (error) {
        const following = error instanceof ClientError && error.status === 409 ? toFollowing(command, error.changed, own.current) : null;
        if (following === null) throw error;
        return send(following);
      }
    },
    onMutate: ({ command }) => {
      setConflict(null);
      show(null);
      return actOnCache(client, state, readZone(), command);
    },
    onError: (error, { command, onRefused }, restore) => {
      restore?.();
      onRefused();
      if (error instanceof ClientError && error.status === 409) setConflict({ command, message: error.message, changed: error.changed });
      else tellProblem(error);
    },
    onSuccess: (result, { command }) => {
      const keys = [...(listKeys(command) ?? command.titles.keys())];
      setOwn((before) => new Map([...before, ...keys.map((key) => [key, Date.now()] as const)]));
      const { changeId } = result;
      if (changeId !== null) own.current.changeIds.add(changeId);
      const undo = changeId === null ? null : { changeId, keys, at: findOnlyKey(command) };
      own.current.last = undo;
      show({ text: printResult(command, result), undo, isProblem: result.changed === 0 });
    },
    onSettled: refresh,
  });
  const undo = useMutation({
    ...inTurn,
    /** Null: what the action before has done, once it is done. */
    mutationFn: async (named: Undo | null) => {
      const change = named ?? own.current.last;
      own.current.last = null;
      if (change === null) return null;
      const result = await callEndpoint(observations.undo, { body: { changeId: change.changeId } });
      for (const key of change.keys) own.current.undone.add(key);
      return { result, at: change.at };
    },
    onMutate: () => show(null),
    onSuccess: (done) => {
      if (done === null) return;
      show({ text: printUndone(done.result), undo: null, isProblem: done.result.undone === 0 });
      if (done.at !== null) onBack(done.at);
    },
    onError: tellProblem,
    onSettled: refresh,
  });
  const force = useMutation({
    mutationFn: async ({ command, changed }: TriageConflict) => {
      const { target } = command;
      if (!('filter' in target)) return toForced(command, changed, null);
      const query = { ...toQueryOf(target.filter), limit: 1 };
      const { total, matching } = await callEndpoint(target.view === 'groups' ? observations.groups : observations.list, { query });
      return toForced(command, changed, { total, matching });
    },
    onSuccess: (command) => run.mutate({ command, onRefused: () => undefined }),
    onError: tellProblem,
  });
  return {
    /** `onRefused`: nothing of it was done. */
    run: (command: TriageCommand, onRefused: () => void) => run.mutate({ command, onRefused }),
    /** What shall be done anyway is being asked for. */
    isForcing: force.isPending,
    notice,
    dismiss: () => show(null),
    undo: () => undo.mutate(run.isPending ? null : (notice?.undo ?? null)),
    canUndo: run.isPending || notice?.undo != null,
    conflict,
    doAnyway: () => {
      if (conflict) force.mutate(conflict);
    },
    leave: () => setConflict(null),
    ownAtMs,
  };
};

export type ObservationsTriage = ReturnType<typeof useObservationsTriage>;
