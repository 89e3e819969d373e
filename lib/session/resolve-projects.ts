import type { ProjectBasis } from '../domain/session.ts';

/** Where sessions ran. Null: not known. Sessions with equal places are in one project. */
export type Place = {
  cwd: string;
  /** The repository that a file states, as `toRepositoryKey` gives it. */
  repository: string | null;
  /** Folder that the worktree was made of, as a file states it. */
  mainFolder: string | null;
  /** Name of the worktree, as a file states it or git knows it. */
  worktreeName: string | null;
  /** Root of the repository that holds the folder, as git knows it on this machine. */
  gitRoot: string | null;
};

/** `root`: a path with `/`, or `host/owner/name` of a URL. `name`: the shortest that no other root of the archive has. */
export type ResolvedProject = { root: string; basis: ProjectBasis; name: string; worktree: string | null };

/** `C:\a\b` as `C:/a/b`, without a slash at the end. */
const toPath = (folder: string): string => {
  const path = /^[a-z]:|^\\\\/iu.test(folder) ? folder.replaceAll('\\', '/') : folder;
  const drive = path.replace(/^[a-z]:/u, (letter) => letter.toUpperCase());
  return drive === '/' ? '/' : drive.replace(/(?<!\/)\/+$/u, '');
};

/** `host/owner/name` of a repository's URL, without scheme, user, password and query; a path as it is. Null: it names nothing. */
export const toRepositoryKey = (url: string): string | null => {
  const bare = url
    .trim()
    .replace(/^([a-z][a-z+.-]*:\/\/[^?#]*)[?#].*$/isu, '$1')
    .replace(/(?<!\/)\/+$/u, '')
    .replace(/\.git$/u, '');
  const [, host, path] =
    /^[a-z][a-z+.-]*:\/\/(?:[^/]*@)?([^/:@]*)(?::\d+)?\/(.+)$/iu.exec(bare) ??
    /^(?:[^/@]+@)?([^/:@]{2,}):(?!\/\/)\/?([^@]+)$/u.exec(bare) ??
    [];
  if (path !== undefined) return host === undefined || host === '' ? `/${path}` : `${host.toLowerCase()}/${path}`;
  return bare.startsWith('/') || /^[a-z]:[/\\]/iu.test(bare) ? toPath(bare) : null;
};

const home = /^(?:\/(?:home|Users)\/[^/]+|\/(?:var\/)?root|(?:\/mnt\/[a-z]|\/[a-z]|[A-Z]:)\/Users\/[^/]+)$/u;
const aboveHomes = /^(?:\/|\/home|\/Users|\/var|\/mnt|\/mnt\/[a-z]|\/[a-z]|(?:\/mnt\/[a-z]|\/[a-z]|[A-Z]:)\/Users|[A-Z]:)$/u;
/** Folders that everybody uses: what is below them has nothing in common. */
const shared = /^\/(?:tmp|var\/tmp|private\/tmp|opt|srv|usr|etc|media|Volumes|private)$/u;

const isHome = (path: string): boolean => home.test(path);
const gathers = (path: string): boolean => !isHome(path) && !aboveHomes.test(path) && !shared.test(path);

/** Deeper folders than any project has. */
const maxDepth = 100;

/** The folders above one, the nearest first. */
const listAbove = (path: string): string[] => {
  const above: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0 && above.length < maxDepth; end = path.lastIndexOf('/', end - 1))
    above.push(path.slice(0, end));
  return above;
};

/** The folder that holds `.claude`, and the name of the innermost worktree. */
const cutWorktree = (path: string): { folder: string; worktree: string | null } => {
  const mark = '/.claude/worktrees/';
  const [first, last] = [path.indexOf(mark), path.lastIndexOf(mark)];
  if (first <= 0) return { folder: path, worktree: null };
  const name = path.slice(last + mark.length).split('/')[0] ?? '';
  return name === '' ? { folder: path, worktree: null } : { folder: path.slice(0, first), worktree: name };
};

type Root = { root: string; basis: ProjectBasis };

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * The project of each place, in their order; the order changes nothing. A folder with several stated repositories is its own project
 * for sessions that state none. Takes time in proportion to the places and the depth of their folders.
 */
export const resolveProjects = (places: readonly Place[]): ResolvedProject[] => {
  const read = places.map(({ cwd, repository, mainFolder, worktreeName, gitRoot }) => {
    const path = toPath(cwd);
    const cut = cutWorktree(path);
    const stated = mainFolder === null ? null : cutWorktree(toPath(mainFolder)).folder;
    const git = gitRoot === null ? null : toPath(gitRoot);
    const named = stated === null || stated === path ? null : lastPart(path);
    return {
      folder: stated ?? cut.folder,
      isStated: stated !== null,
      key: repository,
      worktree: worktreeName ?? cut.worktree ?? named,
      git: git !== null && gathers(git) ? git : null,
    };
  });
  const [folders, gitRoots, keys] = [new Set<string>(), new Map<string, string>(), new Map<string, Set<string>>()];
  for (const { folder, git, key } of read) {
    folders.add(folder);
    if (git !== null) gitRoots.set(folder, git);
    if (key === null) continue;
    const alike = [folder, ...listAbove(folder)].find((one) => lastPart(one) === lastPart(key));
    for (const anchor of [folder, git, alike]) if (anchor && gathers(anchor)) keys.set(anchor, (keys.get(anchor) ?? new Set()).add(key));
  }
  const known = new Map<string, Root>();
  const keyOf = (folder: string): string | null => {
    const stated = keys.get(folder);
    return stated?.size === 1 ? ([...stated][0] ?? null) : null;
  };
  const resolve = (folder: string): Root => {
    const before = known.get(folder);
    if (before) return before;
    const key = keyOf(folder);
    const git = gitRoots.get(folder);
    const above = gathers(folder) ? listAbove(folder).find((one) => folders.has(one) && gathers(one)) : undefined;
    const found: Root =
      git !== undefined
        ? { root: keyOf(git) ?? key ?? git, basis: 'git' }
        : key !== null
          ? { root: key, basis: 'session_above' }
          : above === undefined
            ? { root: folder, basis: 'folder' }
            : { root: resolve(above).root, basis: 'session_above' };
    known.set(folder, found);
    return found;
  };
  const roots = read.map(({ folder, isStated, key, worktree }): Root => {
    if (key !== null) return { root: key, basis: 'file' };
    const { root, basis } = resolve(folder);
    if (isStated) return { root, basis: 'file' };
    return { root, basis: worktree !== null && basis !== 'git' ? 'worktree_path' : basis };
  });
  const names = nameRoots(new Set(roots.map(({ root }) => root)));
  return roots.map((one, at) => ({ ...one, name: names.get(one.root) ?? one.root, worktree: read[at]?.worktree ?? null }));
};

/** Ends of a root by whole segments, the shortest first; the whole root last. A home folder is `~`, and `~ada` beside others. */
const listNames = (root: string): string[] => {
  if (isHome(root)) return ['~', `~${lastPart(root)}`, root];
  return [...listAbove(root).map((above) => root.slice(above.length + 1)), root.startsWith('/') ? root.slice(1) : root, root].filter(
    (name) => name !== '',
  );
};

const nameRoots = (roots: ReadonlySet<string>): Map<string, string> => {
  const counts = new Map<string, number>();
  for (const root of roots) for (const name of new Set(listNames(root))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...roots].map((root) => [root, listNames(root).find((name) => counts.get(name) === 1) ?? root]));
};
