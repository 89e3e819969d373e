import type { Database } from 'better-sqlite3';
import { codeOf } from '../../../domain/errors.ts';
import type { ProjectBasis } from '../../../domain/session.ts';
import { resolveProjects, type Place } from '../../../session/resolve-projects.ts';
import { findGitRoot, type GitRoot } from '../../../sources/find-git-root.ts';
import type { Changes } from '../changes.ts';
import type { Observations } from '../observations/observations.ts';

export type Projects = ReturnType<typeof makeProjects>;

/** By folder. */
type GitRoots = ReadonlyMap<string, GitRoot>;
type Placed = { project: string; root: string; basis: ProjectBasis; worktree: string | null };
type Known = Omit<Place, 'cwd'> & { cwd: string | null; basis: ProjectBasis | null; root: string | null };

/** Up to this many folders, the projects of all sessions are found anew whenever places come or go. */
const fewFolders = 100;
/** With more, only where places come, and after this many times as long as it took the last time. */
const pauseFactor = 20;

const placeColumns = 'cwd, repository, main_folder AS mainFolder, worktree_name AS worktreeName, git_root AS gitRoot';
const isPlace = `cwd = @cwd AND repository IS @repository AND main_folder IS @mainFolder AND worktree_name IS @worktreeName AND git_root IS @gitRoot`;

/** Sessions whose projects are to be found, in the words of their index. */
const isUnplaced = `INDEXED BY sessions_unplaced WHERE project_root IS NULL AND cwd IS NOT NULL AND project_basis IS NOT 'parent'`;

/**
 * SQL of the names of projects that the names in a JSON list stand for: the project of the name; else those whose roots end so; else those
 * that have a session in a folder of the name, as projects were called by before.
 */
export const projectsNamed = (json: string): string => `(
  SELECT project FROM (
    SELECT project, fit, min(fit) OVER (PARTITION BY name) AS best FROM (
      SELECT v.value AS name, p.project, CASE
        WHEN p.project = v.value THEN 0
        WHEN p.project = v.value COLLATE NOCASE THEN 1
        WHEN p.project_root = v.value OR substr(p.project_root, -length(v.value) - 1) = ('/' || v.value) COLLATE NOCASE THEN 2
        WHEN p.folder_name = v.value COLLATE NOCASE THEN 3
      END AS fit
      FROM json_each(${json}) v
      CROSS JOIN (SELECT DISTINCT project, project_root, folder_name FROM sessions INDEXED BY sessions_projects WHERE project IS NOT NULL) p
    ) WHERE fit IS NOT NULL
  ) WHERE fit = best
)`;

/** The repositories of folders as git knows them on this machine. Looks at the disk: not for within a transaction. */
export const findGitRoots = (places: readonly { cwd: string | null }[]): GitRoots => {
  const folders = new Set(places.flatMap(({ cwd }) => cwd ?? []));
  return new Map(
    [...folders].flatMap((cwd) => {
      const git = findGitRoot(cwd);
      return git ? [[cwd, git] as const] : [];
    }),
  );
};

