import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fdir } from 'fdir';
import picomatch from 'picomatch';
import { printCount } from '../../print/number.ts';
import { isWithin } from './find-root.ts';

/** A file that matches, by its path below the root with forward slashes. */
export type WatchedFile = { path: string; mtimeMs: number; bytes: number };

/** Ascending by path; `problem`: why they cannot be reviewed, as a sentence. */
export type WatchedFiles = { files: WatchedFile[]; problem: null } | { files: null; problem: string };

export const maxWatchedFiles = 10_000;
/** Files that patterns are compared with, and for how long at most. */
const maxLooked = 1_000_000;
const maxLookMs = 10_000;
/** Folders of other people's code, unless a pattern names them. */
const leftOut = ['.git', 'node_modules', '.venv', 'venv', '__pycache__', '.tox', '.mypy_cache'];
const statsAtOnce = 64;

const narrow = 'Narrow the patterns, for example to src/**/*.py.';

/** The folders that patterns begin in, none within another one. */
const findBases = (patterns: readonly string[]): string[] => {
  const bases = patterns.map((pattern) => {
    const { base, glob } = picomatch.scan(pattern);
    return (glob === '' ? path.posix.dirname(base) : base) || '.';
  });
  return [...new Set(bases)].filter((base) => !bases.some((other) => other !== base && (other === '.' || base.startsWith(`${other}/`))));
};

/** How many folders down patterns can match. */
const findDepth = (patterns: readonly string[]): number =>
  patterns.some((pattern) => pattern.includes('**')) ? Infinity : Math.max(...patterns.map((pattern) => pattern.split('/').length));

/** Paths below the root that match, at most one more than may be. */
const listPaths = async (root: string, patterns: readonly string[], signal: AbortSignal | undefined): Promise<string[] | string> => {
  const [wanted, unwanted] = [patterns.filter((one) => !one.startsWith('!')), patterns.filter((one) => one.startsWith('!'))];
  const isMatch = picomatch(wanted, { dot: true, ignore: unwanted.map((pattern) => pattern.slice(1)) });
  const skipped = new Set(leftOut.filter((name) => !wanted.some((pattern) => pattern.split('/').includes(name))));
  const toPath = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  const stop = new AbortController();
  const abort = () => stop.abort();
  const timer = setTimeout(abort, maxLookMs);
  signal?.addEventListener('abort', abort);
  const found = new Set<string>();
  let looked = 0;
  try {
    for (const base of findBases(wanted)) {
      const start = path.join(root, base);
      // A link at the beginning could lead out of the folder; further down none is followed.
      if (!isWithin(start, root) || (await realpath(start).catch(() => null)) !== start) continue;
      const files = await new fdir({ excludeSymlinks: true })
        .withFullPaths()
        .withMaxDepth(findDepth(wanted))
        .withMaxFiles(maxWatchedFiles + 1)
        .exclude((name) => skipped.has(name))
        .filter((file) => {
          looked += 1;
          if (looked > maxLooked) stop.abort();
          return isMatch(toPath(file));
        })
        .withAbortSignal(stop.signal)
        .crawl(start)
        .withPromise();
      for (const file of files) found.add(toPath(file));
      if (found.size > maxWatchedFiles) return `The patterns match more than ${printCount(maxWatchedFiles)} files. ${narrow}`;
      signal?.throwIfAborted();
      if (stop.signal.aborted)
        return `Looking for files took longer than ${maxLookMs / 1_000} s, at ${printCount(looked)} files. ${narrow}`;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1));
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
