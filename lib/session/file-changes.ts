import { isCode } from './languages.ts';
import { listPatchedFiles } from './patched-files.ts';
import type { SimpleCommand } from './shell-tree.ts';
import { assignment, isOption, toProgram, unwrap } from './unwrap-command.ts';

/**
 * A change of files: one that is known was changed, or removed; or unknown ones of a folder were changed (null: of any). Paths as they
 * stand in the command or script; `isNew`: it was written whole.
 */
export type FileChange =
  { did: 'change'; path: string; isNew?: boolean } | { did: 'remove'; path: string } | { did: 'alter'; path: string | null };

/** Folders whose files belong to no project: those of the system for what is temporary, where they are not the session's, and of packages. */
const scratch =
  /^(?:(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)|\/dev|\/proc|\$\{?(?:TMPDIR|TEMP|TMP)\b[^/]*|[A-Za-z]:[/\\](?:Te?mp|Windows[/\\]Temp|Users[/\\][^/\\]+[/\\]AppData[/\\]Local[/\\]Temp))[/\\]|(?:^|[/\\])(?:node_modules|site-packages)[/\\]/iu;
/** Folders that hold what is made of the code. */
const made =
  /(?:^|\/)(?:node_modules|dist|build|out|target|obj|coverage|htmlcov|logs?|__pycache__|venv|\.[\w.-]+|[\w.-]*(?:cache|output|results?|reports?))\/?$/iu;
const maxPath = 200;

/** Whether a check can judge a file of this path. */
export const isJudged = (path: string): boolean => path.length <= maxPath && isCode(path) && !isScratch(path);

/** Whether a path lies where nothing belongs to a project. */
export const isScratch = (path: string): boolean => scratch.test(path);

/** Whether a folder holds no code of the project. */
export const holdsNoCode = (folder: string): boolean => scratch.test(`${folder}/`) || made.test(folder);

const change = (path: string): FileChange => ({ did: 'change', path });
const remove = (path: string): FileChange => ({ did: 'remove', path });
const alter = (path: string | null = null): FileChange => ({ did: 'alter', path });

const hasExtension = (path: string): boolean => /[^/]\.\w{1,12}$/u.test(path);
/** A shell or `find` puts something unknown in its place. */
const isOpen = (path: string): boolean => /[$*?]|^\{\}/u.test(path) && !hasExtension(path);
const isFolder = (path: string): boolean => !hasExtension(path);

/** A path that is written: known, or not. */
const toChange = (path: string): FileChange[] => (isOpen(path) ? [alter()] : [change(path)]);

const listPlain = (words: readonly string[]): string[] => words.filter((word) => !isOption(word));

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const toRemoved = (paths: readonly string[], isRecursive: boolean): FileChange[] =>
  paths.length === 0
    ? [alter()]
    : paths.flatMap((path) =>
        isCode(path) ? [remove(path)] : isOpen(path) ? [alter()] : isRecursive && isFolder(path) ? [alter(path)] : [],
      );

const toCopied = (words: readonly string[], isMove: boolean, isRecursive: boolean): FileChange[] => {
  const plain = listPlain(words);
  const target = plain.at(-1) ?? '';
  const sources = plain.slice(0, -1);
  const gone = isMove ? sources.filter((path) => isCode(path)).map(remove) : [];
  if (isCode(target)) return [...gone, change(target)];
  const inside = sources.flatMap((path): FileChange[] => {
    if (isCode(path)) return [change(`${target.replace(/\/$/u, '')}/${baseOf(path)}`)];
    return isOpen(path) || (isRecursive && isFolder(path)) ? [alter(target)] : [];
  });
  return [...gone, ...inside];
};

const toDiffed = (diff: string | null): FileChange[] => {
  const paths = [...(diff ?? '').slice(0, 65_536).matchAll(/^\+\+\+ (?:b\/)?([^\t\n]{1,200})/gmu)].map(([, path = '']) => path);
  return paths.length === 0 ? [alter()] : paths.map(change);
};

export const toPatched = (text: string): FileChange[] =>
  listPatchedFiles(text).map(({ verb, path }) => (verb === 'Delete' ? remove(path) : { ...change(path), isNew: verb === 'Add' }));

/** Changes that a subcommand of Git makes to the files of its working tree. */
const listByGit = (words: readonly string[], input: string | null): FileChange[] => {
  let at = 0;
  while (at < words.length && isOption(words[at] ?? '')) at += /^(?:-C|-c|--git-dir|--work-tree)$/u.test(words[at] ?? '') ? 2 : 1;
  const [action = '', ...rest] = words.slice(at);
  const has = (pattern: RegExp): boolean => rest.some((word) => pattern.test(word));
  const files = listPlain(rest).filter((word) => isCode(word));
  switch (action) {
    case 'checkout':
    case 'switch':
      // A new branch from here changes no file.
      if (has(/^(?:-[bBcC]|--orphan|--create)$/u) && listPlain(rest).length <= 1) return [];
      return files.length > 0 ? files.map(change) : [alter()];
    case 'restore':
      if (has(/^(?:--staged|-S)$/u) && !has(/^(?:--worktree|-W)$/u)) return [];
      return files.length > 0 ? files.map(change) : [alter()];
    case 'reset':
      return has(/^--(?:hard|merge|keep)$/u) ? [alter()] : [];
    case 'stash':
      return /^(?:list|show|drop|clear|create|store)$/u.test(rest[0] ?? '') ? [] : [alter()];
    case 'apply':
      return has(/^--(?:check|stat|numstat|summary|cached)$/u) ? [] : toDiffed(input);
    case 'clean':
      return has(/^(?:-[a-mo-z]*n\w*|--dry-run)$/u) ? [] : [alter()];
    case 'rm':
      return has(/^--(?:cached|dry-run)$/u) ? [] : toRemoved(listPlain(rest), true);
    case 'mv':
      return toCopied(rest, true, true);
    case 'submodule':
      return /^(?:update|sync)$/u.test(rest[0] ?? '') ? [alter()] : [];
    default:
      return /^(?:am|revert|merge|pull|rebase|cherry-pick|bisect|filter-branch)$/u.test(action) ? [alter()] : [];
  }
};

const listByFind = (words: readonly string[], input: string | null): FileChange[] => {
  const name = words[words.findIndex((word) => /^-i?name$/u.test(word)) + 1] ?? '';
  if (words.some((word) => /^-i?name$/u.test(word)) && hasExtension(name) && !isCode(name)) return [];
  const folder = words[0] === undefined || isOption(words[0]) ? null : words[0];
  if (words.includes('-delete')) return [alter(folder)];
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok)$/u.test(word));
  if (at < 0) return [];
  const inner = words.slice(at + 1).filter((word) => word !== '+' && word !== ';');
  return toProgram(unwrap(inner)[0] ?? '') === 'find' ? [alter()] : listByProgram(inner, input);
};

