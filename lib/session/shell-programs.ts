import { checkKinds, type CheckKind } from '../domain/verification.ts';

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that check whatever they are asked. */
const alwaysChecks: readonly (readonly [CheckKind, ReadonlySet<string>])[] = [
  [
    'tests',
    toSet(
      'pytest py.test tox nox nose2 trial jest vitest mocha ava tap tape karma rspec minitest phpunit pest paratest ctest bats cucumber behave robot gotestsum ginkgo prove busted playwright cypress wdio testcafe hurl newman k6 testem qunit web-test-runner wtr codecept',
    ),
  ],
  ['types', toSet('tsc vue-tsc tsgo mypy pyright basedpyright svelte-check flow')],
  [
    'lint',
    toSet(
      'eslint flake8 pylint golangci-lint staticcheck shellcheck rubocop knip depcruise madge oxlint clippy-driver phpstan psalm phpcs ktlint detekt swiftlint checkstyle bandit vulture cppcheck clang-tidy',
    ),
  ],
  [
    'build',
    toSet(
      'make gmake ninja gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac swiftc ghc nasm ld ocamlfind dune cabal stack rebar3 webpack rollup esbuild tsup parcel rspack rsbuild swc babel sbt ant msbuild xcodebuild bazel bazelisk buck2 meson scons wasm-pack electron-builder pyinstaller dmd nim crystal',
    ),
  ],
  [
    'run',
    toSet(
      'uvicorn gunicorn hypercorn daphne streamlit nodemon puma unicorn foreman honcho air ts-node tsx ts-node-dev julia Rscript octave scala kotlin erl escript sbcl guile racket swipl iverilog vvp cobc lua luajit',
    ),
  ],
];
export const kindOfProgram = new Map(alwaysChecks.flatMap(([kind, names]) => [...names].map((name) => [name, kind] as const)));

/**
 * Programs that show, move, wait, install, commit, format or ask for something else; and those that check or build what is no code, such as
 * documents, styles, settings and infrastructure.
 */
export const quietPrograms = toSet(
  'stylelint hadolint yamllint ansible-lint ansible-playbook markdownlint markdownlint-cli2 mdl remark textlint vale proselint alex cspell codespell typos commitlint actionlint tflint terraform tofu terragrunt packer promtool kubeval kubeconform kube-linter cfn-lint spectral redocly htmlhint jsonlint taplo dotenv-linter buf protolint lychee pdflatex xelatex lualatex latexmk tectonic typst pandoc asciidoctor hugo jekyll mkdocs sphinx sphinx-build typedoc jsdoc doxygen gnuplot nginx apachectl caddy haproxy ls cat head tail less more bat wc nl sed awk gawk grep egrep fgrep zgrep rg ag ack find fd tree stat file diff cmp comm sort uniq cut tr column fold rev tac paste join echo printf pwd which whereis type command true false : test [ [[ mkdir rmdir rm mv cp touch chmod chown chgrp ln install rsync scp sftp tar gzip gunzip zip unzip xz 7z 7za bzip2 zstd git gh glab hub hg svn jj sleep wait jobs fg bg disown kill pkill killall ps pgrep top htop lsof ss netstat ifconfig ip ping dig nslookup host uname hostname whoami id groups date cal uptime free df du printenv export unset set alias unalias shopt ulimit umask local declare typeset readonly read return exit trap pushd popd dirs hash history clear tput stty tee jq yq xxd od hexdump strings base64 base32 md5 md5sum sha1sum sha256sum shasum cksum openssl gpg ssh-keygen ssh-add ssh-keyscan apt apt-get apt-cache dpkg brew dnf yum apk pacman zypper snap choco winget scoop conda mamba asdf nvm fnm pyenv rbenv rustup sdk pip pip3 pipx gem cpan cpanm luarocks opam ghcup prettier black isort gofmt goimports rustfmt clang-format autopep8 yapf dprint shfmt stylua open xdg-open code vim vi nano emacs man info apropos tldr crontab systemctl service journalctl dmesg mount umount fdisk lsblk useradd usermod passwd chpasswd groupadd aws gcloud az doctl heroku vercel netlify fly flyctl wrangler firebase supabase kubectl helm redis-cli mongo mongosh pbcopy pbpaste say notify-send osascript screen tmux nproc lscpu getent locale seq yes basename dirname realpath readlink mktemp split csplit shuf truncate dd sync fc-list convert identify magick patch apply_patch applypatch rename shred cd for case select done fi esac break continue nm objdump readelf ldd otool pkg-config xcrun pod husky lefthook changeset pint php-cs-fixer phpcbf poetry uv pdm pipenv hatch rye pixi bundle get-content get-childitem select-string select-object where-object foreach-object sort-object measure-object format-table format-list out-string out-null write-host write-output get-location test-path get-item get-command get-process get-date start-sleep convertto-json convertfrom-json new-item set-content add-content out-file remove-item move-item copy-item rename-item stop-process gc gci dir del md ren type',
);

