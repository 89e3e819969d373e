'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { Experiment } from '@/lib/domain/experiment.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useExperimentActions } from './use-experiment-actions.ts';

type Props = {
  experiment: Experiment;
  onEdit: () => void;
  onCopy: () => void;
  /** Called after it was archived or deleted. */
  onGone: () => void;
};

/** Actions that an experiment's status allows. Asks first if data would be lost or an end is final. */
export const ExperimentButtons = ({ experiment: { id, name, status, assigned, startedAtMs }, onEdit, onCopy, onGone }: Props) => {
  const { move, remove, error, isPending } = useExperimentActions();
  const [asked, setAsked] = useState<'stop' | 'delete' | null>(null);
  const busy = isPending ? 'Saving…' : null;
  const toAsk = (open: boolean) => setAsked(open ? asked : null);
  const shownName = toVisibleText(name);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {status === 'draft' ? (
          <Button look="primary" refused={busy} onClick={() => move(id, 'start')}>
            Start
          </Button>
        ) : null}
        {status === 'running' ? (
          <Button refused={busy} onClick={() => setAsked('stop')}>
            Stop
          </Button>
        ) : null}
        {assigned === 0 && (status === 'draft' || status === 'running') ? (
          <Button refused={busy} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        <Button onClick={onCopy}>Copy as new</Button>
        {status === 'draft' || status === 'stopped' ? (
          <Button refused={busy} onClick={() => move(id, 'archive', onGone)}>
            Archive
          </Button>
        ) : null}
        {status === 'archived' ? (
          <Button refused={busy} onClick={() => move(id, 'restore')}>
            Restore
          </Button>
        ) : null}
        <Button look="quiet" refused={busy} onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      {error ? (
        <p role="alert" className="w-full text-table text-high">
          {error.message}
        </p>
      ) : null}
      <ConfirmDialog
        open={asked === 'stop'}
        onOpenChange={toAsk}
        title={`Stop “${shownName}”?`}
        verb="Stop experiment"
        onConfirm={() => move(id, 'stop')}
      >
        It cannot be started again, because that would mix two periods. Its data and verdict stay.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={toAsk}
        title={`Delete “${shownName}”?`}
        verb="Delete experiment"
        isDanger
        onConfirm={() => remove(id, onGone)}
      >
        {assigned === 0
          ? 'No session was assigned yet. This cannot be undone.'
          : `The assignments of ${printCounted(assigned, 'session')} are deleted with it, and its verdict can never be computed again. The metrics of the turns stay. ${startedAtMs === null ? '' : 'Archive it instead to keep them.'}`}
      </ConfirmDialog>
    </>
  );
};
