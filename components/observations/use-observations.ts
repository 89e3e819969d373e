'use client';
import { useMemo, useState } from 'react';
import type { ListView } from './filter/list-filter.ts';
import { countListed, isAnyCollapsed } from './list/collapsed.ts';
import { findStep, type ListRow } from './list-rows.ts';
import { isChangedElsewhere } from './triage/own-changes.ts';
import { createTriageActions } from './triage/triage-actions.ts';
import { listKeys } from './triage/triage-command.ts';
import { useCurrentKey, type Left } from './use-current-key.ts';
import { useFirstKey } from './use-first-key.ts';
import { useCollapsed, useHeads } from './list/use-collapsed.ts';
import { takesEnter } from '@/components/hooks/use-hotkeys.ts';
import { useLastVisit } from './use-last-visit.ts';
import { useLeaving } from './use-leaving.ts';
import { useMedia } from '@/components/hooks/use-media.ts';
import { useObservationDetail } from './detail/use-observation-detail.ts';
import { useObservationsFacets } from './filter/use-observations-facets.ts';
import { useObservationsList } from './use-observations-list.ts';
import { useObservationsSelection } from './use-observations-selection.ts';
import { useObservationsState } from './use-observations-state.ts';
import type { Back, Resolving } from './triage/triage-state.ts';
import { useObservationsTriage } from './triage/use-observations-triage.ts';
import { useDebounced } from './use-debounced.ts';
import { useStable } from '@/components/hooks/use-stable.ts';
import type { FocusRequest } from '@/components/hooks/use-take-focus.ts';

const restMs = 60;
type Shown = { view: ListView; key: string | null };
const printShown = ({ view, key }: Shown): string => `${view} ${key ?? ''}`;
const parseShown = (text: string): Shown => ({
  view: text.startsWith('single ') ? 'single' : 'groups',
  key: text.slice(text.indexOf(' ') + 1) || null,
});

