import type { CallFacts } from '../session/call-facts.ts';
import { listPatchedPaths } from '../session/patched-files.ts';
import { toRelativePath } from '../session/relative-path.ts';
import { clip } from './clip.ts';
import { readCommand, toShellCode } from './shell-code.ts';

const maxPaths = 8;
const pathBytes = 120;

export const isPath = (text: string): boolean => text !== '' && text.length <= 1_024 && !/[\n*?<>|$`]/u.test(text);

/** Files that a command changes: behind `>`, `tee`, `rm`, `mv`, `cp` and `touch`. */
const written =
  /(?<![=\-<>&\d])>{1,2}\s*["']?([\w@+./~-]+)|\btee\s+(?:-a\s+)?["']?([\w@+./~-]+)|\b(?:rm|mv|cp|touch)\s+(?:-\w+\s+)*["']?([\w@+./~-]+)/gu;

const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((found) => found.slice(1).find((path: string | undefined) => path !== undefined) ?? []);

const inPlace = /\b(?:sed|perl)\s[^|;&\n]*/gu;

/** `sed -i` changes the file that its last word names. Written as a redirect to it; any other command stays. */
const toRedirect = (command: string): string => {
  const [, before = '', last = ''] = /^([^]*\s)(\S+)$/u.exec(command.trimEnd()) ?? [];
  const [, path] = /^["']?([\w@+./~-]+)["']?$/u.exec(last) ?? [];
  return path !== undefined && /-\w*i/u.test(before) ? ` > ${path}` : command;
};

const listWritten = (command: string): string[] => [
  ...listMatches(toShellCode(command).replace(inPlace, toRedirect), written),
  ...(command.includes('*** Begin Patch') ? listPatchedPaths(command) : []),
];

const toPathsOf = (facts: CallFacts, changes: boolean): string[] => {
  const { kind, name, summary, params } = facts;
  const isCut = summary.endsWith('…');
  if (kind === 'shell') return changes ? listWritten(readCommand(facts)) : [];
  if (kind === 'search') return / in (\S+)$/u.exec(summary)?.slice(1) ?? [];
  if (kind === 'edit' && (name.endsWith('apply_patch') || summary.includes(', ')))
    return isCut ? listPatchedPaths(params.slice(0, 8_192)) : summary.split(', ');
  if (kind === 'edit' || kind === 'write' || kind === 'read') return isCut ? [] : [summary];
  return [];
};

const none: readonly string[] = [];

/** Files that a call reads or writes. */
export const computePaths = (facts: CallFacts, changes: boolean, cwd: string | null): readonly string[] => {
  const paths = toPathsOf(facts, changes);
  if (paths.length === 0) return none;
  const known = new Set(paths.filter(isPath).map((path) => clip(toRelativePath(path, cwd), pathBytes)));
  known.delete('');
  return [...known].slice(0, maxPaths);
};
