import type { Issue } from '../../domain/issue.ts';
import { groupBy } from '../../session/group-by.ts';
import type { Store } from '../../store/store.ts';
import type { RecordRow } from '../../store/rows.ts';
import type { SnapshotRow } from '../../store/trajectory-store.ts';
import type { Decoded } from '../ingest/decode-lines.ts';

/**
 * Leaves out snapshots that another line has already: of the same session, at the same time, with other bytes. The stored one stays; of two in
 * one batch, the first. Events are found by their own ids, and stay. `repeated`: hashes of lines in which only the bytes are others.
 */
export const refuseChangedSnapshots = async (
  store: Pick<Store, 'findSnapshots'>,
  decoded: Decoded,
  repeated: ReadonlySet<string>,
): Promise<Decoded> => {
  const { rows } = decoded;
  if (rows.snapshots.length === 0) return decoded;
  const known = new Map<string, string>();
  for (const [sessionId, ones] of groupBy(rows.snapshots, (one) => one.sessionId)) {
    const stored = await store.findSnapshots(
      sessionId,
      ones.map(({ createdUs }) => createdUs),
    );
    for (const one of stored) known.set(toIdentity(one), one.recordId);
  }
  const refused = new Set<string>();
  for (const one of rows.snapshots) {
    const identity = toIdentity(one);
    const holder = known.get(identity) ?? one.recordId;
    known.set(identity, holder);
    if (holder !== one.recordId) refused.add(one.recordId);
  }
  if (refused.size === 0) return decoded;
  const changed = rows.records.filter(({ id, lineHash }) => refused.has(id) && !repeated.has(lineHash));
  return {
    ...decoded,
    drafts: { ...decoded.drafts, issues: [...decoded.drafts.issues, ...changed.map(toIssue)] },
    rows: {
      ...rows,
      records: rows.records.filter(({ id }) => !refused.has(id)),
      snapshots: rows.snapshots.filter(({ recordId }) => !refused.has(recordId)),
    },
  };
};

/** Key that no two snapshots share. */
export const toIdentity = ({ sessionId, createdUs, hasEvents }: Omit<SnapshotRow, 'recordId'>): string =>
  `${sessionId} ${createdUs} ${String(hasEvents)}`;

const toIssue = ({ line }: RecordRow): Issue => ({
  line,
  code: 'snapshot_changed',
  message: `Line ${line} is a changed snapshot: its session has another one of the same time. Snapshots are append-only: the stored one was kept, and this one was left out. Its prompts and calls were read.`,
  excerpt: null,
});
