'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { dataQueries } from '@/lib/client/queries/data-queries.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { contracts } from '@/lib/contracts/index.ts';
import { printDeletion } from '@/lib/print/deletion.ts';

/** Shows what would go, and deletes it; then the list of sessions says what was deleted. */
const Deletion = ({ id, onCancel }: { id: string; onCancel: () => void }) => {
  const client = useQueryClient();
  const router = useRouter();
  const preview = useQuery(dataQueries.previewDeletion(id));
  const remove = useMutation({
    mutationFn: (token: string) => callEndpoint(contracts.data.delete, { query: { session: id, token } }),
    onSuccess: (deleted) => {
      client.setQueryData(dataQueries.lastDeletion().queryKey, deleted);
      router.replace('/sessions');
      return client.invalidateQueries({ queryKey: keyOf.sessions() });
    },
    // Other sessions may belong to it by now.
    onError: () => preview.refetch(),
  });
  const error = remove.error ?? preview.error;
  const isBusy = remove.isPending || remove.isSuccess;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-read text-text2">
        <p className="min-h-5 font-medium text-text" aria-busy={preview.isPending}>
          {preview.data ? `${printDeletion(preview.data)}.` : preview.error ? '' : 'Counting…'}
        </p>
        <p>
          They are deleted for good, with all that was computed of them. The files of the agent stay on disk. Followed folders do not bring
          the session back; importing its file by name does.
        </p>
      </div>
      {error ? (
        <p role="alert" className="text-table text-high">
          {error.message}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          look="primary"
          refused={isBusy ? 'Deleting…' : preview.data ? null : 'It is not known yet what would be deleted.'}
          onClick={() => preview.data && remove.mutate(preview.data.token)}
        >
          {isBusy ? 'Deleting…' : 'Delete session'}
        </Button>
      </div>
    </div>
  );
};

/** Deletes a session, its subagents included, after a look at what that takes. */
export const DeleteSession = ({ id }: { id: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Trash2} name="Delete this session" onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title="Delete this session?" width={460}>
        <Deletion id={id} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
};