/** `npm run codegen`, `rails generate model X`, `npx create-app`: they write code that nothing names. */
const generating = /^(?:generate|g|codegen|codemod|scaffold|fix|makemigrations|startapp|startproject|revision)$/u;
const generators = /^(?:npm|pnpm|yarn|bun|go|cargo|rails|ng|nest|django-admin|prisma|alembic|mix|python[\d.]*|php|hygen|plop)$/u;

const listByProgram = (all: readonly string[], input: string | null): FileChange[] => {
  const [first = '', ...rest] = unwrap(all);
  const name = toProgram(first);
  const program = /^[A-Z]/u.test(name) ? name.toLowerCase() : name;
  const plain = listPlain(rest);
  const has = (pattern: RegExp): boolean => rest.some((word) => pattern.test(word));
  switch (program) {
    case 'sed':
    case 'gsed':
    case 'perl':
    case 'ruby':
    case 'awk':
    case 'gawk': {
      const isInPlace = program.endsWith('awk') ? rest.includes('inplace') : has(/^-\w{0,6}i|^--in-place/u);
      if (!isInPlace) return [];
      const files = plain.slice(program.endsWith('awk') ? 2 : 1);
      return files.length === 0 ? [alter()] : files.flatMap(toChange);
    }
    case 'sd':
      return plain.length > 2 ? plain.slice(2).flatMap(toChange) : [];
    case 'tee':
    case 'truncate':
    case 'ed':
    case 'ex':
      return plain.flatMap(toChange);
    case 'dd':
      return rest.flatMap((word) => (word.startsWith('of=') ? toChange(word.slice(3)) : []));
    case 'cp':
    case 'install':
    case 'rsync':
      return toCopied(rest, false, program === 'rsync' || has(/^(?:-[b-qs-zA-QS-Z]*[rRa]\w*|--recursive|--archive)$/u));
    case 'mv':
    case 'rename':
      return toCopied(rest, true, true);
    case 'rm':
    case 'unlink':
    case 'shred':
    case 'trash':
      return toRemoved(plain, has(/^(?:-[a-qs-zA-QS-Z]*[rR]\w*|--recursive)$/u));
    case 'unzip':
      return has(/^-\w*[lptvZ]/u)
        ? []
        : [alter(rest[rest.indexOf('-d') + 1] && rest.includes('-d') ? (rest[rest.indexOf('-d') + 1] ?? null) : null)];
    case 'tar': {
      const isExtracting = /^-?[a-zA-Z]*x/u.test(rest[0] ?? '') || rest.includes('-x') || rest.includes('--extract');
      const folder = rest.indexOf('-C');
      return isExtracting ? [alter(folder < 0 ? null : (rest[folder + 1] ?? null))] : [];
    }
    case 'patch':
      return rest.includes('--dry-run') ? [] : toDiffed(input);
    case 'apply_patch':
    case 'applypatch':
      return toPatched(input ?? rest.join('\n'));
    case 'git':
      return listByGit(rest, input);
    case 'hg':
    case 'svn':
    case 'jj':
      return /^(?:update|up|revert|merge|pull|switch|restore|abandon|undo|rebase)$/u.test(plain[0] ?? '') ? [alter()] : [];
    case 'find':
      return listByFind(rest, input);
    case 'curl':
    case 'wget': {
      const at = rest.findIndex((word) => /^(?:-o|--output|-O|--output-document)$/u.test(word));
      const file = at < 0 ? '' : (rest[at + 1] ?? '');
      return isCode(file) ? [change(file)] : [];
    }
    case 'set-content':
    case 'add-content':
    case 'out-file':
    case 'clear-content':
      return toChange(toNamedPath(rest) ?? '');
    case 'remove-item':
    case 'del':
      return toRemoved([toNamedPath(rest) ?? '$'], has(/^-Recurse$/iu));
    case 'copy-item':
    case 'move-item':
    case 'rename-item':
      return toCopied(plain, program !== 'copy-item', has(/^-Recurse$/iu) || program !== 'copy-item');
    case 'jscodeshift':
    case 'fastmod':
    case 'comby':
    case '2to3':
    case 'pyupgrade':
    case 'autoflake':
      return [alter()];
    case 'sg':
    case 'ast-grep':
      return has(/^(?:-U|--update-all|-r|--rewrite)$/u) ? [alter()] : [];
    default: {
      // Linters that mend what they find.
      if (has(/^--fix(?:=|$)/u)) return [alter()];
      const action = plain.slice(0, 3).findIndex((word) => generating.test(word.slice(word.lastIndexOf(':') + 1)));
      return generators.test(program) &&
        action >= 0 &&
        plain.slice(0, action).every((word) => /^(?:run|migrate|.*manage\.py|.*artisan)$/u.test(word))
        ? [alter()]
        : [];
    }
  }
};

