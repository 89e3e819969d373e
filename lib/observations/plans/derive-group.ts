import { isWithdrawal, toStatus } from '../lifecycle.ts';
import type { Closing } from '../triage-state.ts';
import type { ClosingMember, GroupMember, GroupRow, GroupTriage, ObservationRow, OtherMembers, StateMember } from './rows.ts';
import { spanOf, sumWaste } from './sums.ts';

/** Names and texts of a group, from its newest observation. */
export type Named = Pick<ObservationRow, 'fingerprint' | 'observer' | 'observerName' | 'category' | 'title' | 'content'>;

/** Derived columns of a group except its names. */
export type GroupSums = Omit<GroupRow, keyof Named>;

export const isStanding = ({ state }: Pick<StateMember, 'state'>): boolean => toStatus(state) !== 'resolved';

/** Withdrawals by observers sort after decisions, because they do not judge the other observations. */
const compareClosings = (one: ClosingMember, other: ClosingMember): number =>
  Number(isWithdrawal(one)) - Number(isWithdrawal(other)) ||
  (other.resolvedAtMs ?? 0) - (one.resolvedAtMs ?? 0) ||
  other.version - one.version ||
  (one.id < other.id ? -1 : 1);

/** Effective resolution of the group; null if nothing is resolved. */
export const findLastResolution = (members: readonly ClosingMember[]): ClosingMember | null =>
  members.reduce<ClosingMember | null>(
    (best, one) => (one.resolvedAtMs !== null && (best === null || compareClosings(one, best) < 0) ? one : best),
    null,
  );

/** The last resolution that closed the whole group, even if it reopened since; null if there is none. */
export const findClosing = (members: readonly ClosingMember[], others: OtherMembers): Closing | null => {
  const last = findLastResolution(others.lastResolution ? [...members, others.lastResolution] : members);
  if (!last) return null;
  const closedAtMs = last.resolvedAtMs ?? 0;
  const areOthersClosed = others.firstOpenedAtMs === null || others.firstOpenedAtMs > closedAtMs;
  return areOthersClosed && members.every((one) => !isStanding(one) || one.openedAtMs > closedAtMs) ? last : null;
};

/**
 * State, severity and counts of a group: regressed, open or acknowledged while any observation is, else the last resolution. Severity is
 * the highest of unresolved observations, or of all if all are resolved. Calls `findLast` for the last resolution only then.
 */
export const deriveGroupTriage = (members: readonly StateMember[], findLast: () => ClosingMember | null): GroupTriage => {
  const counts = { open: 0, acknowledged: 0, resolved: 0 };
  let [isRegressed, worst, worstStanding, changedAtMs, cleared, version] = [false, Infinity, Infinity, 0, 1, 0];
  for (const member of members) {
    counts[toStatus(member.state)] += 1;
    isRegressed ||= member.state === 'regressed';
    worst = Math.min(worst, member.severity);
    if (isStanding(member)) worstStanding = Math.min(worstStanding, member.severity);
    changedAtMs = Math.max(changedAtMs, member.changedAtMs);
    cleared = Math.min(cleared, member.cleared);
    version += member.version;
  }
  const resolution = toResolution(counts, findLast);
  return {
    ...counts,
    ...resolution,
    state: resolution.state ?? (isRegressed ? 'regressed' : counts.open > 0 ? 'open' : 'acknowledged'),
    severity: worstStanding === Infinity ? worst : worstStanding,
    changedAtMs,
    cleared,
    version,
  };
};

/** How a group is resolved; all null while any of its observations is not. */
export const toResolution = ({ open, acknowledged }: Pick<GroupTriage, 'open' | 'acknowledged'>, findLast: () => ClosingMember | null) => {
  const last = open + acknowledged === 0 ? findLast() : null;
  return {
    state: last?.state ?? null,
    resolvedAtMs: last?.resolvedAtMs ?? null,
    resolvedBy: last?.resolvedBy ?? null,
    resolutionNote: last?.resolutionNote ?? null,
  };
};

/** Derived columns of a group except its names; null if the group is empty. */
export const deriveGroup = (members: readonly GroupMember[]): GroupSums | null => {
  const span = spanOf(members);
  if (!span) return null;
  const projects = new Set(members.flatMap(({ project }) => project ?? []));
  return {
    ...deriveGroupTriage(members, () => findLastResolution(members)),
    ...span,
    ...sumWaste(members),
    sessions: members.filter(({ sessionId }) => sessionId !== '').length,
    projects: JSON.stringify([...projects].sort()),
    seen: members.reduce((sum, { seen }) => sum + seen, 0),
    synthetic: Number(members.every(({ synthetic }) => synthetic === 1)),
  };
};