/** Words that run what stands behind them, and their options that take a value. */
export const wrappers = new Map<string, string>([
  ...[
    'env',
    'nohup',
    'command',
    'exec',
    'builtin',
    'setsid',
    'unbuffer',
    'chronic',
    'dotenv',
    'cross-env',
    'xvfb-run',
    'winpty',
    'catchsegv',
    'c8',
    'nyc',
    'corepack',
    'bear',
    'scan-build',
  ].map((name) => [name, '-u -C -S'] as const),
  ['sudo', '-u -g -h -p -C'],
  ['doas', '-u'],
  ['time', '-f -o'],
  ['nice', '-n'],
  ['ionice', '-c -n'],
  ['stdbuf', '-i -o -e'],
  ['xargs', '-n -P -I -L -d -a -E -s'],
  ['npx', '-p --package -c'],
  ['bunx', '-p'],
  ['pnpx', ''],
  ['uvx', '--from --with -p'],
  ['strace', '-e -o'],
  ['valgrind', ''],
  ['timeout', '-s -k'],
  ['gtimeout', '-s -k'],
]);
/** `poetry run X`, `pnpm exec X`. */
export const runners = new Map<string, ReadonlySet<string>>(
  Object.entries({
    pipx: 'run',
    poetry: 'run',
    uv: 'run',
    pipenv: 'run',
    pdm: 'run',
    hatch: 'run',
    rye: 'run',
    pixi: 'run',
    conda: 'run',
    micromamba: 'run',
    mamba: 'run',
    bundle: 'exec',
    pnpm: 'exec dlx',
    npm: 'exec x',
    yarn: 'exec dlx',
    bun: 'x',
    dotenvx: 'run',
    doppler: 'run',
    direnv: 'exec',
    mise: 'exec x',
    asdf: 'exec',
    volta: 'run',
    rbenv: 'exec',
    pyenv: 'exec',
  }).map(([name, words]) => [name, toSet(words)]),
);

/** Kinds of checks by subcommand. A subcommand that is not listed is quiet. */
const toTable = (kinds: Partial<Record<CheckKind, string>>): ReadonlyMap<string, CheckKind> =>
  new Map(checkKinds.flatMap((kind) => (kinds[kind] ?? '').split(' ').flatMap((word) => (word === '' ? [] : [[word, kind] as const]))));

export const subcommands = new Map<string, ReadonlyMap<string, CheckKind>>([
  [
    'cargo',
    toTable({ tests: 'test t nextest bench miri tarpaulin llvm-cov', types: 'check c', lint: 'clippy', build: 'build b', run: 'run r' }),
  ],
  ['go', toTable({ tests: 'test', types: 'vet', build: 'build install', run: 'run' })],
  ['dotnet', toTable({ tests: 'test vstest', build: 'build publish pack msbuild', run: 'run watch' })],
  ['swift', toTable({ tests: 'test', build: 'build', run: 'run' })],
  ['deno', toTable({ tests: 'test bench', types: 'check', lint: 'lint', build: 'compile', run: 'run task serve' })],
  ['mix', toTable({ tests: 'test', types: 'dialyzer', lint: 'credo', build: 'compile release', run: 'run phx.server' })],
  ['zig', toTable({ tests: 'test', build: 'build build-exe build-lib', run: 'run' })],
  ['flutter', toTable({ tests: 'test', types: 'analyze', build: 'build', run: 'run' })],
  ['dart', toTable({ tests: 'test', types: 'analyze', build: 'compile', run: 'run' })],
  ['lein', toTable({ tests: 'test', build: 'compile uberjar', run: 'run' })],
  ['forge', toTable({ tests: 'test', build: 'build', run: 'script' })],
  ['hardhat', toTable({ tests: 'test', build: 'compile', run: 'run' })],
  ['hatch', toTable({ tests: 'test' })],
  ['ruff', toTable({ lint: 'check' })],
  ['golangci-lint', toTable({ lint: 'run' })],
  ['pre-commit', toTable({ lint: 'run' })],
  ['ty', toTable({ types: 'check' })],
  ['biome', toTable({ lint: 'lint check ci' })],
  ['next', toTable({ build: 'build', run: 'dev start', lint: 'lint' })],
  ['nuxt', toTable({ build: 'build generate', run: 'dev preview', types: 'typecheck' })],
  ['nuxi', toTable({ build: 'build generate', run: 'dev preview', types: 'typecheck' })],
  ['astro', toTable({ build: 'build', run: 'dev preview', types: 'check' })],
  ['ng', toTable({ build: 'build', run: 'serve', tests: 'test e2e', lint: 'lint' })],
  ['expo', toTable({ build: 'export', run: 'start', types: 'doctor' })],
  ['remix', toTable({ build: 'build', run: 'dev' })],
  ['gatsby', toTable({ build: 'build', run: 'develop serve' })],
  ['rails', toTable({ tests: 'test spec', run: 'server s runner console' })],
  ['flask', toTable({ run: 'run' })],
  ['fastapi', toTable({ run: 'run dev' })],
  ['django-admin', toTable({ tests: 'test', types: 'check', run: 'runserver' })],
  ['swc', toTable({ build: 'compile' })],
]);

/** Other interpreters: an option for a text, one that only looks at the syntax. */
export const interpreters = new Map<string, { inline: string; syntax: string }>([
  ['ruby', { inline: '-e', syntax: '-c' }],
  ['perl', { inline: '-e', syntax: '-c' }],
  ['php', { inline: '-r', syntax: '-l' }],
  ['R', { inline: '-e', syntax: '' }],
  ['java', { inline: '', syntax: '' }],
]);

export const managers = toSet('npm pnpm yarn bun');
export const managing = toSet(
  'install i ci add remove rm uninstall un update up upgrade dedupe prune link unlink audit outdated ls list info view why init create login logout whoami publish pack version config cache store import rebuild approve-builds fund set get root bin prefix search help docs owner team token pm patch patch-commit',
);
