'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { makeSavedId, useSaved } from '@/components/hooks/use-saved.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';

type View<Shown> = { id: string; name: string; shown: Shown | null };

type Options<Shown> = {
  list: Pick<UseQueryResult<{ views: View<Shown>[] }>, 'data' | 'error' | 'refetch'>;
  save: (view: { id: string; name: string; shown: Shown }) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** State of the page, and its description in words. */
  shown: Shown;
  what: string;
  /** The state that the page would show for a view. */
  normalize: (shown: Shown) => Shown;
  open: (shown: Shown) => void;
};

/** Why a view is only there to be deleted. */
export const unreadable = 'Another version saved this view, and this one cannot read it';

/** Views that people saved of a list, which of them is shown, and the dialog that names one. */
export const useViews = <Shown>({ list, save, remove, shown, what, normalize, open }: Options<Shown>) => {
  const saved = useSaved<View<Shown>>(keyOf.savedViews(), {
    save: async (view) => {
      if (view.shown === null) throw new Error(unreadable);
      return save({ ...view, shown: view.shown });
    },
    remove,
  });
  /** The view in the naming dialog: a new view, or one that has a name. */
  const [naming, setNaming] = useState<View<Shown> | null>(null);
  const views = list.data?.views ?? [];
  const isShown = (view: View<Shown>) => view.shown !== null && JSON.stringify(normalize(view.shown)) === JSON.stringify(shown);
  const current = views.find(isShown) ?? null;
  const startNaming = (view: View<Shown> | null) => {
    saved.forgetRefusal();
    setNaming(view);
  };
  const refused = current === null ? null : `Saved as “${current.name}”`;
  const startSaving = () => {
    if (refused === null) startNaming({ id: makeSavedId(), name: '', shown });
  };
  useHotkeys({ s: startSaving });
  return {
    ...{ list, views, isShown, refused, startSaving },
    ...{ remove: saved.remove, notice: saved.notice, dismiss: saved.dismiss },
    /** A view that cannot be read cannot be saved again. */
    undo: saved.notice?.deleted?.shown ? saved.undo : null,
    open: (view: View<Shown>) => view.shown && open(view.shown),
    startRenaming: startNaming,
    dialog: {
      title: naming === null || naming.name === '' ? 'Save view' : 'Rename view',
      name: naming?.name ?? '',
      what,
      problem: saved.refusal,
      open: naming !== null,
      onOpenChange: (isOpen: boolean) => (isOpen ? undefined : startNaming(null)),
      onSave: (name: string) => naming && saved.save({ ...naming, name }, () => setNaming(null)),
    },
  };
};

export type ViewsState<Shown> = ReturnType<typeof useViews<Shown>>;
