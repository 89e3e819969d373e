'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { makeDrawnCommands } from './act-on-cache.ts';
import { toQueryOf, type ShownList } from '@/components/observations/filter/list-filter.ts';
import { isOwn, toFollowing } from './own-changes.ts';
import { findRefusal, listKeys, printResult, toForced, type TriageCommand } from './triage-command.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { contracts } from '@/lib/contracts/index.ts';
import type { ChangedMeanwhile, HistoryEntry, UndoResult } from '@/lib/domain/triage.ts';
import { printCount } from '@/lib/print/number.ts';
import { readZone } from '@/components/observations/use-observations-list.ts';
import { useShortly } from './use-shortly.ts';

const undoMs = 8_000;
const { observations } = contracts;

/** What is shown again when something is taken back, in which list. */
export type Back = { key: string; list: string };

/**
 * What was done last, or what there is to say. `undo`: what takes it back, what to show again then, and what was done. `away`: something that is not
 * in the list and can be shown all the same.
 */
export type TriageNotice = {
  text: string;
  undo: { changeId: string; keys: readonly string[]; back: Back | null; text: string } | null;
  isProblem: boolean;
  away: string | null;
};
export type TriageConflict = { back: Back | null; command: TriageCommand; message: string; changed: readonly ChangedMeanwhile[] };

const printUndone = ({ undone, left }: UndoResult): string =>
  left === 0
    ? 'Undone.'
    : `${undone === 0 ? 'Nothing was undone' : `${printCount(undone)} undone`}: ${printCount(left)} changed meanwhile and stay as they are.`;

/** Actions go to the server one after the other, in the order in which they were given. */
const inTurn = { mutationKey: ['triage'], scope: { id: 'triage' } };

/** `onRefused`: nothing of it was done. */
type Run = { command: TriageCommand; back: Back | null; onRefused: () => void };
type OnForced = (command: TriageCommand, back: Back | null) => void;
type Undo = NonNullable<TriageNotice['undo']>;
type Input = { onBack: (back: Back | null) => void; addOwn: (keys: readonly string[]) => void };
const nothing = { undo: null, isProblem: false, away: null };

/**
 * Carries actions out: drawn at once, taken back where the server refuses. Nothing waits for the action before, nor for what is read
 * again afterwards. What changed meanwhile is a conflict, to be decided; what was done can be undone for 8 seconds. `onBack` hears of
 * what is to be shown again after something was taken back; `addOwn` of what this page changed itself.
 */
export const useObservationsTriage = (list: ShownList, { onBack, addOwn }: Input) => {
  const client = useQueryClient();
  const [notice, show] = useShortly<TriageNotice>(undoMs);
  const [conflict, setConflict] = useState<TriageConflict | null>(null);
  const [drawn] = useState(() => makeDrawnCommands(client));
  const own = useRef({ changeIds: new Set<string>(), undone: new Set<string>(), last: null as Undo | null });
  /** After the last one that waits; what is read before would show what the others have not done yet. */
  const refresh = () => {
    if (client.isMutating({ mutationKey: inTurn.mutationKey }) <= 1) void client.invalidateQueries({ queryKey: keyOf.observations() });
  };
  const tellProblem = (error: Error) => show({ ...nothing, text: `${error.message} Nothing was changed.`, isProblem: true });
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
      return drawn.add(list, readZone(), command);
    },
    onError: (error, { command, back, onRefused }, one) => {
      if (one) drawn.refused(one);
      onRefused();
      if (error instanceof ClientError && error.status === 409)
        setConflict({ command, back, message: error.message, changed: error.changed });
      else tellProblem(error);
    },
    onSuccess: (result, { command, back }, one) => {
      drawn.done(one);
      const keys = [...(listKeys(command) ?? command.titles.keys())];
      addOwn(keys);
      const { changeId } = result;
      if (changeId !== null) own.current.changeIds.add(changeId);
      const text = printResult(command, result);
      const undo = changeId === null ? null : { changeId, keys, back, text };
      own.current.last = undo;
      show({ ...nothing, text, undo, isProblem: result.changed === 0 && result.refused > 0 });
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
      return { result, ...change };
    },
    onMutate: () => show(null),
    onSuccess: (done) => {
      if (done === null) return;
      addOwn(done.keys);
      show({ ...nothing, text: printUndone(done.result), isProblem: done.result.undone === 0 });
      onBack(done.back);
    },
    onError: tellProblem,
    onSettled: refresh,
  });
  const force = useMutation({
    mutationFn: async ({ command, changed }: TriageConflict & { onDone: OnForced }) => {
      const { target } = command;
      if (!('filter' in target)) return toForced(command, changed, null);
      const query = { ...toQueryOf(target.filter), limit: 1 };
      const { total, matching } = await callEndpoint(target.view === 'groups' ? observations.groups : observations.list, { query });
      return toForced(command, changed, { total, matching });
    },
    onSuccess: (command, { back, onDone }) => {
      run.mutate({ command, back, onRefused: () => onBack(back) });
      onDone(command, back);
    },
    onError: tellProblem,
  });
  return {
    run: (command: TriageCommand, about: Omit<Run, 'command'>) => run.mutate({ command, ...about }),
    /** Whether something is on its way to the server. */
    isBusy: run.isPending || undo.isPending || force.isPending,
    /** What shall be done anyway is being asked for. */
    isForcing: force.isPending,
    notice,
    /** Says something that is no result, behind one that can still be undone. */
    tell: (text: string, more: Partial<Pick<TriageNotice, 'isProblem' | 'away'>> = {}) =>
      show((before) => ({ ...nothing, ...more, undo: before?.undo ?? null, text: before?.undo ? `${before.undo.text} ${text}` : text })),
    dismiss: () => show(null),
    undo: () => undo.mutate(run.isPending ? null : (notice?.undo ?? null)),
    canUndo: run.isPending || notice?.undo != null,
    conflict,
    /** Whether this page made a change. */
    hasMade: (changeId: string): boolean => own.current.changeIds.has(changeId),
    /** Whether this page took a step in the history of what has a key, or took it back. */
    isOwnStep: (key: string, step: Pick<HistoryEntry, 'changeId' | 'kind'>): boolean => isOwn(key, step, own.current),
    /** `onDone` hears what is done then. */
    doAnyway: (onDone: OnForced) => {
      if (conflict && !force.isPending && findRefusal(conflict.command, conflict.changed) === null) force.mutate({ ...conflict, onDone });
    },
    /** What shall be done anyway is not to be left any more. */
    leave: () => {
      if (!force.isPending) setConflict(null);
    },
  };
};

export type ObservationsTriage = ReturnType<typeof useObservationsTriage>;
