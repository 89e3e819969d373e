import type { ObservedCall } from './observed-call.ts';

/** Files that a test, a build or a linter can judge. Markup, styles, data and docs are left out: they are often right as they stand. */
const code =
  /\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kts?|swift|cc?|cpp|cxx|hh?|hpp|cs|php|vue|svelte|exs?|erl|hs|lua|jl|dart|scala|zig|m|sql)$/iu;

/** A file of code below the session's folder. */
const isProjectCode = (path: string): boolean => code.test(path) && !/^(?:\/|~|\.\.|[A-Za-z]:)/u.test(path);

/** Parts of a command line that show, move or commit files, and run none of them. */
const showing =
  /^(?:cd|ls|cat|head|tail|less|wc|nl|sed|perl -\w*i|grep|egrep|rg|ag|find|fd|tree|stat|file|diff|sort|uniq|cut|tr|echo|printf|pwd|which|true|mkdir|rm|mv|cp|touch|chmod|git(?! (?:bisect|rebase|submodule foreach|stash))|gh)(?:\s|$)/u;

/** Whether a command line only shows, moves or commits files. One that was cut may run anything behind the cut. */
const onlyShows = (summary: string): boolean =>
  !summary.endsWith('…') &&
  !/[`\n]|\$\(|<<|-exec\b/u.test(summary) &&
  summary
    .split(/&&|\|\||[;|]/u)
    .map((part) => part.trim())
    .every((part) => part === '' || showing.test(part));

const editKinds: ReadonlySet<ObservedCall['kind']> = new Set(['edit', 'write']);
const quietKinds: ReadonlySet<ObservedCall['kind']> = new Set(['edit', 'write', 'read', 'search', 'todo', 'web']);
const quietNames: ReadonlySet<string> = new Set(['askuserquestion', 'request_user_input', 'skill', 'think']);

/** The last file of code that a call edits; null: none. */
export const findEditedCode = (call: ObservedCall): string | null => {
  if (call.outcome !== 'ok' && call.outcome !== 'unknown') return null;
  const isShellEdit = call.kind === 'shell' && (call.edits.length > 0 || /^(?:sed|perl)\s.*-\w*i/u.test(call.summary));
  if (!editKinds.has(call.kind) && !isShellEdit) return null;
  const paths = call.edits.length > 0 ? call.edits.map(({ path }) => path) : call.paths;
  return paths.findLast(isProjectCode) ?? null;
};

/**
 * Whether a call may have run the code: a test, a build, a linter, the program itself, or anything of which that is not known, such as a
 * subagent or a server's tool. An edit runs nothing.
 */
export const mayVerify = (call: ObservedCall): boolean => {
  if (call.traits.includes('checks')) return true;
  if (quietKinds.has(call.kind) || quietNames.has(call.name.toLowerCase())) return false;
  return call.kind !== 'shell' || !(onlyShows(call.summary) || call.edits.length > 0);
};
