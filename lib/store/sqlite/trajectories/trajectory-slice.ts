import type { Database } from 'better-sqlite3';
import { snapshotFigures as figuresTable, sourceDescriptors, trajectories } from '../../../../db/schema.ts';
import { instantRange } from '../../../domain/instant.ts';
import type { Page } from '../../../domain/page.ts';
import type { DescriptorGroup, SnapshotSource, Trajectory } from '../../../domain/trajectory.ts';
import { snapshotFigures, type SnapshotFigures } from '../../../trajectories/figures.ts';
import type { PlacedSnapshot, StoredSnapshot, TrajectoryFilter, TrajectoryStore } from '../../trajectory-store.ts';
import type { Changes } from '../changes.ts';
import { parseCursor, parseOffset, toCursor } from '../cursor.ts';
import { parseJson, toJson } from '../json.ts';
import { columnsOf, insertRow, upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { toGroup, toTrajectory, type StoredGroup, type StoredTrajectory } from './trajectory-rows.ts';
import type { Snapshots } from './snapshots.ts';
import { sumOfCounts, toNearest } from '../sums.ts';

type Stored = Omit<StoredSnapshot, 'createdUs' | 'hasEvents' | 'given' | 'figures'> & {
  createdUs: string;
  hasEvents: number;
  isGiven: number;
  ns: string | null;
  key: string | null;
  tag: string | null;
  figures: string | null;
};
type Placed = Omit<PlacedSnapshot, 'createdUs' | 'figures'> & { createdUs: string; figures: string };
type PageInput = { cursor: string | null; limit: number };

const listed = `SELECT ${columnsOf(trajectories, 't')}, s.title, s.synthetic, x.split FROM trajectories t JOIN sessions s ON s.id = t.session_id
  JOIN snapshot_sessions x ON x.session_id = t.session_id`;
/** As text, for a number of that size is not exact in JavaScript. */
const createdUs = `CAST(CAST(max(${instantRange[0]} * 1000, min(${instantRange[1]} * 1000 + 999, p.created_us)) AS INTEGER) AS TEXT)`;
const isRefused = '("flaw" IS NOT NULL)';
const maxUnsettled = 1_000;

/** Snapshots and trajectories of them. */
export const makeTrajectorySlice = (
  db: Database,
  { reading, writing }: Transactions,
  { snapshots, changes }: { snapshots: Snapshots; changes: Changes },
): TrajectoryStore => {
  const unsettled = db
    .prepare<[], string>(`SELECT session_id FROM snapshot_sessions WHERE settled <> version ORDER BY session_id LIMIT ${maxUnsettled}`)
    .pluck();
  const hasSome = db.prepare<[], number>('SELECT 1 FROM snapshots LIMIT 1').pluck();
  const findSession = db.prepare<[string], { version: number; split: number }>(
    'SELECT version, split FROM snapshot_sessions WHERE session_id = ?',
  );
  const listSnapshots = db.prepare<[string], Stored>(
    `SELECT p.record_id AS recordId, ${createdUs} AS createdUs, p.has_events AS hasEvents, r.line, r.raw_bytes AS bytes,
      r.line_hash AS hash, d.source_id IS NOT NULL AS isGiven, d.ns, d.key, d.tag, f.settled_on AS settledOn, f.figures,
      coalesce(f.part, 0) AS part, coalesce(f.position, 0) AS position, f.prompt_version AS promptVersion
    FROM snapshots p JOIN records r ON r.session_id = p.session_id AND r.id = p.record_id
    LEFT JOIN source_descriptors d ON d.source_id = r.source_id
    LEFT JOIN snapshot_figures f ON f.session_id = p.session_id AND f.record_id = p.record_id
    WHERE p.session_id = ? ORDER BY max(p.created_us) OVER (PARTITION BY r.source_id ORDER BY r.line), r.source_id, r.line`,
  );
  const listPlaced = db.prepare<[string, number, number, number], Placed>(
    `SELECT f.record_id AS recordId, ${createdUs} AS createdUs, r.line, r.raw_bytes AS bytes, r.line_hash AS hash,
      f.position, f.prompt_version AS promptVersion, f.figures
    FROM snapshot_figures f JOIN snapshots p ON p.session_id = f.session_id AND p.record_id = f.record_id
    JOIN records r ON r.session_id = f.session_id AND r.id = f.record_id
    WHERE f.session_id = ? AND f.part = ? AND f.position >= ? ORDER BY f.position LIMIT ?`,
  );
  const listSources = db.prepare<[string], SnapshotSource>(
    `SELECT kind, count(*) AS files, min(path) AS path FROM (
      SELECT s.path, CASE WHEN s.is_bundle = 1 THEN 'bundle'
        WHEN (SELECT count(*) FROM (SELECT 1 FROM source_sessions y WHERE y.source_id = s.id LIMIT 2)) = 2 THEN 'tree'
        WHEN s.lines > 1 THEN 'renders' ELSE 'snapshot' END AS kind
      FROM source_sessions x JOIN sources s ON s.id = x.source_id WHERE x.session_id = ?
    ) GROUP BY kind ORDER BY kind`,
  );
  const findPlaced = db.prepare<[string, number, number], Pick<StoredSnapshot, 'recordId' | 'hash'>>(
    `SELECT f.record_id AS recordId, r.line_hash AS hash FROM snapshot_figures f
    JOIN records r ON r.session_id = f.session_id AND r.id = f.record_id WHERE f.session_id = ? AND f.part = ? AND f.position = ?`,
  );
  const putFigures = db.prepare(upsert(figuresTable, ['sessionId', 'recordId']));
  const dropTrajectories = db.prepare<[string]>('DELETE FROM trajectories WHERE session_id = ?');
  const addTrajectory = db.prepare(insertRow(trajectories));
  const settle = db.prepare<[string]>('UPDATE snapshot_sessions SET settled = version WHERE session_id = ?');
  const split = db.prepare<[{ sessionId: string; split: number }]>(
    'UPDATE snapshot_sessions SET version = version + (split <> @split), split = @split WHERE session_id = @sessionId',
  );
  const putGiven = db.prepare(upsert(sourceDescriptors, ['sourceId'], [], [], ['ns', 'key', 'tag']));
  const dropGiven = db.prepare<[string]>('DELETE FROM source_descriptors WHERE source_id = ?');
  const growSessionsOf = db.prepare<[string]>(
    `UPDATE snapshot_sessions SET version = version + 1
    WHERE session_id IN (SELECT session_id FROM source_sessions WHERE source_id = ?)`,
  );
  const growSettledOtherwise = db.prepare<[string]>(
    `UPDATE snapshot_sessions SET version = version + 1 WHERE settled = version AND
    (SELECT settled_on FROM snapshot_figures f WHERE f.session_id = snapshot_sessions.session_id LIMIT 1) NOT GLOB ? || ' *'`,
  );
  const ofSession = db.prepare<[string], StoredTrajectory>(`${listed} WHERE t.session_id = ? ORDER BY t.part`);
  const groups = db.prepare<[number, number], StoredGroup>(
    `SELECT ns, key, tag, count(*) FILTER (WHERE flaw IS NULL) AS trajectories, count(*) FILTER (WHERE flaw IS NOT NULL) AS refused,
      coalesce(${sumOfCounts('snapshots')}, 0) AS snapshots, ${toNearest('instant', 'min(first_at_ms)')} AS firstAtMs, ${toNearest('instant', 'max(last_at_ms)')} AS lastAtMs
    FROM trajectories GROUP BY ns, key, tag ORDER BY ns, key, tag LIMIT ? OFFSET ?`,
  );
  const countGroups = db.prepare<[], number>('SELECT count(*) FROM (SELECT 1 FROM trajectories GROUP BY ns, key, tag)').pluck();

  const list = ({ descriptor, isRefused: refused }: TrajectoryFilter, { cursor, limit }: PageInput): Page<Trajectory> => {
    const name = `trajectories ${toJson(descriptor)} ${String(refused)}`;
    const at = cursor === null ? null : parseCursor(cursor, name);
    const { ns, key, tag } = descriptor ?? { ns: null, key: null, tag: null };
    const values = { ns, key, tag, refused: Number(refused) };
    const where = `WHERE ${descriptor === undefined ? '' : 't.ns IS @ns AND t.key IS @key AND t.tag IS @tag AND '}${isRefused} = @refused`;
    const dot = at?.id.lastIndexOf('.') ?? 0;
    const place = at ? { lastAtMs: Number(at.value), sessionId: at.id.slice(0, dot), part: Number(at.id.slice(dot + 1)) } : {};
    const after = at ? ' AND (t.last_at_ms, t.session_id, t.part) < (@lastAtMs, @sessionId, @part)' : '';
    const rows = db
      .prepare<[object], StoredTrajectory>(
        `${listed} ${where}${after} ORDER BY t.last_at_ms DESC, t.session_id DESC, t.part DESC LIMIT @limit`,
      )
      .all({ ...values, ...place, limit: limit + 1 });
    const total = db.prepare<[object], number>(`SELECT count(*) FROM trajectories t ${where}`).pluck().get(values) ?? 0;
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const isMore = rows.length > limit && last !== undefined;
    return {
      items: items.map(toTrajectory),
      total,
      nextCursor: isMore ? toCursor({ list: name, value: last.lastAtMs, id: `${last.sessionId}.${last.part}` }) : null,
    };
  };

  const listDescriptors = ({ cursor, limit }: PageInput): Page<DescriptorGroup> => {
    const name = 'descriptors';
    const from = parseOffset(cursor, name);
    const rows = groups.all(limit + 1, from);
    return {
      items: rows.slice(0, limit).map(toGroup),
      total: countGroups.get() ?? 0,
      nextCursor: rows.length > limit ? toCursor({ list: name, value: from + limit, id: '' }) : null,
    };
  };

  return {
    hasSnapshots: reading(() => hasSome.get() !== undefined),
    findSnapshots: reading(snapshots.find),
    unsettleTrajectories: writing((figuresVersion) => {
      growSettledOtherwise.run(String(figuresVersion));
    }),
    unsettleTrajectoriesOf: writing((sourceIds) => {
      for (const id of sourceIds) growSessionsOf.run(id);
    }),
    listUnsettledTrajectories: reading(() => unsettled.all()),
    readSnapshots: reading((sessionId) => {
      const session = findSession.get(sessionId);
      if (!session) return null;
      return { version: session.version, isSplit: session.split === 1, snapshots: listSnapshots.all(sessionId).map(toSnapshot) };
    }),
    listSnapshotSources: reading((sessionId) => listSources.all(sessionId)),
    listSnapshots: reading((sessionId, part, { from, limit }) =>
      listPlaced
        .all(sessionId, part, from, limit)
        .map(({ createdUs, figures, ...row }) => ({ ...row, createdUs: BigInt(createdUs), figures: parseFigures(figures) })),
    ),
    findSnapshot: reading((sessionId, part, position) => findPlaced.get(sessionId, part, position) ?? null),
    putTrajectories: writing((sessionId, version, settled) => {
      if (findSession.get(sessionId)?.version !== version) return false;
      for (const { figures, ...row } of settled.snapshots) putFigures.run({ ...row, sessionId, figures: toJson(figures) });
      dropTrajectories.run(sessionId);
      for (const { descriptor, ...row } of settled.trajectories)
        addTrajectory.run({ ...row, sessionId, ...(descriptor ?? { ns: null, key: null, tag: null }) });
      settle.run(sessionId);
      changes.add('session', sessionId);
      return true;
    }),
    splitTrajectory: writing((sessionId, isSplit) => split.run({ sessionId, split: Number(isSplit) }).changes > 0),
    putGivenDescriptor: writing((sourceId, given) => {
      if (given) putGiven.run({ sourceId, ns: given.ns ?? null, key: given.key ?? null, tag: given.tag ?? null });
      else dropGiven.run(sourceId);
      growSessionsOf.run(sourceId);
    }),
    listSessionTrajectories: reading((sessionId) => ofSession.all(sessionId).map(toTrajectory)),
    listTrajectories: reading(list),
    listDescriptors: reading(listDescriptors),
  };
};

const toSnapshot = ({ isGiven, ns, key, tag, figures, createdUs, hasEvents, ...row }: Stored): StoredSnapshot => ({
  ...row,
  createdUs: BigInt(createdUs),
  hasEvents: hasEvents === 1,
  given: isGiven === 0 ? null : { ns: ns ?? undefined, key: key ?? undefined, tag: tag ?? undefined },
  figures: figures === null ? null : parseFigures(figures),
});

/** Null where another version wrote them otherwise: they are computed again. */
const parseFigures = (json: string): SnapshotFigures | null => parseJson(snapshotFigures, json, null);
