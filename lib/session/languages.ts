/** Languages whose files have tools of their own: their extensions and their programs. */
const languages = {
  js: {
    extensions: '[cm]?[jt]sx?|vue|svelte|astro',
    programs:
      'node nodejs deno jest vitest mocha ava tap tape karma cypress wdio testcafe qunit web-test-runner wtr tsc vue-tsc tsgo svelte-check flow eslint knip depcruise madge oxlint biome webpack rollup esbuild tsup parcel rspack rsbuild swc babel vite next nuxt nuxi astro ng expo remix gatsby ts-node tsx ts-node-dev nodemon',
  },
  py: {
    extensions: 'pyx?',
    programs:
      'python pypy pytest py.test tox nox nose2 trial mypy pyright basedpyright ty flake8 pylint bandit vulture ruff coverage uvicorn gunicorn hypercorn daphne streamlit flask fastapi django-admin',
  },
  rs: { extensions: 'rs', programs: 'cargo rustc' },
  go: { extensions: 'go', programs: 'go golangci-lint staticcheck gotestsum ginkgo' },
  c: { extensions: 'cc?|cpp|cxx|cu|hh?|hpp|mm?', programs: 'gcc g++ cc c++ clang clang++ cppcheck clang-tidy' },
  jvm: {
    extensions: 'java|kts?|scala|clj[sc]?',
    programs: 'java javac kotlin kotlinc scala scalac sbt ktlint detekt checkstyle gradle gradlew mvn mvnw',
  },
  net: { extensions: 'cs|fsx?', programs: 'dotnet msbuild' },
  swift: { extensions: 'swift', programs: 'swift swiftc swiftlint' },
  rb: { extensions: 'rb', programs: 'ruby rspec minitest rubocop rails puma' },
  ex: { extensions: 'exs?|erl', programs: 'mix rebar3 erl escript' },
  php: { extensions: 'php', programs: 'php phpunit pest paratest phpstan psalm phpcs' },
  dart: { extensions: 'dart', programs: 'dart flutter' },
  sh: { extensions: 'sh|bash|zsh', programs: 'shellcheck' },
  hs: { extensions: 'hs', programs: 'ghc cabal stack runghc' },
  lua: { extensions: 'lua', programs: 'lua luajit busted' },
  jl: { extensions: 'jl', programs: 'julia' },
  ml: { extensions: 'mli?', programs: 'ocaml ocamlfind dune' },
  zig: { extensions: 'zig', programs: 'zig' },
  nim: { extensions: 'nim', programs: 'nim' },
  r: { extensions: 'r', programs: 'R Rscript' },
  pl: { extensions: 'pl|pm', programs: 'perl swipl' },
  v: { extensions: 's?v|vhdl?', programs: 'iverilog vvp' },
} as const;
export type Language = keyof typeof languages;
const names = Object.keys(languages) as Language[];

/**
 * Extensions of files that a test, a build or a linter can judge. Markup, styles, data and docs are left out: they are often right as they
 * stand. The last have no tools that are theirs alone.
 */
const code = new RegExp(`\\.(?:${names.map((name) => languages[name].extensions).join('|')}|f90|asm|s|sql|ps1)$`, 'iu');
const byExtension = names.map((name) => [name, new RegExp(`\\.(?:${languages[name].extensions})$`, 'iu')] as const);

export const isCode = (path: string): boolean => code.test(path);

/** Null: it has no tools of its own that are known here. */
export const languageOfFile = (path: string): Language | null => byExtension.find(([, ending]) => ending.test(path))?.[0] ?? null;

const byProgram = new Map(names.flatMap((name) => languages[name].programs.split(' ').map((program) => [program, name] as const)));

/** The one language that a program judges or runs; null: any. */
export const languageOfProgram = (program: string): Language | null =>
  byProgram.get(program.replace(/^(python|pypy)[\d.]+$/u, '$1')) ?? null;
