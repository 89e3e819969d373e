'use client';
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';

const parsers = { at: parseAsInteger, from: parseAsInteger, path: parseAsString.withDefault(''), q: parseAsString.withDefault('') };

/**
 * Which snapshot is shown, which one it is compared with, the selected value and what is looked for, from the URL. There snapshots are
 * numbered from 1, as they are on the page; here from 0, as everywhere else. By default the last one is shown.
 */
export const useTrajectoryPlace = (snapshots: number) => {
  const [state, setState] = useQueryStates(parsers, { history: 'replace' });
  const toPosition = (number: number): number => Math.max(0, Math.min(snapshots - 1, number - 1));
  const at = state.at === null ? snapshots - 1 : toPosition(state.at);
  const from = state.from === null || toPosition(state.from) === at ? null : toPosition(state.from);
  const put = (next: { at?: number; from?: number | null; path?: string; q?: string }) =>
    void setState({
      ...(next.at !== undefined && { at: toPosition(next.at + 1) + 1 }),
      ...(next.from !== undefined && { from: next.from === null ? null : toPosition(next.from + 1) + 1 }),
      ...(next.path !== undefined && { path: next.path }),
      ...(next.q !== undefined && { q: next.q }),
    });
  return {
    /** The number in the address, if the trajectory has no such snapshot; otherwise null. */
    missing: state.at !== null && toPosition(state.at) !== state.at - 1 ? state.at : null,
    at,
    from,
    path: state.path,
    text: state.q,
    put,
    /** Both sides move where two are compared, and stop at the ends. */
    move: (by: 1 | -1) => {
      const next = from === null ? null : from + by;
      if (at + by < 0 || at + by >= snapshots || (next !== null && (next < 0 || next >= snapshots))) return;
      put({ at: at + by, ...(next !== null && { from: next }) });
    },
    /** Only the shown one moves, and the other stays. */
    extend: (by: 1 | -1) => {
      if (at + by < 0 || at + by >= snapshots) return;
      const other = from ?? at;
      put({ at: at + by, from: other === at + by ? null : other });
    },
    setView: (view: 'state' | 'changes') => put({ from: view === 'state' ? null : at > 0 ? at - 1 : 1 }),
  };
};

export type TrajectoryPlace = ReturnType<typeof useTrajectoryPlace>;
