import type { CallFacts } from '../session/call-facts.ts';
import { clip } from './clip.ts';

const maxPaths = 8;
const pathBytes = 120;

/** A path with slashes and without `.` and `..`, relative to the session's folder where it lies in it. */
export const toRelativePath = (path: string, cwd: string | null): string => {
  const slashed = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  const base = cwd === null ? null : toFolder(cwd);
  const inside = base && (slashed === base || slashed.startsWith(`${base}/`)) ? slashed.slice(base.length + 1) : slashed;
  return dropDots(inside);
};

const toFolder = (cwd: string): string => (cwd.endsWith('/') || cwd.includes('\\') ? cwd.replaceAll('\\', '/').replace(/\/+$/u, '') : cwd);

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

const isPath = (text: string): boolean => text !== '' && text.length <= 1_024 && !/[\n*?<>|$`]/u.test(text);

/** Files that a command changes: behind `>`, `tee`, `sed -i`, `rm`, `mv`, `cp`, `touch`, and in patches. */
const written =
  /(?<![=\-<>&\d])>{1,2}\s*["']?([\w@+./~-]+)|\btee\s+(?:-a\s+)?["']?([\w@+./~-]+)|\b(?:sed|perl)\s[^|;&\n]*?-\w*i[^|;&\n]*\s["']?([\w@+./~-]+)["']?\s*(?=$|[|;&\n])|\b(?:rm|mv|cp|touch)\s+(?:-\w+\s+)*["']?([\w@+./~-]+)|\*\*\* (?:Add|Update|Delete) File: ([^\n\\"]+)/gu;

const listWritten = (text: string): string[] =>
  [...text.slice(0, 8_192).matchAll(written)].flatMap(
    (found) => found.slice(1).find((path: string | undefined) => path !== undefined) ?? [],
  );

const toPathsOf = ({ kind, name, summary, params }: CallFacts, changes: boolean): string[] => {
  const isCut = summary.endsWith('…');
  if (kind === 'shell') return changes ? listWritten(isCut ? params : summary) : [];
  if (kind === 'search') return / in (\S+)$/u.exec(summary)?.slice(1) ?? [];
  if (kind === 'edit' && (name.endsWith('apply_patch') || summary.includes(', '))) return isCut ? listWritten(params) : summary.split(', ');
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

const named =
  /(?<![\w:/@.~-])(?:~|\.{1,2}|\/)?[\w@+.-]*(?:\/[\w@+.-]+)+\/?|(?<![\w:/@.~-])[\w@+.-]+\/(?![\w/])|(?<![\w:/@.-])(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Procfile|[\w+-][\w+.-]*\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|vue|svelte|css|scss|html|md|mdx|json|ya?ml|toml|sql|sh|txt|lock|ini|cfg|xml|proto|gradle|ex|exs|lua|r|jl|dart|scala|zig|tf))\b/gu;

const maxPromptPaths = 16;

/** Files and folders that a prompt names: with a slash, or with an ending that files of code have. */
export const computePromptPaths = (prompt: string, cwd: string | null): readonly string[] => {
  const found = new Set<string>();
  for (const [text] of prompt.matchAll(named)) {
    const path = toRelativePath(text.replace(/[.,]+$/u, ''), cwd);
    if (path !== '' && isPath(path)) found.add(clip(path, pathBytes));
    if (found.size === maxPromptPaths) break;
  }
  return [...found];
};
