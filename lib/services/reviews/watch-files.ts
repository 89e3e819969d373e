import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { printCount } from '../../print/number.ts';
import { makeGlobMatcher } from '../../reviewers/glob.ts';
import { isWithin } from './find-root.ts';

/** A file that matches, by its path below the root with forward slashes. */
export type WatchedFile = { path: string; mtimeMs: number; bytes: number };

/** Ascending by path; `problem`: why they cannot be reviewed, as a sentence. */
export type WatchedFiles = { files: WatchedFile[]; problem: null } | { files: null; problem: string };

export const maxWatchedFiles = 10_000;
/** Files that patterns are compared with, and for how long at most. */
const maxLooked = 1_000_000;
const maxLookMs = 10_000;
/** How long a thread compares files with patterns before it does other work. */
const sliceMs = 20;
/** Folders of other people's code, unless a pattern names them. */
const leftOut = ['.git', 'node_modules', '.venv', 'venv', '__pycache__', '.tox', '.mypy_cache'];
const statsAtOnce = 64;

const narrow = 'Narrow the patterns, for example to src/**/*.py.';

/** The folders that patterns begin in, none within another one. */
const findBases = (patterns: readonly string[]): string[] => {
  const bases = patterns.map((pattern) => path.posix.dirname(`${/^[^\\*?[({]*/u.exec(pattern)?.[0] ?? ''}*`));
  return [...new Set(bases)].filter((base) => !bases.some((other) => other !== base && (other === '.' || base.startsWith(`${other}/`))));
};

/** How many names the path of a match has at most. */
const findDepth = (patterns: readonly string[]): number =>
  patterns.some((pattern) => /\*\*|\(/u.test(pattern)) ? Infinity : Math.max(...patterns.map((pattern) => pattern.split('/').length));

/** Paths below the root that match, ascending; or why there are too many, as a sentence. Other work of the thread goes on meanwhile. */
const listPaths = async (root: string, patterns: readonly string[], signal: AbortSignal | undefined): Promise<string[] | string> => {
  const relative = patterns.map((one) => one.replace(/^(!?)(?:\.\/)+/u, '$1'));
  const isMatch = makeGlobMatcher(relative);
  const wanted = relative.filter((one) => !one.startsWith('!'));
  const skipped = leftOut.filter((name) => !wanted.some((pattern) => pattern.split('/').includes(name)));
  const depth = findDepth(wanted);
  const found: string[] = [];
  const startedAt = performance.now();
  let sliceStartedAt = startedAt;
  let looked = 0;
  for (const base of findBases(wanted)) {
    const start = path.join(root, base);
    // A link at the beginning could lead out of the folder; further down none is followed.
    if (!isWithin(start, root) || (await realpath(start).catch(() => null)) !== start) continue;
    const folders = [base === '.' ? '' : `${base}/`];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => [])) {
        const file = folder + entry.name;
        if (entry.isDirectory() && !skipped.includes(entry.name) && file.split('/').length < depth) folders.push(`${file}/`);
        if (!entry.isFile()) continue;
        looked += 1;
        if (isMatch(file)) found.push(file);
        if (found.length > maxWatchedFiles) return `The patterns match more than ${printCount(maxWatchedFiles)} files. ${narrow}`;
        if (looked > maxLooked || performance.now() - startedAt > maxLookMs)
          return `Looking for files took longer than ${maxLookMs / 1_000} s, at ${printCount(looked)} files. ${narrow}`;
        if (performance.now() - sliceStartedAt < sliceMs) continue;
        await setImmediate();
        signal?.throwIfAborted();
        sliceStartedAt = performance.now();
      }
      signal?.throwIfAborted();
    }
  }
  return found.sort((a, b) => (a < b ? -1 : 1));
};

/**
 * The regular files below a folder that match glob patterns; one that begins with `!` takes away. Follows no symbolic links. `root` itself
 * holds none. Rejects only when it is aborted.
 */
export const watchFiles = async (root: string, patterns: readonly string[], signal?: AbortSignal): Promise<WatchedFiles> => {
  const paths = await listPaths(root, patterns, signal);
  if (typeof paths === 'string') return { files: null, problem: paths };
  const files: WatchedFile[] = [];
  for (let from = 0; from < paths.length; from += statsAtOnce) {
    const some = paths.slice(from, from + statsAtOnce);
    const stats = await Promise.all(some.map((one) => lstat(path.join(root, one)).catch(() => null)));
    for (const [at, found] of stats.entries()) {
      const name = some[at];
      if (found?.isFile() && name !== undefined) files.push({ path: name, mtimeMs: found.mtimeMs, bytes: found.size });
    }
    signal?.throwIfAborted();
  }
  return { files, problem: null };
};
