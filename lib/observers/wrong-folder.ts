import { isRefused } from '../domain/outcome-names.ts';
import { toRelativePath } from '../session/relative-path.ts';
import { clip } from './clip.ts';
import { toEvidence, toErrorLine } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext } from './observer.ts';
import type { FoundAt } from './repetition.ts';
import type { StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, hasDecision, lastIndexOf, listRefs, startTrail, type Trail } from './trail.ts';

/** Where the shell is, and what failed because of it. */
export type Folder = {
  /** The folder that the shell changed to, relative to the session's; '' is that one. */
  at: string;
  /** First parts of paths that are known to be in the session's folder. */
  tops: readonly string[];
  /** Commands that failed because the shell is elsewhere. */
  misses: Trail | null;
  foundAt: number | null;
};

export const homeFolder: Folder = { at: '', tops: [], misses: null, foundAt: null };

const maxTops = 16;
const topBytes = 24;
const changesFolder = /(?:^|&&|;|\|\|)\s*cd\s+(?:--\s+)?("[^"]+"|'[^']+'|[^\s;&|()]+)/gu;

const topOf = (path: string): string => {
  const end = path.indexOf('/');
  return clip(end < 0 ? path : path.slice(0, end), topBytes);
};
const isInside = (path: string): boolean => path !== '' && !/^(?:\/|~|\.\.|[A-Za-z]:)/u.test(path);

/** Where a command leaves a shell that keeps its folder. */
const follow = (at: string, { summary, clues }: ObservedCall, cwd: string | null): string => {
  if (!summary.includes('cd')) return at;
  return [...summary.matchAll(changesFolder)].reduce((from, [, quoted = '']) => {
    const to = quoted.replaceAll(/["']/gu, '').replace(/\/$/u, '');
    if (clues?.missing === to || to.startsWith('$') || to === '-') return from;
    if (/^[/~]/u.test(to)) return cwd !== null && to === cwd.replace(/\/$/u, '') ? '' : toRelativePath(to, cwd);
    const path = toRelativePath(from === '' ? to : `${from}/${to}`, cwd);
    return path === '..' || path === '.' ? '' : path;
  }, at);
};

/** The path is named from the session's folder, while the shell is below it or beside it. */
const isMiss = ({ at, tops }: Folder, missing: string): boolean => {
  const top = topOf(missing);
  return at !== '' && isInside(missing) && (at.split('/').includes(top) || (tops.includes(top) && missing.includes('/')));
};

const keep = (tops: readonly string[], { paths, outcome }: ObservedCall): readonly string[] => {
  if (outcome !== 'ok') return tops;
  const isFresh = (path: string): boolean => path.includes('/') && isInside(path) && !tops.includes(topOf(path));
  const fresh = paths.filter(isFresh);
  return fresh.length === 0 ? tops : [...tops, ...new Set(fresh.map(topOf))].slice(-maxTops);
};

/** Adds a call. Only the shell of Claude Code keeps its folder from one call to the next. */
export const stepFolder = (folder: Folder, call: ObservedCall, cwd: string | null, parameters: StallParameters): Folder => {
  const tops = call.kind === 'shell' ? folder.tops : keep(folder.tops, call);
  const isShell = call.kind === 'shell' && call.name === 'Bash' && !isRefused(call.outcome);
  if (!isShell) return tops === folder.tops ? folder : { ...folder, tops };
  const at = clip(follow(folder.at, call, cwd), 80);
  const missing = call.clues?.missing;
  const missed = missing !== undefined && isMiss(folder, missing);
  if (!missed) return at === folder.at ? folder : { ...folder, at };
  const known = folder.misses && lastIndexOf(folder.misses) > call.index - parameters.window_size ? folder.misses : null;
  const misses = known && hasDecision(known, call) ? known : extendTrail(known ?? startTrail(1), call);
  const isFound = misses.count >= parameters.repetition_threshold;
  return { at, tops, misses, foundAt: isFound ? ((known && folder.foundAt) ?? call.index) : null };
};

/** `covered`: calls that another finding reports, as where all of them are failures in a row. */
export const findMisses = (
  { at, misses, foundAt }: Folder,
  call: ObservedCall,
  context: ObserverContext,
  parameters: StallParameters,
  covered: (index: number) => boolean,
): FoundAt[] => {
  if (!misses || foundAt === null || lastIndexOf(misses) <= call.index - parameters.window_size) return [];
  const indexes = new Set(listRefs(misses).map(([index]) => index));
  if ([...indexes].every(covered)) return [];
  const calls = context.recentCalls(maxRecentCalls).filter(({ index }) => indexes.has(index));
  const where = at === '' ? 'another folder' : `\`${at.replaceAll('`', "'")}\``;
  return [
    {
      foundAt,
      advice: 'Use absolute paths, or change back to the project folder first: the shell stays in the folder of the last `cd`.',
      finding: {
        ...citeTrail(misses),
        category: 'Repetitive Pattern',
        title: `Relative paths failed ${misses.count} times: the shell is in ${at === '' ? 'another folder' : clip(at, 60)}`,
        description: `${misses.count} commands named paths from the project folder, but the shell was in ${where}.`,
        evidence: toEvidence(calls, toErrorLine),
        severity: misses.count >= parameters.repetition_threshold * 2 ? 'warning' : 'caution',
        subject: 'folder of the shell',
        waste: misses.waste,
      },
    },
  ];
};
