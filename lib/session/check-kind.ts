import { checkKinds, type CheckKind } from '../domain/verification.ts';
import type { ShellCommand } from './read-shell.ts';
import { interpreters, kindOfProgram, managers, managing, quietPrograms, subcommands } from './shell-programs.ts';
import { assignment, behindLast, isOption, toProgram, unwrap } from './unwrap-command.ts';

const testName =
  /^(?:t|tst|spec|specs|e2e|unit|integration|it|smoke|coverage|cover|cov|vitest|jest|pytest|playwright|ci|verify|validate)$|test/iu;
const typesName = /type|^tsc$|^mypy$|^check$|^svelte-check$/iu;
const lintName = /lint|^ruff$|^knip$|^depcruise$/iu;
const formatName = /format|^fmt$|prettier/iu;
const buildName = /build|compile|bundle|^dist$|^package$|^assemble$|^all$/iu;

/** What a script or a target of this name does. */
const toScriptKind = (name: string): CheckKind | null => {
  if (testName.test(name)) return 'tests';
  if (lintName.test(name)) return 'lint';
  if (formatName.test(name) || /install|clean|^deps$|publish|deploy|release|prepare|migrat|seed|generate|codegen/iu.test(name)) return null;
  if (typesName.test(name)) return 'types';
  return buildName.test(name) ? 'build' : 'run';
};

const isTestFile = (file: string): boolean => /(?:^|[/_.-])(?:tests?|specs?|check|verify|validate)(?:[/_.-]|$)/iu.test(file);

const toScriptFileKind = (file: string): CheckKind => {
  const name = toProgram(file).replace(/\.\w+$/u, '');
  if (isTestFile(toProgram(file))) return 'tests';
  return lintName.test(name) ? 'lint' : buildName.test(name) ? 'build' : 'run';
};

/** Whether an answer that says that it failed makes the command fail, and what is printed of the status. */
export type FetchUse = { isStrict: boolean; format: string | null };

/**
 * What a command does for the question whether changes were checked. `quiet`: it runs nothing of the project. `script`: it runs a program
 * that it was given as a text. `shell`: the text is a line of a shell. `folder`: it goes there. `unknown`: it cannot be told.
 */
export type ProgramUse =
  | { use: 'check'; kind: CheckKind; folder: string | null; fetch?: FetchUse }
  | { use: 'quiet' | 'unknown' }
  | { use: 'script' | 'shell'; text: string }
  | { use: 'folder'; folder: string };

const quiet: ProgramUse = { use: 'quiet' };
const unknown: ProgramUse = { use: 'unknown' };
const toCheck = (kind: CheckKind | null | undefined, folder: string | null = null): ProgramUse =>
  kind ? { use: 'check', kind, folder } : quiet;

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

const readManager = (program: string, words: readonly string[], depth: number): ProgramUse => {
  const folder = valueOf(words, '-C', '--prefix', '--cwd', '--dir');
  const at = firstPlain(words, '-C --prefix --cwd --dir -w --workspace -F --filter');
  const first = words[at];
  if (first === undefined || managing.has(first)) return quiet;
  if (first === 'workspace' || first === 'workspaces')
    return depth >= maxDepth ? unknown : readManager(program, words.slice(at + (first === 'workspace' ? 2 : 1)), depth + 1);
  if (first === 'run' || first === 'run-script' || first === 'foreach') {
    const rest = words.slice(at + 1);
    const name = rest[firstPlain(rest, '-w --workspace -F --filter -C --prefix')];
    if (name === undefined) return quiet;
    return program === 'bun' && /\.[cm]?[jt]sx?$/u.test(name) ? toCheck('run', folder) : toCheck(toScriptKind(name), folder);
  }
  if (program === 'bun' && (first === 'build' || first === 'test')) return toCheck(first === 'build' ? 'build' : 'tests', folder);
  if (program === 'npm')
    return /^(?:t|tst|test|start|restart|stop)$/u.test(first) ? toCheck(/^t/u.test(first) ? 'tests' : 'run', folder) : quiet;
  // pnpm, yarn and bun run scripts and programs by their name; these are commands of a shell alone.
  if (first === 'test' || first === 'type') return toCheck(toScriptKind(first), folder);
  const use = readProgram(words.slice(at), null, depth + 1);
  return use.use === 'unknown' ? toCheck(toScriptKind(first), folder) : use;
};

