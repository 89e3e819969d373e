'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import type { Experiment, ExperimentInput } from '@/lib/domain/experiment.ts';
import { emptyDraft, readDraft, splitServerProblems, toDraft, type Draft } from './draft.ts';
import { ExperimentFields } from './experiment-fields.tsx';

/** Initial content of a form. */
export type FormStart = { kind: 'new' } | { kind: 'edit' | 'copy'; experiment: Experiment };

const maxNameChars = 100;

const toStart = (start: FormStart): Draft => {
  if (start.kind === 'new') return emptyDraft;
  const draft = toDraft(start.experiment);
  return start.kind === 'edit' ? draft : { ...draft, name: `${draft.name} (copy)`.slice(0, maxNameChars) };
};

const Form = ({ start, onSaved, onClose }: { start: FormStart; onSaved: (id: string) => void; onClose: () => void }) => {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => toStart(start));
  const [isTried, setTried] = useState(false);
  const { input, problems } = readDraft(draft);
  const save = useMutation({
    mutationFn: (body: ExperimentInput) =>
      start.kind === 'edit'
        ? callEndpoint('PUT /api/experiments/[id]', { params: { id: start.experiment.id }, body })
        : callEndpoint('POST /api/experiments', { body }),
    onSuccess: ({ id }) => onSaved(id),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf.experiments() }),
  });
  const refused = save.error ? splitServerProblems(save.error.message) : { fields: {}, rest: null };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(problems).length === 0) save.mutate(input);
      }}
    >
      <ExperimentFields
        draft={draft}
        problems={{ ...refused.fields, ...(isTried && problems) }}
        onChange={(next) => {
          save.reset();
          setDraft({ ...draft, ...next });
        }}
      />
      {refused.rest === null ? null : (
        <p role="alert" className="text-table text-high">
          {refused.rest}
        </p>
      )}
      <div className="flex items-center justify-end gap-2">
        <p className="mr-auto text-fact text-text3">Nothing is assigned before it is started.</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" refused={save.isPending ? 'Saving…' : null}>
          {start.kind === 'edit' ? 'Save changes' : 'Create draft'}
        </Button>
      </div>
    </form>
  );
};

/** Defines an experiment, or changes one without data. */
export const ExperimentDialog = ({
  start,
  onSaved,
  onClose,
}: {
  /** Null: closed. */ start: FormStart | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}) => (
  <Dialog
    open={start !== null}
    onOpenChange={(open) => (open ? undefined : onClose())}
    title={start?.kind === 'edit' ? 'Edit experiment' : 'New experiment'}
    description="Choose everything beforehand: once a session is assigned, the definition is final."
    width={600}
    grows
  >
    {start ? <Form start={start} onSaved={onSaved} onClose={onClose} /> : null}
  </Dialog>
);
