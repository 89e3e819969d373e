'use client';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';

/** Which charts of the page show their table; they are in the address. */
export const useChartTables = () => {
  const [shown, setShown] = useQueryState('tables', parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: 'replace' }));
  const put = (next: readonly string[]) => void setShown(next.length === 0 ? null : [...next].toSorted());
  return {
    isTable: (id: string) => shown.includes(id),
    toggle: (id: string) => put(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]),
    /** Toggles the table of the chart that holds the focus, else of all charts that the page shows. */
    toggleCurrent: () => {
      const focused = document.activeElement?.closest<HTMLElement>('[data-chart]');
      const charts = focused ? [focused] : [...document.querySelectorAll<HTMLElement>('[data-chart]')];
      const ids = charts.flatMap(({ dataset: { chart } }) => (chart === undefined ? [] : [chart]));
      const isShown = ids.every((id) => shown.includes(id));
      put(isShown ? shown.filter((id) => !ids.includes(id)) : [...new Set([...shown, ...ids])]);
    },
  };
};
