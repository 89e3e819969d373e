import { checkKinds, type CheckKind } from '../domain/verification.ts';
import { asksAbout, endsWellAnyway, onlyBuilds, onlyLists } from './check-options.ts';
import { isCode, languageOfProgram, type Language } from './languages.ts';
import { toPosixLine } from './powershell.ts';
import type { ShellCommand } from './read-shell.ts';
import { interpreters, kindOfProgram, managers, managing, quietPrograms, subcommands } from './shell-programs.ts';
import { assignment, behindLast, isOption, toProgram, unwrap } from './unwrap-command.ts';

/** Names that mean tests where they stand alone. */
const testName = /^(?:t|tst|unit|integration|it|smoke|coverage|cover|cov|ci|verify|validate)$/u;
const testWord =
  /^(?:(?:run|unit|all|auto|py|vi|c|doc|self|smoke|load|api|ui|e2e|integration|functional|acceptance|regression|system|browser|fuzz|my)?tests?(?:ing|all|suites?|unit|e2e)?|specs?|e2e|vitest|jest|mocha|pytest|playwright|cypress|rspec|phpunit)$/u;
/** Words behind `test` that make it the kind of another thing: `test-db`, `test:report`. */
const testThing =
  /^(?:db|databases?|data|deps|dependencies|env|environment|servers?|fixtures?|users?|accounts?|reports?|results?|images?|containers?|tokens?|certs?|keys?|assets?|files?|utils?|helpers?|list|count)$/u;
const typesName =
  /^(?:types?|typings?|check)$|(?:^|-)(?:svelte-check|check-(?:types?|ts)|(?:types?|ts)-check\w*|typecheck\w*|tsc|mypy|pyright)(?:-|$)/u;
const lintWord = /^(?:lint|linter|linting|lints|eslint|tslint|oxlint|golint|ruff|knip|depcruise|clippy)$/u;
const formatWord = /^(?:format\w*|fmt|prettier|prettify|reformat)$/u;
const buildWord = /^(?:build|builds|rebuild|compile|bundle)$/u;
const buildName = /^(?:dist|package|assemble|all)$/u;

/** Scripts that make, fetch or set up something, which may go well whatever the code of the project is. */
const maintenance =
  /^(?:(?:pre|post|un|re)?install\w*|setups?|bootstrap|configure|autogen|(?:re)?deploy\w*|release\w*|publish\w*|prepare|gen|generat\w*|codegen|scaffold|seed\w*|migrat\w*|downloads?|fetch|clean\w*|sync|updates?|upgrades?|backup|create|init|reset|drop|push|pull|upload|typedoc|staged)$/u;
const idleName = /^(?:help|list|info|version|env|deps|up|down|stop|logs|shell|docs?|watch)$/u;
const runName = /^(?:start|dev|serve|server|preview|demo|examples?|app|main|cli|run|storybook)$/u;
/** Files that are no code, and checks of which say nothing of code. */
const otherThing =
  /^(?:css|s[ac]ss|less|styles?|stylelint|md|markdown|markdownlint|docs?|ya?ml|yamllint|html|commits?|commitlint|spell\w*|hadolint|actionlint|terraform|tf|tflint|images?|icons?|fonts?|i18n|locales?|translations?|emails?|sitemap|changelog|prose|links?)$/u;
/** The same where a linter judges them alone. */
const lintedThing = /^(?:docker\w*|actions?|workflows?|json)$/u;
const mixedThing = /^(?:assets?|storybook)$/u;

/** The words of a name, in lower case: of `test:unit`, `run_tests`, `connectedAndroidTest`. */
const toWords = (name: string): string[] =>
  name
    .replace(/([a-z\d])(?=[A-Z])/gu, '$1-')
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter((word) => word !== '');

/** Whether a file is a test by its name: `test_x`, `x.spec`, `run-tests`; not `setup-test-db`. */
const isTestFile = (file: string): boolean => {
  const words = toWords(file.replace(/\.\w+$/u, ''));
  const isOther = words.some((word) => otherThing.test(word));
  const isCheck = (word = ''): boolean => !isOther && /^(?:check|verify|validate)$/u.test(word);
  const isTest = (word = ''): boolean => testWord.test(word) || isCheck(word);
  const rest = words.slice(1);
  // `test_install` tests that, `check-install` looks at a machine.
  if (isTest(words[0])) return !rest.some((word) => (isCheck(words[0]) ? maintenance : testThing).test(word));
  // `deploy-test.sh` sets up something, `deploy_test.go` and `deploy.test.ts` test it.
  const isSuffixed = /[._](?:test|spec)\.\w+$/u.test(file);
  return isTest(words.at(-1)) ? isSuffixed || !maintenance.test(words[0] ?? '') : words[0] === 'run' && isTest(words[1]);
};

