/** A path from the root of a disk, of POSIX or Windows. */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:)/u.test(path);

/** A path with slashes and without `.` and `..`, relative to the session's folder where it lies in it. */
export const toRelativePath = (path: string, cwd: string | null): string => {
  const slashed = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  const base = cwd === null ? null : toFolder(cwd);
  const inside = base && (slashed === base || slashed.startsWith(`${base}/`)) ? slashed.slice(base.length + 1) : slashed;
  return dropDots(inside);
};

const toFolder = (cwd: string): string =>
  cwd.endsWith('/') || cwd.includes('\\') ? cwd.replaceAll('\\', '/').replace(/(?<!\/)\/+$/u, '') : cwd;

const dropDots = (path: string): string => {
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/u.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    const last = kept.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') kept.pop();
    else if (part !== '.' && (part !== '' || last === undefined)) kept.push(part);
  }
  return kept.join('/');
};
