'use client';
import { useState } from 'react';
import type { ListRow } from './list-rows.ts';
import { countSelected, extendTo, isAnchorLost, isSelected, noSelection, toggleRow, type Matched, type Selection } from './selection.ts';

type Input = {
  /** Another list has a selection of its own. */
  listKey: string;
  rows: readonly ListRow[];
  total: number | null;
  resultSetHash: string | null;
  /** Called when a range was requested whose start is not loaded, so that only one row was added. */
  onAnchorLost: () => void;
};

/** Selection in the list. */
export const useObservationsSelection = ({ listKey, rows, total, resultSetHash, onAnchorLost }: Input) => {
  const [chosen, setChosen] = useState<{ selection: Selection; list: string }>({ selection: noSelection, list: listKey });
  const selection = chosen.list === listKey ? chosen.selection : noSelection;
  const select = (next: Selection) => setChosen({ selection: next, list: listKey });
  // Without visible rows, all matches are collapsed.
  const isNothing = total === null || resultSetHash === null || rows.length === 0;
  const matched: Matched | null = isNothing ? null : { total, resultSetHash };
  return {
    selection,
    count: countSelected(selection),
    isSelected: (key: string) => isSelected(selection, key),
    select,
    toggle: (row: ListRow) => select(toggleRow(selection, row, rows)),
    /** From where the selection began, else from `from`, to a row. */
    extend: (row: ListRow, from: string | null) => {
      if (isAnchorLost(selection, rows)) onAnchorLost();
      select(extendTo(selection, row, rows, from));
    },
    /** All that match, loaded or not. */
    selectAll: () => {
      if (matched) select({ kind: 'all', ...matched });
    },
    clear: () => select(noSelection),
  };
};