/**
 * The use of a command for the question whether changes were checked. `quiet`: it runs nothing of the project. `script`: it runs a program
 * that it was given as a text. `shell`: the text is a line of a shell. `folder`: it goes there, or, null, back to where `pushd` left.
 * `unknown`: it cannot be told.
 */
export type ProgramUse =
  | CheckUse
  | { use: 'quiet' | 'unknown' }
  | { use: 'script' | 'shell'; text: string; isContained: boolean }
  | { use: 'folder'; folder: string | null; isPushed: boolean };

export type CheckUse = {
  use: 'check';
  kind: CheckKind;
  folder: string | null;
  /** The one language that it judges; null: any. */
  language: Language | null;
  /** Files, folders and packages that it judges alone; null: the whole project. */
  names: readonly string[] | null;
  /** The file that it runs as a program; null: none that is known. */
  file: string | null;
  /** Whether it fails where what it checks does. */
  isStrict: boolean;
  /** How curl prints what was answered. */
  format: string | null;
};

const quiet: ProgramUse = { use: 'quiet' };
const unknown: ProgramUse = { use: 'unknown' };
const makeCheck = (kind: CheckKind, more: Partial<CheckUse> = {}): CheckUse => ({
  use: 'check',
  kind,
  folder: null,
  language: null,
  names: null,
  file: null,
  isStrict: true,
  format: null,
  ...more,
});
const toCheck = (kind: CheckKind | null | undefined, folder: string | null = null): ProgramUse =>
  kind ? makeCheck(kind, { folder }) : quiet;
const toScript = (text: string): ProgramUse => ({ use: 'script', text, isContained: false });
const toShell = (text: string): ProgramUse => ({ use: 'shell', text, isContained: false });

/** The use of a script or a target, by its name. */
const toNamedUse = (name: string, folder: string | null = null): ProgramUse => {
  const words = toWords(name);
  const [first = ''] = words;
  const whole = words.join('-');
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (maintenance.test(first) || idleName.test(whole)) return quiet;
  const isOther = has(otherThing);
  const test = words.findIndex((word) => testWord.test(word));
  if (test >= 0 || testName.test(whole)) {
    // `db:test:prepare`, `test:report`
    const isOfTests = has(maintenance) || words.slice(test + 1).some((word) => testThing.test(word));
    return isOfTests || isOther ? unknown : toCheck('tests', folder);
  }
  if (has(maintenance)) return has(lintWord) ? unknown : quiet;
  if (has(formatWord)) return quiet;
  if (has(lintWord)) return isOther || has(lintedThing) ? quiet : toCheck('lint', folder);
  if (typesName.test(whole)) return toCheck('types', folder);
  if (isOther) return has(buildWord) ? quiet : unknown;
  // They may hold code.
  if (has(mixedThing) && has(buildWord)) return unknown;
  if (has(buildWord) || buildName.test(whole)) return toCheck('build', folder);
  return runName.test(first) ? toCheck('run', folder) : unknown;
};

const toFileWords = (file: string): string[] => toWords(toProgram(file).replace(/\.\w+$/u, ''));

/** The use of running a file of the project. `kind`: that of a file that is no test. */
const toFileUse = (file: string, kind: CheckKind = 'run'): ProgramUse => {
  if (isTestFile(toProgram(file))) return toCheck('tests');
  const isOfItself = toFileWords(file).some((word) => maintenance.test(word) || otherThing.test(word));
  return makeCheck(isOfItself ? 'run' : kind, { names: isOfItself ? [file] : null, file });
};

/** The use of a script of a shell or a program without an interpreter. */
const toExecutableUse = (file: string): ProgramUse => {
  const words = toFileWords(file);
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  return toFileUse(file, has(lintWord) ? 'lint' : has(buildWord) ? 'build' : 'run');
};

const valueOf = (words: readonly string[], ...names: readonly string[]): string | null => {
  for (const [at, word] of words.entries()) {
    if (names.includes(word)) return words[at + 1] ?? null;
    const glued = names.find((name) => name.startsWith('--') && word.startsWith(`${name}=`));
    if (glued !== undefined) return word.slice(glued.length + 1);
  }
  return null;
};

