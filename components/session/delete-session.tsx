'use client';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DeletionDialog } from '@/components/data/deletion-dialog.tsx';
import { toListHref, useOpenedList } from '@/components/sessions/use-session-list-state.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';

/** Deletes a session, its subagents included, after a look at what that takes; then the list of sessions says what was deleted. */
export const DeleteSession = ({ id }: { id: string }) => {
  const router = useRouter();
  const list = useOpenedList();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Trash2} name="Delete this session" onClick={() => setOpen(true)} />
      <DeletionDialog
        open={open}
        title="Delete this session?"
        target={{ session: id }}
        about="Sessions of its subagents are included. "
        verb="Delete session"
        onCancel={() => setOpen(false)}
        onDeleted={() => router.replace(toListHref(list))}
      />
    </>
  );
};
