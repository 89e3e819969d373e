'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { maxNoteChars } from '@/lib/domain/session-names.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Props = { session: { id: string; note: string | null } };

type FormProps = { id: string; text: string; onText: (text: string) => void; onDone: () => void };

const NoteForm = ({ id, text, onText, onDone }: FormProps) => {
  const client = useQueryClient();
  const mod = useModKey();
  const save = useMutation({
    mutationFn: () => callEndpoint('PUT /api/sessions/[id]/note', { params: { id }, body: { note: text } }),
    onSuccess: async () => {
      await Promise.all([keyOf.sessions(), sessionQueries.get(id).queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
      onDone();
    },
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <textarea
        aria-label="Note"
        value={text}
        rows={6}
        maxLength={maxNoteChars}
        placeholder="What should be remembered about this session?"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save.mutate();
        }}
        className="min-h-32 resize-y rounded-control border border-line2 bg-panel px-2 py-1.5 text-read text-text"
      />
      {save.error ? (
        <p role="alert" className="text-table text-high">
          The note was not saved. {save.error.message}
        </p>
      ) : null}
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-fact text-text3">{mod} ↵ saves. An empty note is removed.</span>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" refused={save.isPending ? 'Saving…' : null}>
          Save
        </Button>
      </div>
    </form>
  );
};

/** Opens the note of a session; `isLine`: with its text, if there is one. */
export const NoteButton = ({ session, isLine = false }: Props & { isLine?: boolean }) => {
  const [open, setOpen] = useState(false);
  // Typed text outlives a dialog that was closed without saving or discarding it.
  const [draft, setDraft] = useState<string | null>(null);
  const { id, note } = session;
  if (isLine && note === null) return null;
  return (
    <>
      {isLine ? (
        <button
          type="button"
          title={toVisibleText(note ?? '')}
          onClick={() => setOpen(true)}
          className="flex w-full min-w-0 items-center gap-1.5 rounded-chip text-left text-table text-text2 hover:text-text max-sm:min-h-8"
        >
          <Icon of={NotebookPen} className="shrink-0 text-accent" />
          <span className="sr-only">Note: </span>
          <span className="truncate">{toVisibleText(note ?? '')}</span>
        </button>
      ) : (
        <IconButton icon={NotebookPen} name={note === null ? 'Add a note' : 'Edit the note'} onClick={() => setOpen(true)} />
      )}
      <Dialog open={open} onOpenChange={setOpen} title="Note" width={520}>
        <NoteForm
          id={id}
          text={draft ?? note ?? ''}
          onText={setDraft}
          onDone={() => {
            setDraft(null);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
};