/** The first word that is neither an option nor the value of one that takes one. */
const firstPlain = (words: readonly string[], valued = ''): number => {
  const taking = valued.split(' ');
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (taking.includes(word)) at += 1;
    else if (!isOption(word)) return at;
  }
  return -1;
};

/** Whether an address is that of a server on this machine; null: a variable stands for its host. */
export const isLocalUrl = (url: string): boolean | null => {
  const [authority = ''] = url.replace(/^\w+:\/\//u, '').split(/[/?#]/u, 1);
  const host = behindLast(authority, '@').replace(/:\d{0,5}$/u, '');
  if (host.includes('$')) return null;
  return /^(?:(?:[\w-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$/iu.test(host);
};

/** How deep programs that run others are followed. */
const maxDepth = 8;

/** Options of package managers that name a package of the project. */
const packageOptions = new Map([
  ['npm', '-w --workspace'],
  ['pnpm', '-F --filter'],
  ['bun', '-F --filter'],
]);

/** The package that a filter names; null: all of them, or those that a pattern or a dependency names. */
const toPackage = (filter: string | null): string | null =>
  filter === null || /[*!^{}[\]]|\.\.\./u.test(filter) ? null : filter.replace(/^@[^/]+\//u, '').replace(/^\.\//u, '');

const ofPackage = (use: ProgramUse, filter: string | null): ProgramUse => {
  const name = toPackage(filter);
  return use.use === 'check' && name !== null ? { ...use, names: use.names ?? [name] } : use;
};

const readManager = (program: string, words: readonly string[], depth: number): ProgramUse => {
  const folder = valueOf(words, '-C', '--prefix', '--cwd', '--dir');
  const options = packageOptions.get(program) ?? '';
  const at = firstPlain(words, `-C --prefix --cwd --dir ${options}`);
  const first = words[at];
  if (first === undefined || managing.has(first)) return quiet;
  if (first === 'workspace' || first === 'workspaces') {
    if (depth >= maxDepth) return unknown;
    const isOne = first === 'workspace';
    const use = readManager(program, words.slice(at + (isOne ? 2 : 1)), depth + 1);
    return isOne ? ofPackage(use, words[at + 1] ?? null) : use;
  }
  const filter = valueOf(words, ...options.split(' '));
  return ofPackage(readManaged(program, first, words.slice(at), { folder, options, depth }), filter);
};

/** The use of what a package manager runs. `first`: the first of its words that is no option. */
const readManaged = (
  program: string,
  first: string,
  words: readonly string[],
  { folder, options, depth }: { folder: string | null; options: string; depth: number },
): ProgramUse => {
  if (first === 'run' || first === 'run-script' || first === 'foreach') {
    const rest = words.slice(1);
    const name = rest[firstPlain(rest, `-C --prefix ${options}`)];
    if (name === undefined) return quiet;
    return program === 'bun' && /\.[cm]?[jt]sx?$/u.test(name) ? toFileUse(name) : toNamedUse(name, folder);
  }
  if (program === 'bun' && (first === 'build' || first === 'test')) return toCheck(first === 'build' ? 'build' : 'tests', folder);
  if (program === 'npm')
    return /^(?:t|tst|test|start|restart|stop)$/u.test(first) ? toCheck(/^t/u.test(first) ? 'tests' : 'run', folder) : quiet;
  // pnpm, yarn and bun run scripts and programs by their name; these are commands of a shell alone.
  if (first === 'test' || first === 'type') return toNamedUse(first, folder);
  const use = readProgram(words, null, depth + 1);
  return use.use === 'unknown' ? toNamedUse(first, folder) : use;
};

const readPython = (words: readonly string[], input: string | null): ProgramUse => {
  const at = firstPlain(words, '-W -X');
  const module = words.indexOf('-m');
  if (module >= 0 && (at < 0 || module < at)) {
    const name = words[module + 1] ?? '';
    if (
      /^(?:pip|venv|virtualenv|ensurepip|site|json\.tool|zipfile|tarfile|http\.server|black|isort|pipx|poetry|uv|this|sysconfig|yamllint|sphinx|mkdocs)$/u.test(
        name,
      )
    )
      return quiet;
    if (/^(?:pytest|unittest|nose2?|doctest|tox|nox|trial|behave|coverage)$/u.test(name)) return toCheck('tests');
    if (/^(?:mypy|pyright|py_compile|compileall|ty)$/u.test(name)) return toCheck('types');
    if (/^(?:flake8|pylint|ruff|pyflakes|pycodestyle|bandit|tabnanny)$/u.test(name))
      return name === 'ruff' && words.includes('format') ? quiet : toCheck('lint');
    return toCheck(name === 'build' ? 'build' : 'run');
  }
  const inline = words.indexOf('-c');
  if (inline >= 0 && (at < 0 || inline < at)) return toScript(words[inline + 1] ?? '');
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : toScript(input);
  if (/(?:^|\/)manage\.py$/u.test(file))
    return /^(?:makemigrations|startapp|startproject)$/u.test(words[at + 1] ?? '')
      ? quiet
      : toCheck(words[at + 1] === 'test' ? 'tests' : words[at + 1] === 'check' ? 'types' : 'run');
  if (/(?:^|\/)setup\.py$/u.test(file)) return toCheck(/test|build|sdist|bdist/u.exec(words[at + 1] ?? '') ? 'build' : null);
  return toFileUse(file);
};

const readNode = (words: readonly string[], input: string | null): ProgramUse => {
  if (words.includes('--test')) return toCheck('tests');
  if (words.includes('--check') || words[0] === '-c') return toCheck('types');
  const at = firstPlain(words, '-r --require --import --loader --env-file -C');
  const inline = words.findIndex((word) => /^(?:-e|-p|-pe|--eval|--print)$/u.test(word));
  if (inline >= 0 && (at < 0 || inline < at)) return toScript(words[inline + 1] ?? '');
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : toScript(input);
  // `node node_modules/typescript/bin/tsc`
  return /(?:^|\/)node_modules\//u.test(file)
    ? readProgram([toProgram(file).replace(/\.[cm]?js$/u, ''), ...words.slice(at + 1)], null, 1)
    : toFileUse(file);
};

const readShellProgram = (words: readonly string[], input: string | null): ProgramUse => {
  const inline = words.findIndex((word) => /^-[a-z]*c$/u.test(word));
  const valued = words.filter((word) => /^-[a-z]*o$/u.test(word));
  const at = firstPlain(words, ['--rcfile', ...valued].join(' '));
  if (inline >= 0 && (at < 0 || inline < at)) {
    // `bash -eo pipefail -c …`
    const options = words
      .slice(0, inline)
      .concat((words[inline] ?? '').slice(0, -1))
      .filter((word) => word.length > 1);
    const set = options.some((word) => /^-[a-z]*[eo]/u.test(word)) ? `set ${options.join(' ')}\n` : '';
    return toShell(`${set}${words[inline + 1] ?? ''}`);
  }
  if (words.slice(0, at < 0 ? words.length : at).some((word) => /^-[a-z]+$/u.test(word) && word.includes('n'))) return toCheck('types');
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : toShell(input);
  return toExecutableUse(file);
};

/** PowerShell and the command prompt of Windows: a line behind an option, or a file. */
const readWindowsShell = (program: string, words: readonly string[]): ProgramUse => {
  const at = words.findIndex((word) => /^(?:-c|-command|\/c|\/k)$/iu.test(word));
  if (at >= 0) return toShell(toPosixLine(words.slice(at + 1).join(' ')));
  const file = program === 'cmd' ? undefined : (valueOf(words, '-File', '-f') ?? words[firstPlain(words, '-ExecutionPolicy -ep')]);
  return file === undefined
    ? unknown
    : /\.ps1$/iu.test(file)
      ? toFileUse(file)
      : toShell(toPosixLine(words.filter((word) => !isOption(word)).join(' ')));
};

const readContainer = (program: string, words: readonly string[], depth: number): ProgramUse => {
  const isCompose = program.endsWith('-compose') || words[0] === 'compose';
  const rest = isCompose && words[0] === 'compose' ? words.slice(1) : words;
  const at = firstPlain(rest, '-f --file -p --project-name --env-file --profile --context -H');
  const action = rest[at];
  const inner = rest.slice(at + 1);
  // Services of a composition have images of their own.
  const services = isCompose ? inner.filter((word) => !isOption(word)) : [];
  const build = makeCheck('build', { names: services.length > 0 ? services : null });
  if (action === 'build' || action === 'buildx') return build;
  const isDetached = inner.some((word) => word === '-d' || word === '--detach');
  if (action === 'up') return inner.includes('--build') ? build : isDetached ? unknown : toCheck('run');
  if (action !== 'run' && action !== 'exec') return quiet;
  const name = firstPlain(
    inner,
    '-e --env --env-file -v --volume -p --publish -w --workdir -u --user --name --network --entrypoint -m --memory --mount --platform --index',
  );
  const command = name < 0 ? [] : inner.slice(name + 1);
  // Nobody knows what an image runs, and whether it holds the change.
  if (command.length === 0) return action === 'run' ? unknown : quiet;
  const use = readProgram(unwrap(command), null, depth + 1);
  if (use.use === 'check') return { ...use, folder: null };
  return use.use === 'shell' || use.use === 'script' ? { ...use, isContained: true } : use.use === 'folder' ? quiet : use;
};

/** A client of a database judges the files that it is given. */
const readDatabase = (program: string, words: readonly string[], input: string | null): ProgramUse => {
  const given = words.flatMap((word) => /^(?:(?:\.read|\\i|source) |--file=)?([\w./~$-]{1,150}\.sql)$/u.exec(word)?.[1] ?? []);
  const read = /^< (.+)$/su.exec(input ?? '')?.[1];
  const named = valueOf(words, '-f', '--file');
  const names = [...given, ...(read === undefined ? [] : [read]), ...(named === null ? [] : [named])];
  // psql goes on after an error, and ends with 0.
  const isStrict = program !== 'psql' || words.some((word) => word.includes('ON_ERROR_STOP'));
  return names.length === 0 ? quiet : makeCheck('run', { names: [...new Set(names)], isStrict });
};

/** Letters of options of curl that take a value. */
const curlValues = 'ACDEFHKPQTUXYbcdehmortuwxyz';

/** Whether curl ends with an error where a server answers with one: `-f`, `-fsS`, `--fail`, `--fail-with-body`. */
const failsOnStatus = (word: string): boolean => {
  if (word === '--fail' || word === '--fail-with-body') return true;
  if (!/^-[A-Za-z]+$/u.test(word)) return false;
  for (const letter of word.slice(1)) {
    if (letter === 'f') return true;
    if (curlValues.includes(letter)) return false;
  }
  return false;
};

const readFetch = (program: string, words: readonly string[]): ProgramUse => {
  const isPlain = program === 'curl' || program === 'wget';
  const urls = words.filter((word) => !isOption(word) && (/^\w+:\/\//u.test(word) || /^\$/u.test(word) || isLocalUrl(word) === true));
  const isShort = !isPlain && words.some((word) => /^:\d|^:\//u.test(word));
  const places = urls.map(isLocalUrl);
  if (!isShort && !places.includes(true)) return places.includes(null) ? unknown : quiet;
  const isStrict =
    program === 'wget' || /^(?:xh|i)/iu.test(program) || (isPlain ? words.some(failsOnStatus) : words.includes('--check-status'));
  const format = valueOf(words, '-w', '--write-out') ?? words.find((word) => /^-w./u.test(word))?.slice(2) ?? null;
  return makeCheck('fetch', { isStrict, format });
};

/** Tasks of Gradle and goals of Maven whose names mean the same in all projects. The others are read as names of scripts. */
const gradleKinds: readonly (readonly [RegExp, CheckKind])[] = [
  [/^(?:build|jar|war|classes|dist|test-classes|test-compile|shadow-jar|boot-jar)$/u, 'build'],
  [/^(?:assemble|compile|package|install|deploy|publish|bundle)(?:-|$)/u, 'build'],
  [/^(?:verify|check|connected)$/u, 'tests'],
  [/^check-|^ktlint|^checkstyle|^spotbugs|^pmd|^detekt/u, 'lint'],
  [/^(?:exec|java|boot-run|start)$/u, 'run'],
];
const gradleQuiet =
  /^(?:clean|help|tasks|dependencies|properties|projects|tree|wrapper|init|effective-pom|evaluate|resolve|list|set|format)$|(?:^|-)(?:apply|updates?|display|fix|reports?)(?:-|$)|^clean-/u;

const readGradle = (words: readonly string[]): ProgramUse => {
  const valued = words.flatMap((word, at) =>
    /^(?:-x|--exclude-task|-p|-f|--file|--project-dir|-pl|--projects|--tests)$/u.test(word) ? [at + 1] : [],
  );
  const tasks = words.filter((word, at) => !isOption(word) && !valued.includes(at)).map((word) => toWords(behindLast(word, ':')).join('-'));
  const folder = valueOf(words, '-p', '-f', '--file', '--project-dir');
  const known = tasks.map((task) => {
    if (gradleQuiet.test(task)) return 'quiet';
    const use = toNamedUse(task);
    return gradleKinds.find(([name]) => name.test(task))?.[1] ?? (use.use === 'check' ? use.kind : use.use);
  });
  const kind = checkKinds.find((one) => known.includes(one));
  if (kind !== undefined)
    return toCheck(words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/u.test(word)) ? 'build' : kind, folder);
  return known.includes('unknown') ? unknown : quiet;
};

const readMake = (words: readonly string[]): ProgramUse => {
  const folder = valueOf(words, '-C', '--directory');
  const plain = words.filter((word) => !assignment.test(word));
  const target = plain[firstPlain(plain, '-C -f -j --directory --file')];
  if (target === undefined || /^\d+$/u.test(target)) return toCheck('build', folder);
  const use = toNamedUse(target, folder);
  // The target that is a file or the program is built.
  const isBuilt =
    use.use === 'check'
      ? use.kind === 'run'
      : use.use === 'unknown' && /^(?!.*(?:^|\/)\.).*(?:\.(?:o|obj|a|so|dylib|dll|exe|elf|bin|hex|out|wasm)|\/[^./]+)$/u.test(target);
  return isBuilt ? toCheck('build', folder) : use;
};

/** `turbo run build`, `nx test app`, `just test`, `rake spec`. */
const readTaskRunner = (words: readonly string[]): ProgramUse => {
  const plain = words.filter((word) => !isOption(word) && word !== 'run' && word !== 'run-many' && word !== 'affected');
  const target = valueOf(words, '-t', '--target', '--targets') ?? plain[0];
  if (target === undefined) return unknown;
  // `nx run web:serve`
  const use = toNamedUse(target);
  return use.use === 'unknown' ? toNamedUse(behindLast(target, ':')) : use;
};

/** Compilers judge the files that they are given. */
const compilers: ReadonlySet<string> = new Set([
  'gcc',
  'g++',
  'cc',
  'c++',
  'clang',
  'clang++',
  'rustc',
  'javac',
  'kotlinc',
  'scalac',
  'swiftc',
  'ghc',
  'nasm',
]);
/** Their paths are packages, which use others. */
const wholeProjects: ReadonlySet<string> = new Set(['go', 'cargo', 'dotnet', 'mix', 'dart', 'flutter', 'make', 'npm']);

/** The path that a check judges by a path of its command line: the folder before a pattern, and that of a file of settings. */
const toJudgedPath = (word: string): string => {
  const star = word.indexOf('*');
  const pattern = star < 0 && word.endsWith('...') ? word.length : star;
  if (pattern < 0 && !/\.(?:json|toml|ya?ml|ini|cfg)$/u.test(word)) return word;
  return word.slice(0, Math.max(0, word.lastIndexOf('/', pattern < 0 ? word.length : pattern)));
};

/** The files and folders that a compiler, a linter or a type checker is given; null: none, or all. */
const listPaths = (program: string, kind: CheckKind, words: readonly string[]): string[] | null => {
  const isCompiler = kind === 'build' && compilers.has(program);
  if (!isCompiler && (kind === 'build' || wholeProjects.has(program))) return null;
  if (kind !== 'types' && kind !== 'lint' && !isCompiler) return null;
  // `python manage.py check`
  if (/^python/u.test(program) && !words.includes('-m')) return null;
  const plain = words.filter((word) => !isOption(word) && !assignment.test(word));
  if (plain.some((word) => /^(?:\.{1,2}\/?|\*.*|\$.*)$/u.test(word))) return null;
  const paths = plain.map(toJudgedPath);
  const isPath = (path: string): boolean => isCode(path) || (!isCompiler && path.includes('/'));
  return paths.some(isPath) && paths.every((path, at) => path !== '' || plain[at] === '' || !isPath(plain[at] ?? ''))
    ? paths.filter((path) => path !== '')
    : null;
};

const readProgram = (words: readonly string[], input: string | null, depth: number): ProgramUse => {
  const [first = '', ...rest] = words;
  if (first === '') return quiet;
  if (depth >= maxDepth) return unknown;
  const program = toProgram(first);
  const use = readKnown(first, program, rest, { input, depth });
  if (use.use !== 'check') return use;
  const language = use.language ?? (isAnyTest(use.kind, program) ? null : languageOfProgram(program));
  return { ...use, language, names: use.names ?? listPaths(program, use.kind, rest) };
};

/** Test files that are run as programs may drive what is written in another language. */
const isAnyTest = (kind: CheckKind, program: string): boolean => kind === 'tests' && interpreting.test(program);

function readKnown(
  first: string,
  program: string,
  rest: readonly string[],
  { input, depth }: { input: string | null; depth: number },
): ProgramUse {
  if (/^(?:cd|pushd|chdir|set-location|push-location|sl)$/iu.test(program)) {
    const folder = rest.find((word) => word !== '--' && !/^-(?:Literal)?Path$/iu.test(word));
    const isPushed = /^push/iu.test(program);
    // `pushd` and `pushd +1` turn what was pushed around.
    return { use: 'folder', folder: isPushed && (folder ?? '+').startsWith('+') ? '$' : (folder ?? '~'), isPushed };
  }
  if (/^(?:popd|pop-location)$/iu.test(program)) return { use: 'folder', folder: rest.length === 0 ? null : '$', isPushed: false };
  if (asksAbout(program, rest)) return quiet;
  if (managers.has(program)) return readManager(program, rest, depth);
  if (/^(?:python|pypy)[\d.]*$/u.test(program)) return readPython(rest, input);
  if (program === 'node' || program === 'nodejs') return readNode(rest, input);
  if (/^(?:ba|z|da|k|fi)?sh$/u.test(program)) return readShellProgram(rest, input);
  if (/^(?:powershell|pwsh|cmd)$/iu.test(program)) return readWindowsShell(program.toLowerCase(), rest);
  if (program === 'coverage') return rest[0] === 'run' ? readPython(rest.slice(1), null) : quiet;
  if (program === 'docker' || program === 'podman' || program === 'docker-compose' || program === 'nerdctl')
    return readContainer(program, rest, depth);
  if (/^(?:curl|wget|http|https|xh|httpie|invoke-webrequest|invoke-restmethod|iwr|irm)$/iu.test(program)) return readFetch(program, rest);
  if (/^(?:gradle|gradlew|mvn|mvnw|mill)$/u.test(program)) return readGradle(rest);
  if (program === 'make' || program === 'gmake' || program === 'ninja') return onlyLists(program, rest) ? quiet : readMake(rest);
  if (/^(?:turbo|nx|just|task|rake|lerna|moon|invoke|inv|grunt|gulp|wireit|composer|artisan)$/u.test(program))
    return program === 'composer' &&
      /^(?:install|update|require|remove|dump|dumpautoload|dump-autoload|show|create-project)$/u.test(rest[0] ?? '')
      ? quiet
      : readTaskRunner(rest);
  if (program === 'cmake') return rest.includes('--build') ? toCheck('build', valueOf(rest, '--build')) : quiet;
  if (program === 'vite') return toCheck(rest[0] === 'build' ? 'build' : 'run');
  if (program === 'git' && (rest.includes('bisect') || rest.some((word) => word.startsWith('--exec')))) return unknown;
  if (program === 'find' && rest.some((word) => /^-(?:exec|execdir|ok)$/u.test(word))) {
    const use = readProgram(unwrap(rest.slice(rest.findIndex((word) => /^-(?:exec|execdir|ok)$/u.test(word)) + 1)), null, depth + 1);
    // Behind `;`, its exit code is not that of what it runs.
    return use.use === 'check' && !rest.includes('+') ? { ...use, isStrict: false } : use;
  }
  if (program === 'su') return rest.includes('-c') ? toShell(valueOf(rest, '-c') ?? '') : quiet;
  if (program === 'eval') return toShell(rest.join(' '));
  if (program === 'source' || program === '.') return quiet;
  if (program === 'psql' || program === 'mysql' || program === 'sqlite3' || program === 'duckdb' || program === 'mariadb')
    return readDatabase(program, rest, input);
  if (program === 'playwright' || program === 'cypress')
    return /^(?:install|codegen|open|show-)/u.test(rest[0] ?? '') ? quiet : toCheck('tests');
  if (program === 'ruff' && rest[0] !== 'check')
    return /^(?:format|rule|config|linter|clean|server|analyze)$/u.test(rest[0] ?? '') ? quiet : toCheck('lint');
  const table = subcommands.get(program);
  if (table) {
    // `cargo +nightly test`
    const plain = rest.filter((word) => !word.startsWith('+'));
    const at = firstPlain(plain, '--manifest-path -C --project --config -p');
    const kind = table.get(plain[at] ?? '') ?? null;
    if (program !== 'cargo') return toCheck(kind, program === 'go' ? valueOf(rest, '-C') : null);
    // Others may add subcommands: `cargo xtask test`.
    if (kind === null)
      return ownOfCargo.test(plain[at] ?? '') ? quiet : toNamedUse(plain.slice(at + 1).find((word) => !isOption(word)) ?? '');
    const manifest = valueOf(rest, '--manifest-path')?.replace(/\/?Cargo\.toml$/u, '') ?? null;
    return ofPackage(toCheck(kind, valueOf(rest, '-C') ?? (manifest === '' ? null : manifest)), valueOf(rest, '-p', '--package'));
  }
  const interpreter = interpreters.get(program);
  if (interpreter) {
    const at = firstPlain(rest, '-I -r -d');
    if (interpreter.syntax !== '' && rest.includes(interpreter.syntax)) return toCheck('types');
    const inline =
      interpreter.inline === '' ? -1 : rest.findIndex((word) => word.startsWith(interpreter.inline) || /^-[a-z]*e$/u.test(word));
    if (inline >= 0 && (at < 0 || inline < at))
      return rest.some((word) => /^-[a-z]*[pi]/u.test(word)) ? quiet : toScript(rest[inline + 1] ?? '');
    const file = rest[at];
    if (program === 'java') return toCheck('run');
    if (file === undefined) return input === null ? quiet : toScript(input);
    if (program === 'php' && /(?:^|\/)artisan$/u.test(file)) return toCheck(rest[at + 1] === 'test' ? 'tests' : null);
    return toFileUse(file);
  }
  const kind = kindOfProgram.get(program);
  if (kind !== undefined) {
    const action = rest[firstPlain(rest)] ?? '';
    if (idle.test(action) && (kind === 'build' || /^(?:vitest|k6|karma|codecept|hurl|gotestsum)$/u.test(program))) return quiet;
    if (kind === 'build' && /^(?:run|exec)$/u.test(action)) return toCheck('run');
    if (kind === 'build' && /^(?:test|runtest|spec|eunit|ct|check|coverage)$/u.test(action)) return toCheck('tests');
    return rest.length === 0 && kind === 'build' && program !== 'webpack' && program !== 'rollup' && program !== 'sbt'
      ? quiet
      : toCheck(kind);
  }
  if (quietPrograms.has(program) || quietPrograms.has(program.toLowerCase())) return quiet;
  // `./a.out`, `build/app`, `/app/run`: a program of the project, unless it belongs to the system.
  if (first.includes('/')) {
    if (/^(?:\/usr|\/bin|\/sbin|\/opt|\/System)\//u.test(first)) return readSystemProgram(program);
    const name = /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|bin|Scripts)\/[^/]+$/u.test(first)
      ? readProgram([program, ...rest], input, depth + 1)
      : unknown;
    if (name.use !== 'unknown') return name;
    return toExecutableUse(first);
  }
  return unknown;
}

const readSystemProgram = (program: string): ProgramUse => (quietPrograms.has(program) ? quiet : unknown);

const idle =
  /^(?:init|list|ls|info|clean|help|config|show-config|query|cquery|aquery|path|repl|console|update|outdated|completion|cache|linters|env|introspect|new|setup|ghci|inspect)$/u;

/** Takes what only lists, shows, builds or forgives for what it is. */
const judge = (use: ProgramUse, words: readonly string[]): ProgramUse => {
  if (use.use !== 'check' || use.kind === 'fetch') return use;
  const program = toProgram(words[0] ?? '');
  const rest = words.slice(1);
  if (use.kind === 'tests' && onlyBuilds(program, rest)) return { ...use, kind: 'build' };
  if (use.kind !== 'run' && onlyLists(program, rest)) return quiet;
  return endsWellAnyway(program, rest) ? { ...use, isStrict: false } : use;
};

const ownOfCargo =
  /^(?:fmt|add|rm|remove|clean|update|tree|metadata|search|fetch|new|init|publish|package|doc|install|uninstall|login|logout|owner|yank|vendor|generate-lockfile|locate-project|version|help|fix|pkgid|read-manifest|verify-project|info|)$/u;

const interpreting = /^(?:(?:python|pypy)[\d.]*|node|nodejs|php|(?:ba|z|da|k|fi)?sh)$/u;

/** The use of a simple command. `isFed`: it gets the output of another one, which may be a script. */
export const readUse = ({ words, input, isFed }: Pick<ShellCommand, 'words' | 'input' | 'isFed'>): ProgramUse => {
  const own = unwrap(words);
  if (own.length === 0) return quiet;
  const use = judge(readProgram(own, input, 0), own);
  const isScript =
    isFed && use.use === 'quiet' && interpreting.test(toProgram(own[0] ?? '')) && own.slice(1).every((word) => /^-s?$/u.test(word));
  return isScript ? unknown : use;
};
