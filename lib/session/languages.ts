/** Languages whose files have tools of their own. */
export type Language = 'js' | 'py' | 'rs' | 'go' | 'c' | 'jvm' | 'net' | 'swift' | 'rb' | 'ex' | 'php' | 'dart' | 'sh';

/**
 * Extensions of files that a test, a build or a linter can judge. Markup, styles, data and docs are left out: they are often right as they
 * stand.
 */
const extensions: readonly (readonly [Language | null, string])[] = [
  ['js', '[cm]?[jt]sx?|vue|svelte|astro'],
  ['py', 'pyx?'],
  ['rs', 'rs'],
  ['go', 'go'],
  ['c', 'cc?|cpp|cxx|cu|hh?|hpp|mm?'],
  ['jvm', 'java|kts?|scala|clj[sc]?'],
  ['net', 'cs|fsx?'],
  ['swift', 'swift'],
  ['rb', 'rb'],
  ['ex', 'exs?|erl'],
  ['php', 'php'],
  ['dart', 'dart'],
  ['sh', 'sh|bash|zsh'],
  [null, 'hs|lua|jl|mli?|zig|nim|r|pl|pm|f90|asm|s|v|sv|vhdl?|sql|ps1'],
];
const byExtension = extensions.map(([language, names]) => [language, new RegExp(`\\.(?:${names})$`, 'iu')] as const);
const code = new RegExp(`\\.(?:${extensions.map(([, names]) => names).join('|')})$`, 'iu');

export const isCode = (path: string): boolean => code.test(path);

/** Null: it has no tools of its own that are known here. */
export const languageOfFile = (path: string): Language | null => byExtension.find(([, ending]) => ending.test(path))?.[0] ?? null;

const programs: Record<Language, string> = {
  js: 'node nodejs deno jest vitest mocha ava tap tape karma cypress wdio testcafe qunit web-test-runner wtr tsc vue-tsc tsgo svelte-check flow eslint knip depcruise madge oxlint biome webpack rollup esbuild tsup parcel rspack rsbuild swc babel vite next nuxt nuxi astro ng expo remix gatsby ts-node tsx ts-node-dev nodemon',
  py: 'python pypy pytest py.test tox nox nose2 trial mypy pyright basedpyright ty flake8 pylint bandit vulture ruff coverage uvicorn gunicorn hypercorn daphne streamlit flask fastapi django-admin',
  rs: 'cargo rustc',
  go: 'go golangci-lint staticcheck gotestsum ginkgo',
  c: 'gcc g++ cc c++ clang clang++ cppcheck clang-tidy',
  jvm: 'java javac kotlin kotlinc scala scalac sbt ktlint detekt checkstyle gradle gradlew mvn mvnw',
  net: 'dotnet msbuild',
  swift: 'swift swiftc swiftlint',
  rb: 'ruby rspec minitest rubocop rails puma',
  ex: 'mix',
  php: 'php phpunit pest paratest phpstan psalm phpcs',
  dart: 'dart flutter',
  sh: 'shellcheck',
};
const byProgram = new Map(
  Object.entries(programs).flatMap(([language, names]) => names.split(' ').map((name) => [name, language as Language] as const)),
);

/** The one language that a program judges or runs; null: any. */
export const languageOfProgram = (program: string): Language | null =>
  byProgram.get(program.replace(/^(python|pypy)[\d.]+$/u, '$1')) ?? null;
