'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

type Saved = { id: string; name: string };
type Calls<One extends Saved> = { save: (one: One) => Promise<unknown>; remove: (id: string) => Promise<unknown> };
type Notice<One> = { text: string; deleted: One | null; isProblem?: boolean };

const noticeMs = 8_000;

/** An id for a thing to save. Not `randomUUID`, which browsers have only on HTTPS and loopback. */
export const makeSavedId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Things that people name and keep, and the last action on one: a deletion can be undone for 8 seconds, under the same id. */
export const useSaved = <One extends Saved>(queryKey: readonly string[], { save, remove }: Calls<One>) => {
  const client = useQueryClient();
  const [notice, setNotice] = useState<Notice<One> | null>(null);
  const onSettled = () => client.invalidateQueries({ queryKey });
  const report = (text: string) => (error: Error) => setNotice({ text: `${text}: ${error.message}`, deleted: null, isProblem: true });
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, { id, name }) => setNotice({ text: `${notice?.deleted?.id === id ? 'Restored' : 'Saved'} “${name}”.`, deleted: null }),
    onError: report('Not saved'),
    onSettled,
  });
  const removing = useMutation({
    mutationFn: ({ id }: One) => remove(id),
    onSuccess: (_, deleted) => setNotice({ text: `Deleted “${deleted.name}”.`, deleted }),
    onError: report('Not deleted'),
    onSettled,
  });
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const deleted = notice?.deleted ?? null;
  return {
    save: (one: One, onSaved?: () => void) => saving.mutate(one, { onSuccess: onSaved }),
    /** Why the last one was not saved; null: it was, or is being. */
    refusal: saving.error?.message ?? null,
    forgetRefusal: saving.reset,
    remove: (one: One) => removing.mutate(one),
    notice,
    undo: deleted && (() => saving.mutate(deleted)),
    dismiss: () => setNotice(null),
  };
};
