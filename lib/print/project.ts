import type { ProjectBasis, Session } from '../domain/session.ts';

const basisWords: Readonly<Record<ProjectBasis, string>> = {
  file: 'named in the file',
  git: 'found by git',
  worktree_path: 'from the worktree’s path',
  session_above: 'folder of a session above',
  folder: 'folder of the session',
  parent: 'as its parent',
};

/** Root of a project and how it was found: `/home/ada/shop (found by git)`. Null if the session's folder is unknown. */
export const printProjectRoot = ({ projectRoot, projectBasis }: Pick<Session, 'projectRoot' | 'projectBasis'>): string | null =>
  projectRoot === null || projectBasis === null ? projectRoot : `${projectRoot} (${basisWords[projectBasis]})`;

/** The project with the worktree in it: `shop · fees`. Null: unknown. */
export const printProject = ({ project, worktree }: Pick<Session, 'project' | 'worktree'>): string | null =>
  project === null || worktree === null ? project : `${project} · ${worktree}`;
