'use client';
import { leavesList, type Action } from '@/components/observations/triage-command.ts';
import type { Observations } from './use-observations.ts';

/**
 * Where the current one has the page to itself: after an action takes it out of the list, the next one of the list is shown, after the
 * last one the list. `next` shows the next one; null: there is none.
 */
export const useGoOn = (observations: Observations): Observations & { next: (() => void) | null } => {
  const { url, list, current, selection, layout, actions } = observations;
  const at = list.rows.findIndex(({ key }) => key === current.key);
  const hasNext = at >= 0 && at < list.rows.length - 1;
  const next = hasNext ? () => current.step(1, false) : null;
  const actOnCurrent = (action: Action) => {
    actions.onCurrent(action);
    if (layout.isBeside || at < 0 || !current.row || !leavesList(current.row, action, url.state.states)) return;
    (next ?? current.close)();
  };
  return {
    ...observations,
    next,
    actions: {
      ...actions,
      onCurrent: actOnCurrent,
      onEither: (action: Action) => (selection.count > 0 ? actions.onSelection(action) : actOnCurrent(action)),
    },
  };
};
