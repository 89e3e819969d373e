import { toStatus } from '../lifecycle.ts';
import type { Closing } from '../triage-state.ts';
import type { ClosingMember, GroupMember, GroupRow, GroupTriage, ObservationRow, StateMember, WasteColumns } from './rows.ts';
import { spanOf, sumWaste } from './sums.ts';

/** Names and texts of a group, from its newest observation. */
type Named = Pick<ObservationRow, 'fingerprint' | 'observer' | 'observerName' | 'category' | 'title' | 'content'>;

const isStanding = ({ state }: Pick<StateMember, 'state'>): boolean => toStatus(state) !== 'resolved';

/** Withdrawals by observers sort after decisions, because they do not judge the other observations. */
const isWithdrawal = ({ state, resolvedBy, observer }: ClosingMember): boolean => state === 'stale' && resolvedBy === observer;

const compareClosings = (one: ClosingMember, other: ClosingMember): number =>
  Number(isWithdrawal(one)) - Number(isWithdrawal(other)) ||
  (other.resolvedAtMs ?? 0) - (one.resolvedAtMs ?? 0) ||
  other.version - one.version ||
  (one.id < other.id ? -1 : 1);

/** Effective resolution of the group; null if nothing is resolved. */
const findLastResolution = (members: readonly ClosingMember[]): ClosingMember | null =>
  members.reduce<ClosingMember | null>(
    (best, one) => (one.resolvedAtMs !== null && (best === null || compareClosings(one, best) < 0) ? one : best),
    null,
  );

/** The last resolution that closed the whole group, even if it reopened since; null if there is none. */
export const findClosing = (members: readonly ClosingMember[]): Closing | null => {
  const last = findLastResolution(members);
  if (!last) return null;
  const isClosed = members.every((one) => !isStanding(one) || one.openedAtMs > (last.resolvedAtMs ?? 0));
  return isClosed ? last : null;
};

/**
 * State, severity and counts of a group: regressed, open or acknowledged while any observation is, else the last resolution. Severity is
 * the highest of unresolved observations, or of all if all are resolved. Calls `listClosings` only then.
 */
export const deriveGroupTriage = (members: readonly StateMember[], listClosings: () => readonly ClosingMember[]): GroupTriage => {
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
  const closing = counts.open + counts.acknowledged === 0 ? findLastResolution(listClosings()) : null;
  return {
    ...counts,
    state: closing?.state ?? (isRegressed ? 'regressed' : counts.open > 0 ? 'open' : 'acknowledged'),
    resolvedAtMs: closing?.resolvedAtMs ?? null,
    resolvedBy: closing?.resolvedBy ?? null,
    resolutionNote: closing?.resolutionNote ?? null,
    severity: worstStanding === Infinity ? worst : worstStanding,
    changedAtMs,
    cleared,
    version,
  };
};

/** Derived columns of a group except its names, and the id of its newest observation; null if the group is empty. */
export const deriveGroup = (members: readonly GroupMember[]): { sums: Omit<GroupRow, keyof Named>; newestId: string } | null => {
  const [first, ...others] = members;
  const span = spanOf(members);
  if (!first || !span) return null;
  const newest = others.reduce((best, one) => (isNewer(one, best) ? one : best), first);
  const projects = new Set(members.flatMap(({ project }) => project ?? []));
  return {
    newestId: newest.id,
    sums: {
      ...deriveGroupTriage(members, () => members),
      ...span,
      ...sumWaste(members),
      sessions: members.filter(({ sessionId }) => sessionId !== '').length,
      projects: JSON.stringify([...projects].sort()),
      seen: members.reduce((sum, { seen }) => sum + seen, 0),
      synthetic: Number(members.every(({ synthetic }) => synthetic === 1)),
    },
  };
};

const isNewer = (one: GroupMember, other: GroupMember): boolean =>
  one.timed === other.timed
    ? one.lastSeenMs === other.lastSeenMs
      ? one.id > other.id
      : one.lastSeenMs > other.lastSeenMs
    : one.timed > other.timed;

const wasteFields = ['wasteCalls', 'wasteTokens', 'wasteMs', 'wasteUsd'] as const;

/**
 * The group after a detection (`from` null: the first), without reading the others. Null if that requires a full derivation. `projects`
 * are parsed.
 */
export const growGroup = (
  group: GroupRow,
  from: ObservationRow | null,
  to: ObservationRow,
  projects: readonly string[],
): GroupRow | null => {
  const isNewest = to.lastSeenMs > group.lastSeenMs;
  const isOther =
    from &&
    (from.version !== to.version ||
      from.project !== to.project ||
      from.synthetic !== to.synthetic ||
      to.severity > from.severity ||
      to.firstSeenMs > from.firstSeenMs);
  // Once a time is known, read times no longer count.
  if (to.timed !== group.timed || (from && from.timed !== to.timed)) return null;
  const isBack = from && (to.lastSeenMs < from.lastSeenMs || wasteFields.some((field) => to[field] === null && from[field] !== null));
  const isKnownNow = from && from.wasteCalls !== null && wasteFields.some((field) => from[field] === null && to[field] !== null);
  if (isOther || isBack || isKnownNow || (!isNewest && to.lastSeenMs === group.lastSeenMs)) return null;
  const status = toStatus(to.state);
  const isClosed = status === 'resolved';
  const isGroupClosed = group.open + group.acknowledged === 0;
  if (from === null && isClosed !== isGroupClosed) return null;
  const added = from === null ? 1 : 0;
  const isKnownProject = to.project === null || projects.includes(to.project);
  // Search text covers the newest observation and all projects.
  if (!isNewest && !isKnownProject) return null;
  const { observer, observerName, category, title, content } = isNewest ? to : group;
  return {
    ...group,
    observer,
    observerName,
    category,
    title,
    content,
    severity: isClosed === isGroupClosed ? Math.min(group.severity, to.severity) : group.severity,
    state: isClosed ? group.state : (openFirst.find((state) => state === group.state || state === to.state) ?? group.state),
    open: group.open + (status === 'open' ? added : 0),
    acknowledged: group.acknowledged + (status === 'acknowledged' ? added : 0),
    resolved: group.resolved + (isClosed ? added : 0),
    sessions: group.sessions + (to.sessionId === '' ? 0 : added),
    projects: isKnownProject || to.project === null ? group.projects : JSON.stringify([...projects, to.project].sort()),
    seen: group.seen + to.seen - (from?.seen ?? 0),
    wasteCalls: toGrownWaste('wasteCalls', group, from, to),
    wasteTokens: toGrownWaste('wasteTokens', group, from, to),
    wasteMs: toGrownWaste('wasteMs', group, from, to),
    wasteUsd: toGrownWaste('wasteUsd', group, from, to),
    firstSeenMs: Math.min(group.firstSeenMs, to.firstSeenMs),
    lastSeenMs: Math.max(group.lastSeenMs, to.lastSeenMs),
    changedAtMs: Math.max(group.changedAtMs, to.changedAtMs),
    cleared: Math.min(group.cleared, to.cleared),
    synthetic: Math.min(group.synthetic, to.synthetic),
    version: group.version + (from === null ? to.version : 0),
  };
};

const openFirst = ['regressed', 'open', 'acknowledged'] as const;

const toGrownWaste = (field: keyof WasteColumns, group: WasteColumns, from: WasteColumns | null, to: WasteColumns): number | null => {
  if (to.wasteCalls === null) return group[field];
  if (group.wasteCalls === null) return to[field];
  const [sum, more] = [group[field], to[field]];
  return sum === null || more === null ? null : sum + more - (from?.[field] ?? 0);
};
