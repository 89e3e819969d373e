import type { ObservationState, ObservationStatus } from '@/lib/domain/observation.ts';
import { toStatus, toStep } from '@/lib/observations/lifecycle.ts';
import type { Action } from './triage-command.ts';

type Listed = { state: ObservationState; status?: ObservationStatus; isNoLongerFound?: boolean };
/** The expected result of an action before the server confirms it; the same object if nothing changes. */
export const toActed = <Item extends Listed>(item: Item, { action, reason }: Action): Item => {
  const { to } = toStep(item.state, action, reason);
  if (to === null) return item;
  return {
    ...item,
    state: to,
    ...('status' in item && { status: toStatus(to) }),
    ...('isNoLongerFound' in item && { isNoLongerFound: false }),
  };
};

/**
 * Pages of a list after an action on some items (null: on all). Items that no longer match the list's statuses leave the list and its
 * total.
 */
export const toActedPages = <Item extends Listed, Page extends { total: number }>(
  pages: readonly (Page & { items: Item[] })[],
  {
    action,
    keys,
    keyOf,
    states,
  }: {
    action: Action;
    keys: ReadonlySet<string> | null;
    keyOf: (item: Item) => string;
    /** Those that the list shows; none: all. */
    states: readonly ObservationState[];
  },
): (Page & { items: Item[] })[] => {
  const stays = ({ state }: Item) => states.length === 0 || states.includes(state);
  let gone = 0;
  const acted = pages.map((page) => {
    const items = page.items.map((item) => (keys === null || keys.has(keyOf(item)) ? toActed(item, action) : item));
    const left = items.filter((item, at) => item === page.items[at] || stays(item));
    gone += items.length - left.length;
    return { ...page, items: left };
  });
  return acted.map((page) => ({ ...page, total: Math.max(0, page.total - gone) }));
};
