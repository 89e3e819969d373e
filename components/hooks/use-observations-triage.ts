'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actOnCache } from '@/components/observations/act-on-cache.ts';
import { toFilterQuery } from '@/components/observations/list-filter.ts';
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
export type TriageNotice = { text: string; undo: { changeId: string; at: string | null } | null; isProblem: boolean };
export type TriageConflict = { command: TriageCommand; message: string; changed: readonly ChangedMeanwhile[] };

const printUndone = ({ undone, left }: UndoResult): string =>
  left === 0
    ? 'Undone.'
    : `${undone === 0 ? 'Nothing was undone' : `${printCount(undone)} undone`}: ${printCount(left)} changed meanwhile and stay as they are.`;

/**
 * Carries actions out: drawn at once, taken back where the server refuses. What changed meanwhile is a conflict, to be decided; what
 * was done can be undone for 8 seconds.
 */
export const useObservationsTriage = (
  state: ObservationsListState,
  { onDone, onUndone }: { onDone: () => void; onUndone: (at: string) => void },
) => {
  const client = useQueryClient();
  const [notice, show] = useShortly<TriageNotice>(undoMs);
  const [conflict, setConflict] = useState<TriageConflict | null>(null);
  /** When this page itself changed a thing: that is no news. */
  const [ownAtMs, setOwn] = useState<ReadonlyMap<string, number>>(new Map());
  const refresh = () => client.invalidateQueries({ queryKey: keyOf.observations() });
  const tellProblem = (error: Error) => show({ text: `${error.message} Nothing was changed.`, undo: null, isProblem: true });

  const run = useMutation({
    mutationFn: ({ action, reason, note, target }: TriageCommand) =>
      callEndpoint(observations.triage, { body: { action, reason, note, target } }),
    onMutate: (command) => {
      setConflict(null);
      show(null);
      return actOnCache(client, state, readZone(), command);
    },
    onError: (error, command, restore) => {
      restore?.();
      if (error instanceof ClientError && error.status === 409) setConflict({ command, message: error.message, changed: error.changed });
      else tellProblem(error);
    },
    onSuccess: (result, command) => {
      const keys = listKeys(command);
      const [only] = keys?.size === 1 ? keys : [];
      setOwn((own) => new Map([...own, ...[...(keys ?? command.titles.keys())].map((key) => [key, Date.now()] as const)]));
      const undo = result.changed > 0 ? { changeId: result.changeId, at: only ?? null } : null;
      show({ text: printResult(command, result), undo, isProblem: result.changed === 0 });
      onDone();
    },
    onSettled: refresh,
  });
  const undo = useMutation({
    mutationFn: ({ changeId }: NonNullable<TriageNotice['undo']>) => callEndpoint(observations.undo, { body: { changeId } }),
    onSuccess: (result, { at }) => {
      show({ text: printUndone(result), undo: null, isProblem: result.undone === 0 });
      if (at !== null) onUndone(at);
    },
    onError: tellProblem,
    onSettled: refresh,
  });
  const force = useMutation({
    mutationFn: async ({ command, changed }: TriageConflict) => {
      const { view } = state;
      const query = { ...toFilterQuery(state), limit: 1 };
      const { total } = await callEndpoint(view === 'groups' ? observations.groups : observations.list, { query });
      return toForced(command, changed, total);
    },
    onSuccess: (command) => run.mutate(command),
    onError: tellProblem,
  });
  return {
    run: run.mutate,
    isRunning: run.isPending || undo.isPending || force.isPending,
    notice,
    dismiss: () => show(null),
    undo: () => {
      if (notice?.undo && !undo.isPending) undo.mutate(notice.undo);
    },
    canUndo: notice?.undo != null,
    conflict,
    doAnyway: () => {
      if (conflict) force.mutate(conflict);
    },
    leave: () => setConflict(null),
    ownAtMs,
  };
};

export type ObservationsTriage = ReturnType<typeof useObservationsTriage>;