const readPython = (words: readonly string[], input: string | null): ProgramUse => {
  const at = firstPlain(words, '-W -X');
  const module = words.indexOf('-m');
  if (module >= 0 && (at < 0 || module < at)) {
    const name = words[module + 1] ?? '';
    if (
      /^(?:pip|venv|virtualenv|ensurepip|site|json\.tool|zipfile|tarfile|http\.server|black|isort|pipx|poetry|uv|this|sysconfig)$/u.test(
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
  if (inline >= 0 && (at < 0 || inline < at)) return { use: 'script', text: words[inline + 1] ?? '' };
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : { use: 'script', text: input };
  if (/(?:^|\/)manage\.py$/u.test(file))
    return /^(?:makemigrations|startapp|startproject)$/u.test(words[at + 1] ?? '')
      ? quiet
      : toCheck(words[at + 1] === 'test' ? 'tests' : words[at + 1] === 'check' ? 'types' : 'run');
  if (/(?:^|\/)setup\.py$/u.test(file)) return toCheck(/test|build|sdist|bdist/u.exec(words[at + 1] ?? '') ? 'build' : null);
  return toCheck(isTestFile(file) ? 'tests' : 'run');
};

const readNode = (words: readonly string[], input: string | null): ProgramUse => {
  if (words.includes('--test')) return toCheck('tests');
  if (words.includes('--check') || words[0] === '-c') return toCheck('types');
  const at = firstPlain(words, '-r --require --import --loader --env-file -C');
  const inline = words.findIndex((word) => /^(?:-e|-p|-pe|--eval|--print)$/u.test(word));
  if (inline >= 0 && (at < 0 || inline < at)) return { use: 'script', text: words[inline + 1] ?? '' };
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : { use: 'script', text: input };
  return toCheck(isTestFile(file) ? 'tests' : 'run');
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
    return { use: 'shell', text: `${set}${words[inline + 1] ?? ''}` };
  }
  if (words.slice(0, at < 0 ? words.length : at).some((word) => /^-[a-z]+$/u.test(word) && word.includes('n'))) return toCheck('types');
  const file = words[at];
  if (file === undefined || file === '-') return input === null ? quiet : { use: 'shell', text: input };
  return /install|setup|bootstrap|deploy|release/iu.test(toProgram(file)) ? unknown : toCheck(toScriptFileKind(file));
};

const readContainer = (program: string, words: readonly string[], depth: number): ProgramUse => {
  const isCompose = program.endsWith('-compose') || words[0] === 'compose';
  const rest = isCompose && words[0] === 'compose' ? words.slice(1) : words;
  const at = firstPlain(rest, '-f --file -p --project-name --env-file --profile --context -H');
  const action = rest[at];
  if (action === 'build' || action === 'buildx') return toCheck('build');
  if (action === 'up') return toCheck('run');
  if (action !== 'run' && action !== 'exec') return quiet;
  const inner = rest.slice(at + 1);
  const name = firstPlain(
    inner,
    '-e --env --env-file -v --volume -p --publish -w --workdir -u --user --name --network --entrypoint -m --memory --mount --platform --index',
  );
  const command = name < 0 ? [] : inner.slice(name + 1);
  if (command.length === 0) return action === 'run' ? toCheck('run') : quiet;
  const use = readProgram(unwrap(command), null, depth + 1);
  return use.use === 'unknown' && action === 'run' ? toCheck('run') : use;
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
    program === 'wget' || program.startsWith('xh') || (isPlain ? words.some(failsOnStatus) : words.includes('--check-status'));
  const format = valueOf(words, '-w', '--write-out') ?? words.find((word) => /^-w./u.test(word))?.slice(2) ?? null;
  return { use: 'check', kind: 'fetch', folder: null, fetch: { isStrict, format } };
};

const readGradle = (words: readonly string[]): ProgramUse => {
  const skipped = words.flatMap((word, at) => (/^(?:-x|--exclude-task)$/u.test(word) ? [at + 1] : []));
  const tasks = words.filter((word, at) => !isOption(word) && !skipped.includes(at)).map((word) => behindLast(word, ':'));
  if (tasks.some((task) => /^(?:help|tasks|dependencies|properties|projects|tree|effective-pom|evaluate|wrapper)$/u.test(task)))
    return quiet;
  if (words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/u.test(word))) return toCheck('build');
  const kinds = tasks.map((task) =>
    /^(?:test|verify|check|integration\w*|connected\w*)$|test/iu.test(task) ? 'tests' : toScriptKind(task),
  );
  const folder = valueOf(words, '-p', '-f', '--file', '--project-dir');
  const kind = checkKinds.find((one) => kinds.includes(one));
  return tasks.length > 0 && kind === undefined ? quiet : toCheck(kind === 'run' && tasks.length > 0 ? 'build' : (kind ?? 'build'), folder);
};

const readMake = (words: readonly string[]): ProgramUse => {
  const folder = valueOf(words, '-C', '--directory');
  const target = words.filter((word) => !assignment.test(word))[
    firstPlain(
      words.filter((word) => !assignment.test(word)),
      '-C -f -j --directory --file',
    )
  ];
  return target === undefined || /^\d+$/u.test(target)
    ? toCheck('build', folder)
    : toCheck(toScriptKind(target) === 'run' ? 'build' : toScriptKind(target), folder);
};

/** `turbo run build`, `nx test app`, `just test`, `rake spec`. */
const readTaskRunner = (words: readonly string[]): ProgramUse => {
  const plain = words.filter((word) => !isOption(word) && word !== 'run' && word !== 'run-many' && word !== 'affected');
  const target = valueOf(words, '-t', '--target', '--targets') ?? plain[0];
  return target === undefined ? unknown : toCheck(toScriptKind(behindLast(target, ':')));
};

function readProgram(words: readonly string[], input: string | null, depth: number): ProgramUse {
  const [first = '', ...rest] = words;
  if (first === '') return quiet;
  if (depth >= maxDepth) return unknown;
  const program = toProgram(first);
  if (program === 'cd' || program === 'pushd') {
    const folder = rest.find((word) => word !== '--');
    return { use: 'folder', folder: folder ?? '~' };
  }
  if (asksAbout(program, rest)) return quiet;
  if (managers.has(program)) return readManager(program, rest, depth);
  if (/^(?:python|pypy)[\d.]*$/u.test(program)) return readPython(rest, input);
  if (program === 'node' || program === 'nodejs') return readNode(rest, input);
  if (/^(?:ba|z|da|k|fi)?sh$/u.test(program)) return readShellProgram(rest, input);
  if (program === 'docker' || program === 'podman' || program === 'docker-compose' || program === 'nerdctl')
    return readContainer(program, rest, depth);
  if (/^(?:curl|wget|http|https|xh|httpie)$/u.test(program)) return readFetch(program, rest);
  if (/^(?:gradle|gradlew|mvn|mvnw|mill)$/u.test(program)) return readGradle(rest);
  if (program === 'make' || program === 'gmake' || program === 'ninja') return readMake(rest);
  if (/^(?:turbo|nx|just|task|rake|lerna|moon|invoke|inv|grunt|gulp|wireit|composer|artisan)$/u.test(program))
    return program === 'composer' &&
      /^(?:install|update|require|remove|dump|dumpautoload|dump-autoload|show|create-project)$/u.test(rest[0] ?? '')
      ? quiet
      : readTaskRunner(rest);
  if (program === 'cmake') return rest.includes('--build') ? toCheck('build', valueOf(rest, '--build')) : quiet;
  if (program === 'vite') return toCheck(rest[0] === 'build' ? 'build' : 'run');
  if (program === 'nginx' || program === 'apachectl' || program === 'caddy' || program === 'haproxy')
    return rest.some((word) => /^(?:-t|configtest|validate|-c)$/u.test(word)) ? toCheck('types') : toCheck('run');
  if (program === 'git' && (rest.includes('bisect') || rest.some((word) => word.startsWith('--exec')))) return unknown;
  if (program === 'find' && rest.some((word) => /^-(?:exec|execdir|ok)$/u.test(word)))
    return readProgram(unwrap(rest.slice(rest.findIndex((word) => /^-(?:exec|execdir|ok)$/u.test(word)) + 1)), null, depth + 1);
  if (program === 'su') return rest.includes('-c') ? { use: 'shell', text: valueOf(rest, '-c') ?? '' } : quiet;
  if (program === 'eval') return { use: 'shell', text: rest.join(' ') };
  if (program === 'source' || program === '.') return quiet;
  if (program === 'psql' || program === 'mysql' || program === 'sqlite3' || program === 'duckdb' || program === 'mariadb')
    return rest.some((word) => /^(?:-f|--file|\.read)|\.sql$/u.test(word)) || (input ?? '').startsWith('< ') ? toCheck('run') : quiet;
  if (program === 'playwright' || program === 'cypress')
    return /^(?:install|codegen|open|show-)/u.test(rest[0] ?? '') ? quiet : toCheck('tests');
  if (program === 'ruff' && rest[0] !== 'check')
    return /^(?:format|rule|config|linter|clean|server|analyze)$/u.test(rest[0] ?? '') ? quiet : toCheck('lint');
  const table = subcommands.get(program);
  if (table) {
    // `cargo +nightly test`
    const plain = rest.filter((word) => !word.startsWith('+'));
    const at = firstPlain(plain, '--manifest-path -C --project --config -p');
    return toCheck(table.get(plain[at] ?? '') ?? null, program === 'go' || program === 'cargo' ? valueOf(rest, '-C') : null);
  }
  const interpreter = interpreters.get(program);
  if (interpreter) {
    const at = firstPlain(rest, '-I -r -d');
    if (interpreter.syntax !== '' && rest.includes(interpreter.syntax)) return toCheck('types');
    const inline =
      interpreter.inline === '' ? -1 : rest.findIndex((word) => word.startsWith(interpreter.inline) || /^-[a-z]*e$/u.test(word));
    if (inline >= 0 && (at < 0 || inline < at))
      return rest.some((word) => /^-[a-z]*[pi]/u.test(word)) ? quiet : { use: 'script', text: rest[inline + 1] ?? '' };
    const file = rest[at];
    if (program === 'java') return toCheck('run');
    if (file === undefined) return input === null ? quiet : { use: 'script', text: input };
    if (program === 'php' && /(?:^|\/)artisan$/u.test(file)) return toCheck(rest[at + 1] === 'test' ? 'tests' : null);
    return toCheck(isTestFile(file) ? 'tests' : 'run');
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
  if (quietPrograms.has(program)) return quiet;
  // `./a.out`, `build/app`, `/app/run`: a program of the project, unless it belongs to the system.
  if (first.includes('/')) {
    if (/^(?:\/usr|\/bin|\/sbin|\/opt|\/System)\//u.test(first)) return readSystemProgram(program);
    const name = /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|bin|Scripts)\/[^/]+$/u.test(first)
      ? readProgram([program, ...rest], input, depth + 1)
      : unknown;
    if (name.use !== 'unknown') return name;
    return toCheck(toScriptFileKind(first));
  }
  return unknown;
}

const readSystemProgram = (program: string): ProgramUse => (quietPrograms.has(program) ? quiet : unknown);

/** Runs that list, show or set up, and check nothing, by their options. */
const listing =
  /^--?(?:help|version|collect-only|co|fixtures|fixtures-per-test|markers|setup-plan|cache-show|list|list-?tests?|list-?suites|list-?groups|list-?files(?:-?only)?|list-?all|list-(?:reporters|interfaces|browsers|optional|target-files)|list-msgs\w*|show-?config|show-only|show-settings|print-config|print-data-base|dump-config|env-info|inspect-config|clear-?cache|init|init-\w+|dry-?run|just-print|recon|question|touch|notest|generate-rcfile|auto-gen-config|createstub|showsdks|showBuildSettings|dumpversion|dumpmachine|print-[\w-]+)(?:=|$)/iu;
/** The same by letters that mean something else elsewhere. */
const listingLetters = new Map<string, RegExp>([
  ['make', /^-[a-zA-Z]*[npqtv]/u],
  ['gmake', /^-[a-zA-Z]*[npqtv]/u],
  ['ninja', /^-[nt]/u],
  ['scons', /^-[nc]$/u],
  ['ctest', /^-N$/u],
  ['tox', /^-(?:l|a)$/u],
  ['nox', /^-l$/u],
  ['gradle', /^-m$/u],
  ['gradlew', /^-m$/u],
  ['rubocop', /^-[LV]$/u],
  ['prove', /^-D$/u],
  ['bats', /^(?:-c|--count)$/u],
  ['go', /^-n$/u],
  ['ansible-lint', /^-L$/u],
  ['xcodebuild', /^-list$/u],
]);
/** What these test runners only build. */
const buildingOnly = new Map<string, RegExp>([
  ['cargo', /^(?:--no-run|--list|list)$/u],
  ['go', /^-(?:c|list(?:=.*)?|run=?(?:\^\$|NONE|XXX|none|xxx|-))$/u],
  ['dotnet', /^(?:--list-tests|-t)$/u],
  ['swift', /^(?:list|--list-tests)$/u],
]);
/** Programs to which `-v` says that they may talk. */
const verbose = /^(?:pytest|py\.test|nose2?|nosetests|ctest|prove|ninja|behave|tox|busted|trial)$/u;
const idle =
  /^(?:init|list|ls|info|clean|help|config|show-config|query|cquery|aquery|path|repl|console|update|outdated|completion|cache|linters|env|introspect|new|setup|ghci|inspect)$/u;

/** `X --version`, `X sub -h`, and `-v` where it is no more than that. */
const asksAbout = (program: string, rest: readonly string[]): boolean => {
  if (rest.some((word) => word === '--help' || word === '--version')) return true;
  const asked = verbose.test(program) ? /^(?:-h|version|help)$/u : /^(?:-V|-v|-h|version|help)$/u;
  return (
    rest.length > 0 &&
    rest.length <= 2 &&
    asked.test(rest.at(-1) ?? '') &&
    (rest.length === 1 || asked.test(rest[0] ?? '') || (rest.at(-1) === '-h' && !isOption(rest[0] ?? '-')))
  );
};

/** Takes what only lists, shows or builds for what it is. */
const judge = (use: ProgramUse, words: readonly string[]): ProgramUse => {
  if (use.use !== 'check' || use.kind === 'fetch') return use;
  const program = toProgram(words[0] ?? '');
  const rest = words.slice(1);
  const building = buildingOnly.get(program);
  if (
    use.kind === 'tests' &&
    building &&
    (rest.some((word) => building.test(word)) || /-run (?:\^\$|NONE|XXX|xxx)(?: |$)/u.test(rest.join(' ')))
  )
    return { ...use, kind: 'build' };
  if (use.kind === 'run') return use;
  const letters = listingLetters.get(program);
  return rest.some((word) => listing.test(word) || letters?.test(word) === true) ? quiet : use;
};

const interpreting = /^(?:(?:python|pypy)[\d.]*|node|nodejs|php|(?:ba|z|da|k|fi)?sh)$/u;

/** What a simple command does. `isFed`: it gets the output of another one, which may be a script. */
export const readUse = ({ words, input, isFed }: Pick<ShellCommand, 'words' | 'input' | 'isFed'>): ProgramUse => {
  const own = unwrap(words);
  if (own.length === 0) return quiet;
  const use = judge(readProgram(own, input, 0), own);
  const isScript =
    isFed && use.use === 'quiet' && interpreting.test(toProgram(own[0] ?? '')) && own.slice(1).every((word) => /^-s?$/u.test(word));
  return isScript ? unknown : use;
};