/** The list of observations, the one that is current, what is selected, and what can be done with them. */
export const useObservations = () => {
  const url = useObservationsState();
  const { state, listKey, show } = url;
  const { collapsed, expanded, toggleSeverity, listed } = useCollapsed(state);
  const list = useObservationsList(listed);
  const rows = useMemo(() => list.rows.filter(({ severity }) => !collapsed.includes(severity)), [list.rows, collapsed]);
  const facets = useObservationsFacets(state);
  const heads = useHeads(state, { collapsed, expanded, isOld: list.isOld }, facets.facets);
  /** How many match of each severity. */
  const counts = facets.facets?.severities ?? [];
  const visit = useLastVisit('observations');
  const hasPane = useMedia('(min-width: 1280px)', true);
  const isBeside = useMedia('(min-width: 1024px)', true);
  const [wish, setRequest] = useState<FocusRequest | null>(null);
  const [cameFrom, setCameFrom] = useState<{ at: string; from: string | null } | null>(null);
  const focusRow = () => setRequest({ place: 'row', gentle: true });

  // Uses the list and position at that time, not when the action was started.
  const goBack = useStable((back: Back | null) => {
    if (back !== null && back.list === listKey && (isBeside || state.at !== null)) {
      if (back.key !== currentKey) setCameFrom({ at: back.key, from: currentKey });
      show(back.key);
    }
    focusRow();
  });
  const triage = useObservationsTriage({ list: listed, listKey, onBack: goBack, addOwn: visit.addOwn });
  const { form } = triage;
  const selected = useObservationsSelection({
    ...{ listKey, rows, total: list.total, resultSetHash: list.resultSetHash },
    onAnchorLost: () => triage.announce('Only this row was added: the start of the selection is no longer loaded.'),
  });

  const firstKey = useFirstKey(listKey, list.isOld ? null : (rows[0]?.key ?? null));
  const wantedKey = state.at ?? (hasPane ? firstKey : null);
  // View and key rest together: a key of the one view is nothing in the other.
  const rested = parseShown(useDebounced(printShown({ view: state.view, key: wantedKey }), restMs));
  const detail = useObservationDetail(rested.view, rested.key);
  const known = detail.key === wantedKey ? detail.row : null;
  const isOneOf = <Word>(words: readonly Word[], word: Word) => words.length === 0 || words.includes(word);
  const isOutside = known !== null && !(isOneOf(state.states, known.state) && isOneOf(state.severities, known.severity));
  const leaving = useLeaving(state.view, triage);
  const onMoved = (key: string | null, left: Left) => {
    show(key);
    // If the current row's severity was collapsed, the focus stays on its head.
    if (left.row && !collapsed.includes(left.row.severity)) focusRow();
    const row = left.row ?? known;
    const isInConflict = triage.conflict?.changed.some(({ id }) => id === left.key) ?? false;
    if (row && !collapsed.includes(row.severity) && !isInConflict) void leaving.announceLeaving(left, key);
  };
  const { currentKey, lastKey } = useCurrentKey({
    ...{ at: state.at, firstKey: hasPane ? firstKey : null, listKey, rows, isWhole: list.isWhole, isFromStart: list.from === 0, onMoved },
    cameFrom: cameFrom?.at === state.at ? cameFrom.from : null,
    isFresh: !list.isFetching && !list.isOld && !triage.isBusy,
    ...{ isKnown: known !== null, isOutside },
    isHeld: !isBeside || form.on === 'current',
  });
  // A row that was just collapsed is not acted on either.
  const isCollapsed = known !== null && !isOutside && collapsed.includes(known.severity);
  const current = rows.find(({ key }) => key === currentKey) ?? (detail.key === currentKey && !isCollapsed ? detail.row : null);
  const stop = rows.find(({ key }) => key === (currentKey ?? lastKey)) ?? rows[0] ?? null;
  const back = currentKey === null ? null : { key: currentKey, list: listKey };

  const actions = createTriageActions({
    ...{ view: state.view, listed, rows, current, back, selected, triage, show, focusRow, goBack },
    isUnseen: leaving.isUnseen,
  });
  const isElsewhere = (row: ListRow, seen: ListRow): boolean => {
    const { row: read, history } = detail;
    return (
      read?.key === row.key &&
      !triage.isBusy &&
      isChangedElsewhere({ seen, row, read, history, isOwnStep: (one) => triage.isOwnStep(row.key, one) })
    );
  };
  const conflicts = triage.conflict && listKeys(triage.conflict.command);
  const step = (by: 1 | -1, extend: boolean) => {
    const next = findStep(rows, currentKey ?? lastKey, by);
    if (!next) return;
    show(next.key);
    leaving.see();
    form.open(null);
    if (extend) selected.extend(next, currentKey);
    // An element that takes Enter would keep it from the row, so it loses the focus; another pane keeps the focus.
    setRequest({ place: 'row', gentle: !takesEnter(document.activeElement) });
  };
  return {
    url,
    facets,
    /** When the visit before this one ended; null before the page is alive. */
    lastVisitMs: visit.sinceMs,
    /** Without collapsed rows. */
    list: {
      ...{ ...list, rows, listKey, heads, toggleSeverity, counts },
      hasCollapsed: isAnyCollapsed(heads),
      /** Numbers of shown and collapsed rows; null before the first response. */
      counted: countListed(list.total, heads, counts),
      isUnread: ({ key, changedAtMs }: ListRow) => visit.isNews(key, changedAtMs),
    },
    selection: {
      ...selected,
      clear: () => {
        selected.clear();
        focusRow();
      },
      toggle: (row: ListRow, extend: boolean) => (extend ? selected.extend(row, null) : selected.toggle(row)),
      /** The current key, or the one that becomes current next. */
      toggleCurrent: () => {
        const row = current ?? stop;
        if (!row || leaving.isUnseen(row.key)) return;
        selected.toggle(row);
        if (!current) focusRow();
      },
    },
    current: {
      key: currentKey,
      row: current,
      detail,
      step,
      /** The conflict to resolve, if it is about this row alone. */
      conflict: currentKey !== null && conflicts?.size === 1 && conflicts.has(currentKey) ? triage.conflict : null,
      isUnseen: () => currentKey !== null && leaving.isUnseen(currentKey),
      hasNext: (findStep(rows, currentKey, 1)?.key ?? currentKey) !== currentKey,
      choose: (key: string) => {
        form.open(null);
        leaving.see();
        show(key, isBeside ? 'replace' : 'push');
      },
      close: () => {
        show(null);
        focusRow();
      },
      /** Keeps the current row in the other view: a group by its newest observation, an observation by its group. */
      setView: (view: ListView) => {
        const shown = detail.key === currentKey ? detail : null;
        const at = view === 'groups' ? shown?.row?.fingerprint : shown?.observations[0]?.id;
        url.setView(view);
        if (view !== state.view && state.at !== null && at !== undefined) show(at);
      },
      showGroup: (fingerprint: string) => {
        url.setView('groups');
        show(fingerprint);
      },
      /** Shows what is not in the list, in a list of everything. */
      showAway: (key: string) => url.showAmongAll(key, detail.key === key && detail.observations.some(({ isCleared }) => isCleared)),
    },
    /** `stop`: the row in the tab order. `row` focuses the current row, or the element that replaces it. */
    focus: { wish, take: () => setRequest(null), stop, row: focusRow },
    layout: { hasPane, isBeside },
    form: {
      on: form.on,
      draft: form.draft,
      /** Somebody else changed it while it is written about. */
      isOutrun: current !== null && form.seen !== null && isElsewhere(current, form.seen),
      open: (on: Resolving) => {
        if (on !== 'current' || (current && !leaving.isUnseen(current.key))) form.open(on, current);
      },
      close: () => {
        form.open(null);
        focusRow();
      },
    },
    triage: { ...triage, doAnyway: actions.doAnyway },
    actions,
  };
};

export type Observations = ReturnType<typeof useObservations>;
