'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { makeSavedId, useSaved } from '@/components/hooks/use-saved.ts';
import type { ObservationsState } from '@/components/observations/use-observations-state.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { keyOf } from '@/lib/client/queries/key-of.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import type { SavedView } from '@/lib/domain/saved-view.ts';
import { toSavedList, toShownList } from './list-filter.ts';
import { listQueryChips } from './query-chips.ts';
import type { ObservationsFacets } from './use-observations-facets.ts';

type View = Pick<SavedView, 'id' | 'name' | 'shown'>;

/** Why a view is only there to be deleted. */
export const unreadable = 'Another version saved this view, and this one cannot read it';

const toText = (shown: View['shown']): string => JSON.stringify(shown);

/** Views that people saved, which of them is shown, and the dialog that names one. */
export const useSavedViews = ({ state, open }: ObservationsState, facets: ObservationsFacets) => {
  const list = useQuery(observationQueries.views());
  const saved = useSaved<View>(keyOf.savedViews(), {
    save: async ({ id, name, shown }) => {
      if (shown === null) throw new Error(unreadable);
      return callEndpoint('PUT /api/observations/views/[id]', { params: { id }, body: { name, shown } });
    },
    remove: (id) => callEndpoint('DELETE /api/observations/views/[id]', { params: { id } }),
  });
  /** What is named: a new view, or one that has a name. */
  const [naming, setNaming] = useState<View | null>(null);
  const { at: _, ...listed } = state;
  const shown = toSavedList(listed);
  const views = list.data?.views ?? [];
  const isShown = (view: View) => view.shown !== null && toText(toSavedList(toShownList(view.shown))) === toText(shown);
  const current = views.find(isShown) ?? null;
  const startNaming = (view: View | null) => {
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
    /** What cannot be read cannot be saved again. */
    undo: saved.notice?.deleted?.shown ? saved.undo : null,
    open: ({ shown: list }: View) => list && open(toShownList(list)),
    startRenaming: startNaming,
    dialog: {
      title: naming === null || naming.name === '' ? 'Save view' : 'Rename view',
      name: naming?.name ?? '',
      what: [...listQueryChips(state, facets).map(({ text }) => text), state.q.trim()].join(' ').trim() || 'status:all',
      problem: saved.refusal,
      open: naming !== null,
      onOpenChange: (isOpen: boolean) => (isOpen ? undefined : startNaming(null)),
      onSave: (name: string) => naming && saved.save({ ...naming, name }, () => setNaming(null)),
    },
  };
};

export type SavedViewsState = ReturnType<typeof useSavedViews>;