/** The path that a command of PowerShell is given, by its option or first. */
const toNamedPath = (words: readonly string[]): string | null => {
  const at = words.findIndex((word) => /^-(?:(?:Literal|File)?Path|Destination)$/iu.test(word));
  return (at < 0 ? words.find((word) => !isOption(word)) : words[at + 1]) ?? null;
};

/** Changes that a command makes to files. */
export const listFileChanges = ({ words, writes, input }: Pick<SimpleCommand, 'words' | 'writes' | 'input'>): FileChange[] => [
  ...writes.flatMap(toChange).map((one) => (one.did === 'change' ? { ...one, isNew: true } : one)),
  ...(words.every((word) => assignment.test(word)) ? [] : listByProgram(words, input)),
];

const maxScript = 16_384;
/** Where a script writes, moves or removes a file. */
const writing =
  /\bopen\([^()\n]{0,200},\s{0,4}(?:mode\s?=\s?)?['"](?:[wax][bt+]{0,2}|r\+b?)['"]|\.write_(?:text|bytes)\(|\b(?:write|append)File(?:Sync)?\(|\bFile\.write\(|\bfile_put_contents\(|\bcreateWriteStream\(|\bshutil\.(?:copy\w*|move|rmtree)\(|\bos\.(?:remove|unlink|rename|replace)\(|\bfs\.(?:promises\.)?(?:rm|unlink|rename|cp|copyFile)(?:Sync)?\(|\.unlink\(\)/gu;
/** The same with a path that stands there. */
const written =
  /(?:\bopen|(?:write|append)File(?:Sync)?|\bFile\.write|file_put_contents|createWriteStream)\(\s{0,4}['"]([\w./-]{1,150})['"]\s{0,4}[,)]\s{0,4}(?:(?:mode\s?=\s?)?['"](?:[wax][bt+]{0,2}|r\+b?)['"]|[^'"\s]|\n)|\bPath\(\s{0,4}['"]([\w./-]{1,150})['"]\s{0,4}\)\.write_/gu;
const namedFile = /(?:^|['"`\s=(])([\w./-]{1,150}\.\w{1,8})(?=['"`\s,);:]|$)/gmu;

/** Changes that a script which is given as a text makes to files. */
export const listScriptChanges = (text: string): FileChange[] => {
  const looked = text.slice(0, maxScript);
  const places = [...looked.matchAll(writing)].length;
  if (places === 0) return [];
  const known = [...looked.matchAll(written)].map(([, opened, path]) => opened ?? path ?? '');
  if (known.length >= places) return known.map(change);
  const named = [...looked.matchAll(namedFile)].map(([, path = '']) => path);
  const judged = [...new Set([...known, ...named])].filter((path) => isCode(path));
  return judged.length > 0 ? judged.map(change) : named.length > 0 ? [] : [alter()];
};
