import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import type { DeletionQuery } from '@/lib/client/queries/data-queries.ts';
import { printDeletion } from '@/lib/print/deletion.ts';
import { printSessionCount } from '@/lib/print/session-count.ts';
import { useDeletion } from './use-deletion.ts';

type Props = {
  target: DeletionQuery;
  /** Description of the sessions, if the target does not say it. */
  about?: string;
  /** The words of its button; without them, how many sessions it deletes. */
  verb?: string;
  onCancel: () => void;
  onDeleted: () => void;
};

const Deletion = ({ target, about = '', verb, onCancel, onDeleted }: Props) => {
  const { preview, remove } = useDeletion(target, onDeleted);
  const error = remove.error ?? preview.error;
  const isBusy = remove.isPending || remove.isSuccess;
  const isNothing = preview.data?.sessions === 0 && target.import === undefined;
  const refused = isBusy
    ? 'Deleting…'
    : !preview.data
      ? 'It is not known yet what would be deleted.'
      : isNothing
        ? 'No session matches.'
        : null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-read text-text2">
        <p className="min-h-5 font-medium text-text" aria-busy={preview.isPending}>
          {preview.data ? `${printDeletion(preview.data)}.` : preview.error ? '' : 'Counting…'}
        </p>
        <p>
          {about}They are deleted for good, along with their notes and everything computed from them. Your agents’ files stay on disk.
          Followed folders do not bring the sessions back; importing a file by name does.
        </p>
      </div>
      {error ? (
        <p role="alert" className="text-table text-high">
          {error.message}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="danger" refused={refused} onClick={() => preview.data && remove.mutate(preview.data.token)}>
          {isBusy ? 'Deleting…' : (verb ?? `Delete ${preview.data ? printSessionCount(preview.data) : 'sessions'}`)}
        </Button>
      </div>
    </div>
  );
};

/** Shows what a deletion would take, and deletes it. The page that follows says what was deleted. */
export const DeletionDialog = ({ open, title, ...deletion }: Props & { open: boolean; title: string }) => (
  <Dialog open={open} onOpenChange={(next) => next || deletion.onCancel()} title={title} width={460}>
    <Deletion {...deletion} />
  </Dialog>
);
