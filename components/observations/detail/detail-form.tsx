'use client';
import type { Observations } from '@/components/observations/use-observations.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { stateWords } from '@/components/observations/observation-words.ts';
import { ResolveForm } from '@/components/observations/triage/resolve-form.tsx';
import { TriageConflict } from '@/components/observations/triage/triage-conflict.tsx';
import type { Action } from '@/components/observations/triage/triage-command.ts';

export type DetailFormProps = Pick<Observations, 'form' | 'triage'> & {
  row: ListRow;
  conflict: Observations['current']['conflict'];
  onAct: (action: Action) => void;
};

/** The form for the current row, and the conflict with somebody else's change. */
export const DetailForm = ({ row, form, conflict, triage, onAct }: DetailFormProps) => (
  <>
    {conflict ? <TriageConflict conflict={conflict} triage={triage} isInDetail /> : null}
    {form.on === 'current' ? (
      <>
        {form.isOutrun ? (
          <p role="status" className="rounded-card bg-medbg px-2.5 py-1.5 text-table">
            Its status changed to {stateWords[row.state].toLowerCase()} in the meantime. See the history.
          </p>
        ) : null}
        <ResolveForm name="Resolve" draft={form.draft} onResolve={onAct} onClose={form.close} />
      </>
    ) : null}
  </>
);