/** The project of each session: found by the places of all of them, and kept where lists, filters and observations read it. */
export const makeProjects = (db: Database, { changes, observations }: { changes: Changes; observations: Observations }) => {
  const find = db.prepare<[string], Known>(
    `SELECT ${placeColumns}, project_basis AS basis, project_root AS root FROM sessions WHERE id = ?`,
  );
  const findPeer = db.prepare<[Place & { id: string }], Placed>(
    `SELECT project, project_root AS root, project_basis AS basis, worktree FROM sessions INDEXED BY sessions_places
    WHERE ${isPlace} AND id <> @id AND project_root IS NOT NULL AND project_basis IS NOT 'parent' LIMIT 1`,
  );
  const put = db.prepare<[Placed & { id: string }]>(
    'UPDATE sessions SET project = @project, project_root = @root, project_basis = @basis, worktree = @worktree WHERE id = @id',
  );
  /** Until its project is found: by its whole folder, which no other project is called by; for good where the folder is unknown. */
  const putFolder = db.prepare<[string]>(
    `UPDATE sessions SET project = coalesce(cwd, folder_name), project_root = NULL, project_basis = iif(cwd IS NULL, NULL, 'folder'), worktree = worktree_name
    WHERE id = ?`,
  );
  const putGit = db.prepare<[{ cwd: string; root: string; worktree: string | null }]>(
    `UPDATE sessions SET git_root = @root, worktree_name = coalesce(worktree_name, @worktree)
    WHERE cwd = @cwd AND (git_root IS NOT @root OR worktree_name IS NULL AND @worktree IS NOT NULL)`,
  );
  const listPlaces = db.prepare<[], Place>(
    `SELECT DISTINCT ${placeColumns} FROM sessions INDEXED BY sessions_places WHERE cwd IS NOT NULL AND project_basis IS NOT 'parent'`,
  );
  const putPlace = db
    .prepare<[Place & Placed], string>(
      `UPDATE sessions SET project = @project, project_root = @root, project_basis = @basis, worktree = @worktree
      WHERE ${isPlace} AND project_basis IS NOT 'parent'
      AND (project IS NOT @project OR project_root IS NOT @root OR project_basis IS NOT @basis OR worktree IS NOT @worktree) RETURNING id`,
    )
    .pluck();
  const isWaiting = db.prepare<[], number>(`SELECT 1 FROM sessions ${isUnplaced} LIMIT 1`).pluck();
  const findParent = db
    .prepare<[string], string>(
      `SELECT p.id FROM sessions s JOIN sessions p ON p.id = s.parent_id WHERE s.id = ? AND s.relation = 'subagent' AND p.project IS NOT NULL`,
    )
    .pluck();
  /** A subagent works on what its parent works on, in whatever folder. */
  const putParents = db.prepare<[{ id: string; parentId: string }]>(
    `UPDATE sessions SET project = p.project, folder_name = p.folder_name, project_root = p.project_root, project_basis = 'parent',
      worktree = coalesce(sessions.worktree_name, p.worktree)
    FROM sessions p WHERE sessions.id = @id AND p.id = @parentId AND (sessions.project IS NOT p.project
      OR sessions.folder_name IS NOT p.folder_name OR sessions.project_root IS NOT p.project_root OR sessions.project_basis IS NOT 'parent'
      OR sessions.worktree IS NOT coalesce(sessions.worktree_name, p.worktree))`,
  );
  const listSubagents = db.prepare<[string], string>("SELECT id FROM sessions WHERE parent_id = ? AND relation = 'subagent'").pluck();
  const listParents = db
    .prepare<[], string>("SELECT DISTINCT parent_id FROM sessions WHERE project_basis = 'parent' AND parent_id IS NOT NULL")
    .pluck();
  const listNamed = db.prepare<[string], string>(`SELECT DISTINCT project FROM ${projectsNamed('json_array(?)')} ORDER BY project`).pluck();
  const isOutdated = db.prepare<[], number>(`SELECT 1 FROM sessions ${isUnplaced} AND project_basis IS NULL LIMIT 1`).pluck();
  const hasPlace = db
    .prepare<[Known & { id: string }], number>(
      `SELECT 1 FROM sessions INDEXED BY sessions_places WHERE ${isPlace} AND id <> @id AND project_basis IS NOT 'parent' LIMIT 1`,
    )
    .pluck();
  const isLarge = db
    .prepare<[], number>(
      `WITH RECURSIVE folders(cwd) AS (
        SELECT min(cwd) FROM sessions INDEXED BY sessions_places
        UNION ALL SELECT (SELECT min(s.cwd) FROM sessions s INDEXED BY sessions_places WHERE s.cwd > f.cwd) FROM folders f WHERE f.cwd IS NOT NULL
        LIMIT ${fewFolders + 1}
      ) SELECT count(cwd) > ${fewFolders} FROM folders`,
    )
    .pluck();
  /** Stored: a place that names were told apart from has gone. */
  const isPlaceGone = db.prepare<[], number>("SELECT value FROM index_state WHERE name = 'projects'").pluck();
  const notePlaceGone = db.prepare("INSERT OR IGNORE INTO index_state (name, value) VALUES ('projects', 1)");
  const forgetPlaceGone = db.prepare("DELETE FROM index_state WHERE name = 'projects'");
  let nextMs = 0;

  /** Before a session leaves its place. */
  const leave = (id: string): void => {
    const known = find.get(id);
    if (known && known.cwd !== null && known.basis !== 'parent' && hasPlace.get({ ...known, id }) === undefined) notePlaceGone.run();
  };
  /** Gives subagents what their parents have, and the subagents of those. Answers which changed. */
  const inherit = (sessionIds: readonly string[]): string[] => {
    const changed = new Set<string>();
    const seen = new Set(sessionIds);
    // Grows while it is walked: a subagent's own subagents come after it, once more where it changed.
    for (const id of seen) {
      const parentId = findParent.get(id);
      if (parentId !== undefined) leave(id);
      const isChanged = parentId !== undefined && putParents.run({ id, parentId }).changes > 0;
      if (isChanged) {
        changes.add('session', id);
        changed.add(id);
      }
      for (const child of listSubagents.all(id)) {
        if (isChanged) seen.delete(child);
        seen.add(child);
      }
    }
    return [...changed];
  };
  /** The subagents of sessions whose projects changed, and the observations of all of them, change with them. */
  const followMoved = (ids: readonly string[]): void => {
    observations.moveProjects([...new Set([...ids, ...inherit(ids)])]);
  };
  const placeAll = (): void => {
    const startedAtMs = performance.now();
    const all = listPlaces.all();
    const found = resolveProjects(all);
    const moved = all.flatMap((place, at) => {
      const one = found[at];
      return one ? putPlace.all({ ...place, project: one.name, root: one.root, basis: one.basis, worktree: one.worktree }) : [];
    });
    for (const id of moved) changes.add('session', id);
    followMoved(moved);
    forgetPlaceGone.run();
    nextMs = performance.now() + pauseFactor * (performance.now() - startedAtMs);
  };
  /** The same where it is due. */
  const placeWaiting = (): void => {
    if (isWaiting.get() !== undefined || isPlaceGone.get() !== undefined) placeAll();
  };
  /** Within other work, which is not to take as long as all sessions do. */
  const placeFew = (): void => {
    if (isLarge.get() === 0) placeWaiting();
  };
  const place = (id: string, gitRoots?: GitRoots): void => {
    const cwd = find.get(id)?.cwd ?? null;
    const git = cwd === null ? undefined : gitRoots?.get(cwd);
    // With it, earlier sessions of the folder may be in another project, too.
    const isNews = cwd !== null && git !== undefined && putGit.run({ cwd, ...git }).changes > 1;
    const known = find.get(id);
    if (!known || findParent.get(id) !== undefined) return;
    // It had another place before.
    if (known.root !== null) notePlaceGone.run();
    const peer = cwd === null || isNews ? undefined : findPeer.get({ ...known, cwd, id });
    if (peer) put.run({ ...peer, id });
    else putFolder.run(id);
  };
  return {
    /** Finds the projects of sessions that are new, or of which other things are known. */
    place: (ids: readonly string[], gitRoots: GitRoots): void => {
      for (const id of ids) place(id, gitRoots);
      followMoved(ids);
      if (ids.length > 0 && (performance.now() >= nextMs || isLarge.get() === 0)) placeWaiting();
    },
    leave,
    placeFew,
    placeWaiting,
    /** As `place` does for subagents; after who their parents are has changed. */
    inherit: (ids: readonly string[]): string[] => {
      const orphaned = ids.filter((id) => find.get(id)?.basis === 'parent' && findParent.get(id) === undefined);
      for (const id of orphaned) putFolder.run(id);
      for (const id of orphaned) place(id);
      const changed = inherit(ids);
      observations.moveProjects([...orphaned, ...changed]);
      if (changed.length > 0 || orphaned.length > 0) placeFew();
      return changed;
    },
    /** Names of the projects that a name stands for, as `projectsNamed` says. */
    listNamed: (name: string): string[] => listNamed.all(name),
    /** The project that a session in a folder would be in, and whether the archive has it. */
    findByFolder: (cwd: string): { name: string; isKnown: boolean } => {
      const git = findGitRoot(cwd);
      const here: Place = { cwd, repository: null, mainFolder: null, worktreeName: git?.worktree ?? null, gitRoot: git?.root ?? null };
      const found = resolveProjects([...listPlaces.all(), here]);
      const { root, name } = found.at(-1) ?? { root: cwd, name: cwd };
      return { name, isKnown: found.slice(0, -1).some((one) => one.root === root) };
    },
    /** Once after an update from a version that called projects by their folders alone. Left to the next process where another one writes. */
    upgrade: (): void => {
      if (isOutdated.get() === undefined || db.pragma('query_only', { simple: true }) === 1) return;
      const gitRoots = findGitRoots(listPlaces.all());
      try {
        db.transaction(() => {
          db.exec(
            `UPDATE sessions SET project_basis = 'parent'
            WHERE relation = 'subagent' AND parent_id IN (SELECT id FROM sessions WHERE project IS NOT NULL)`,
          );
          for (const [cwd, git] of gitRoots) putGit.run({ cwd, ...git });
          placeAll();
          // Those of sessions whose folders are not known, too.
          followMoved(listParents.all());
        }).immediate();
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY') throw error;
      }
    },
  };
};
