import { toStatus } from '../lifecycle.ts';
import { isStanding, toResolution, type GroupSums } from './derive-group.ts';
import type { ClosingMember, ObservationRow, WasteColumns } from './rows.ts';
import { spanOf } from './sums.ts';

/** One observation of a group before and after a change; `from` null: it is new. */
export type GroupChange = { from: ObservationRow | null; to: ObservationRow };

/**
 * A group after changes of some of its observations, without reading the others, except its names. Null if that requires a full
 * derivation. `findLast` finds the last resolution of the group after the changes.
 */
export const growGroup = (group: GroupSums, changes: readonly GroupChange[], findLast: () => ClosingMember | null): GroupSums | null => {
  const sums = { ...group };
  const projects = new Set(JSON.parse(group.projects) as string[]);
  for (const { from, to } of changes) {
    if (from && isLess(from, to)) return null;
    grow(sums, from, to);
    if (to.project !== null) projects.add(to.project);
  }
  const { state, ...resolution } = toResolution(sums, findLast);
  return { ...sums, ...resolution, state: state ?? sums.state, projects: JSON.stringify([...projects].sort()) };
};

const wasteFields = ['wasteCalls', 'wasteTokens', 'wasteMs', 'wasteUsd'] as const;

/** Whether an observation takes back something that the group may have from it alone. */
const isLess = (from: ObservationRow, to: ObservationRow): boolean =>
  (isStanding(from) ? to.state !== from.state || to.severity > from.severity : !isStanding(to) && to.severity > from.severity) ||
  (from.project !== null && from.project !== to.project) ||
  to.synthetic > from.synthetic ||
  to.cleared > from.cleared ||
  to.timed < from.timed ||
  (to.timed === from.timed && (to.firstSeenMs > from.firstSeenMs || to.lastSeenMs < from.lastSeenMs)) ||
  wasteFields.some((field) => to[field] === null && from[field] !== null) ||
  (from.wasteCalls !== null && wasteFields.some((field) => from[field] === null && to[field] !== null));

const openFirst = ['regressed', 'open', 'acknowledged'] as const;

const grow = (sums: GroupSums, from: ObservationRow | null, to: ObservationRow): void => {
  const isGroupClosed = sums.open + sums.acknowledged === 0;
  const isClosed = !isStanding(to);
  if (!isClosed && isGroupClosed) {
    sums.state = to.state;
    sums.severity = to.severity;
  } else if (isClosed === isGroupClosed) {
    sums.state = openFirst.find((state) => state === sums.state || state === to.state) ?? sums.state;
    sums.severity = Math.min(sums.severity, to.severity);
  }
  if (from) sums[toStatus(from.state)] -= 1;
  else if (to.sessionId !== '') sums.sessions += 1;
  sums[toStatus(to.state)] += 1;
  sums.seen += to.seen - (from?.seen ?? 0);
  sums.version += to.version - (from?.version ?? 0);
  sums.changedAtMs = Math.max(sums.changedAtMs, to.changedAtMs);
  sums.cleared = Math.min(sums.cleared, to.cleared);
  sums.synthetic = Math.min(sums.synthetic, to.synthetic);
  Object.assign(sums, spanOf([sums, to]), toGrownWaste(sums, from, to));
};

const toGrownWaste = (sums: GroupSums, from: ObservationRow | null, to: ObservationRow): Partial<WasteColumns> => {
  if (to.wasteCalls === null) return {};
  return Object.fromEntries(
    wasteFields.map((field) => {
      const [sum, more] = [sums[field], to[field]];
      if (sums.wasteCalls === null) return [field, more];
      return [field, sum === null || more === null ? null : sum + more - (from?.[field] ?? 0)];
    }),
  );
};
