'use client';
import { useState } from 'react';
import type { ListView } from '@/components/observations/list-filter.ts';
import { findStep, type ListRow } from '@/components/observations/list-rows.ts';
import { countSelected, extendTo, isSelected, noSelection, toggleRow, type Selection } from '@/components/observations/selection.ts';
import { toSelectionCommand, toSingleCommand, type Action } from '@/components/observations/triage-command.ts';
import { toStep } from '@/lib/observations/lifecycle.ts';
import { useFirstKey } from './use-first-key.ts';
import { useLastVisit } from './use-last-visit.ts';
import { useMedia } from './use-media.ts';
import { useObservationDetail } from './use-observation-detail.ts';
import { useObservationsFacets } from './use-observations-facets.ts';
import { useObservationsList } from './use-observations-list.ts';
import { useObservationsState } from './use-observations-state.ts';
import { useObservationsTriage } from './use-observations-triage.ts';
import { useRested } from './use-rested.ts';
import type { FocusWish } from './use-take-focus.ts';

const restMs = 60;
type Shown = { view: ListView; key: string | null };
const printShown = ({ view, key }: Shown): string => `${view} ${key ?? ''}`;
const parseShown = (text: string): Shown => ({
  view: text.startsWith('single ') ? 'single' : 'groups',
  key: text.slice(text.indexOf(' ') + 1) || null,
});

/** On what a resolution is being written. */
export type Resolving = 'current' | 'selection' | null;

/** The list of observations, the one that is current, what is selected, and what can be done with them. */
export const useObservations = () => {
  const url = useObservationsState();
  const { state, listKey, show } = url;
  const list = useObservationsList(state);
  const { rows } = list;
  const facets = useObservationsFacets(state);
  const lastVisitMs = useLastVisit('observations');
  const hasPane = useMedia('(min-width: 1280px)', true);
  const isBeside = useMedia('(min-width: 1024px)', true);
  const [wish, setWish] = useState<FocusWish | null>(null);
  const [resolving, setResolving] = useState<{ on: Resolving; list: string }>({ on: null, list: listKey });
  const [chosen, setChosen] = useState<{ selection: Selection; list: string }>({ selection: noSelection, list: listKey });
  const firstKey = useFirstKey(listKey, list.isOld ? null : (rows[0]?.key ?? null));
  const currentKey = state.at ?? (hasPane ? firstKey : null);
  // View and key rest together: a key of the one view is nothing in the other.
  const rested = parseShown(useRested(printShown({ view: state.view, key: currentKey }), restMs));
  const detail = useObservationDetail(rested.view, rested.key);
  const current = rows.find(({ key }) => key === currentKey) ?? (detail.key === currentKey ? detail.row : null);
  const selection = chosen.list === listKey ? chosen.selection : noSelection;
  const selectedCount = countSelected(selection);
  const select = (next: Selection) => setChosen({ selection: next, list: listKey });
  const setForm = (on: Resolving) => setResolving({ on, list: listKey });
  const form = resolving.list === listKey ? resolving.on : null;

  const goBack = (at: string) => {
    if (isBeside) show(at);
  };
  const triage = useObservationsTriage(state, { onBack: goBack });
  const focusRow = () => setWish({ place: 'row', gentle: true });
  /** After what was current leaves the list, what stood below it is current. */
  const moveOn = ({ key, state: from }: ListRow, { action, reason }: Action) => {
    const { to } = toStep(from, action, reason);
    const leaves = to !== null && state.states.length > 0 && !state.states.includes(to);
    if (!leaves || !isBeside) return;
    const next = [findStep(rows, key, 1), findStep(rows, key, -1)].find((row) => row !== null && row.key !== key);
    show(next?.key ?? null);
    focusRow();
  };
  const actOnCurrent = (action: Action) => {
    if (!current) return;
    setForm(null);
    triage.run(toSingleCommand(action, state.view, current), () => goBack(current.key));
    moveOn(current, action);
  };
  const actOnSelection = (action: Action) => {
    if (selectedCount === 0) return;
    setForm(null);
    select(noSelection);
    triage.run(toSelectionCommand(action, state.view, selection, { filter: state, rows }), () => select(selection));
  };
  const step = (by: 1 | -1, extend: boolean) => {
    const next = findStep(rows, currentKey, by);
    if (!next) return;
    show(next.key);
    setForm(null);
    if (extend) select(extendTo(selection, next, rows, currentKey));
    focusRow();
  };
  return {
    ...url,
    list,
    facets,
    detail,
    current,
    currentKey,
    wish,
    takeWish: () => setWish(null),
    focusRow,
    isUnread: ({ key, changedAtMs }: ListRow) => lastVisitMs !== null && changedAtMs > Math.max(lastVisitMs, triage.ownAtMs.get(key) ?? 0),
    lastVisitMs,
    hasPane,
    isBeside,
    choose: (key: string) => {
      setForm(null);
      show(key, isBeside ? 'replace' : 'push');
    },
    close: () => show(null),
    step,
    selection,
    selectedCount,
    isSelected: (key: string) => isSelected(selection, key),
    toggle: (row: ListRow, extend: boolean) => select(extend ? extendTo(selection, row, rows) : toggleRow(selection, row, rows)),
    selectAll: () => {
      if (list.total !== null && list.matching !== null) select({ kind: 'all', total: list.total, matching: list.matching });
    },
    clearSelection: () => select(noSelection),
    form,
    setForm,
    triage,
    actOnCurrent,
    actOnSelection,
    /** On what is selected; where nothing is, on the current one. */
    act: (action: Action) => (selectedCount > 0 ? actOnSelection(action) : actOnCurrent(action)),
  };
};

export type Observations = ReturnType<typeof useObservations>;
