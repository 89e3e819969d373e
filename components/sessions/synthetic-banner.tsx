'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { printCounted } from '@/lib/print/number.ts';

type Props = {
  count: number;
  /** Whether they are left out, beside one's own; null: there are no others. */
  isHidden: boolean | null;
  onToggle: () => void;
};

/** Says that made-up sessions are there and takes them away with one click; they can be put back the same. */
export const SyntheticBanner = ({ count, isHidden, onToggle }: Props) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keyOf.sessions() });
  const remove = useMutation({ mutationFn: () => callEndpoint('DELETE /api/demo'), onSuccess: refresh });
  const putBack = useMutation({
    mutationFn: () => callEndpoint('POST /api/demo'),
    onSuccess: () => {
      remove.reset();
      return refresh();
    },
  });
  const removed = remove.data?.removed ?? 0;
  const failure = remove.error ?? putBack.error;
  if (count === 0 && removed === 0) return null;
  return (
    <div
      role="status"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3 border-b border-line bg-sunken px-3 py-1 text-table text-text2"
    >
      {failure ? (
        <span className="text-high">{failure.message}</span>
      ) : count > 0 ? (
        <span>
          <strong className="font-semibold text-text">
            {printCounted(count, isHidden === null ? 'synthetic demo session' : 'synthetic session')}
          </strong>{' '}
          {isHidden === null ? 'show what the pages do. Removing them does not touch your own files.' : isHidden ? 'hidden' : 'shown'}
        </span>
      ) : (
        <span>{printCounted(removed, 'synthetic session')} removed, including subagents. Your own files were not touched.</span>
      )}
      {count > 0 && isHidden !== null ? (
        <Button size="head" onClick={onToggle}>
          {isHidden ? 'Show' : 'Hide'}
        </Button>
      ) : null}
      {count > 0 ? (
        <Button size="head" onClick={() => remove.mutate()} refused={remove.isPending ? 'Removing' : null}>
          {remove.isPending ? 'Removing' : 'Remove'}
        </Button>
      ) : (
        <Button size="head" onClick={() => putBack.mutate()} refused={putBack.isPending ? 'Creating' : null}>
          Restore
        </Button>
      )}
    </div>
  );
};
