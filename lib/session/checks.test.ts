import { describe, expect, it } from 'vitest';
import { bash, bashFails, edit, patch, write, type Step } from '../observers/__fixtures__/make-calls.ts';
import { makeCalls } from '../observers/__fixtures__/make-calls.ts';
import { computeVerification } from './verification.ts';

const cwd = '/home/dev/app';
const decide = (...steps: Step[]): string => computeVerification(makeCalls(steps), cwd).verdict;
const changed = (path: string): Step => edit(path.startsWith('/') ? path : `${cwd}/${path}`, 'a', 'b');

/** By the file that was changed before: commands that check it, and that do not. Lines separate them. */
const byFile: Record<string, { checks: string; others: string }> = {
  'src/a.ts': {
    checks: `npm run test\nyarn tsc\nbun x tsc\npnpm -r test\npnpm -w test\nnpx -y tsc -p .\nnpx turbo run test\nnpx nx test web\nnpx c8 mocha\ncorepack pnpm test
      npx cross-env NODE_ENV=test jest\nnode --import tsx --test test/a.ts\nnode node_modules/typescript/bin/tsc -p .\ndeno test -A\ntime npm test\nnpm -s run test
      pnpm dlx tsx src/a.ts\nfind . -name "*.test.js" | xargs npx jest\nnode dist/main.js --out /tmp/x.json\nmake\ndocker compose up -d --build\nnpm test --workspaces`,
    others: `yarn\nnpm run format:check\nnpx prettier --check src\nnpm pack --dry-run\nnpx tsc --build --clean\nnpm run env\nnpx husky install\ndocker compose logs web`,
  },
  'src/a.py': {
    checks: `pytest -q\ntox -e py311\nnox -s tests\nuv run --with pytest pytest\nuv run --python 3.12 pytest\npoetry run pytest\npipenv run pytest\nhatch run test\nhatch test
      pdm run test\npipx run mypy src\npython -m unittest -v\npython -m mypy src\npython manage.py check\npython -m py_compile src/a.py\npython src/a.py\ncoverage run -m pytest
      source venv/bin/activate && pytest\n.venv/bin/python -m pytest\nconda run -n x pytest\nls *.py | xargs -n1 python -m py_compile\nruff check --fix .\nruff check src
      docker exec -it app bash -c "cd /app && pytest"\ndocker compose run --rm web pytest\npre-commit run --all-files\nmypy --config-file setup.cfg src`,
    others: `pip install -e .\nruff format --check .\nblack --check .\npoetry install\nuv sync\nuv lock\npdm list\npytest --fixtures\npython -m venv .venv\nnpx tsc --noEmit\nnpx eslint src`,
  },
  'src/lib.rs': {
    checks: `cargo test\ncargo clippy --all-targets\ncargo +nightly check\ncargo xtask test\ncargo make test\ncargo build && ./target/debug/app\ncargo test -p app`,
    others: `cargo fmt --check\ncargo clean\ncargo tree\ncargo add serde`,
  },
  'pkg/a.go': {
    checks: `go test ./...\ngo build ./... && go vet ./...\ngo run ./cmd/app\ngolangci-lint run\ntask test\ngo build -o /tmp/app ./cmd/app && /tmp/app --once`,
    others: `gofmt -l .\ngo mod tidy\ngo list ./...`,
  },
  'src/a.c': {
    checks: `make clean && make\ncmake -B build && cmake --build build\nctest --test-dir build\ngcc -Wall -o a src/a.c && ./a\ngcc -o a src/*.c\n./configure && make\nbear -- make\nbazel test //...`,
    others: `make clean\nclang-format -i src/a.c\nldd a\nnm a.o`,
  },
  'src/A.java': {
    checks: `mvn test\nmvn clean install\nmvn -q -DskipTests package\n./gradlew build\n./gradlew :app:test --info\njavac src/A.java\n./gradlew check -x lint`,
    others: `mvn clean\n./gradlew --stop\n./gradlew spotlessApply\nmvn versions:display-dependency-updates\njava -version\ngradle -q dependencies`,
  },
  'src/A.cs': { checks: `dotnet test\ndotnet build\ndotnet vstest x.dll`, others: `dotnet restore\ndotnet format` },
  'Sources/A.swift': {
    checks: `swift test\nswift build\nxcodebuild test -scheme App`,
    others: `swift package resolve\npod install\nxcrun simctl list`,
  },
  'lib/a.rb': { checks: `bundle exec rspec\nbin/rails test\nruby -c lib/a.rb\nbundle exec rubocop -A`, others: `bundle install\ngem list` },
  'lib/a.ex': { checks: `mix test\nmix compile --warnings-as-errors`, others: `mix format\nmix deps.get` },
  'app/A.php': {
    checks: `vendor/bin/phpunit\nphp artisan test\nphp -l app/A.php\ncomposer test`,
    others: `composer install\nvendor/bin/pint\nvendor/bin/php-cs-fixer fix`,
  },
};
const split = (lines: string): string[] => lines.split('\n').map((line) => line.trim());

describe('a command after a change', () => {
  it.each(Object.entries(byFile).flatMap(([file, { checks }]) => split(checks).map((command) => [file, command] as const)))(
    'checks %s: %s',
    (file, command) => expect(decide(changed(file), bash(command, ''))).toBe('verified'),
  );
  it.each(Object.entries(byFile).flatMap(([file, { others }]) => split(others).map((command) => [file, command] as const)))(
    'checks nothing of %s: %s',
    (file, command) => expect(decide(changed(file), bash(command, ''))).toBe('not_verified'),
  );

  it.each<[string, string]>([
    ['src/a.ts', 'node scripts/generate-icons.js'],
    ['src/a.ts', 'npm run icons'],
    ['src/a.ts', 'python3 app.py'],
    ['src/a.py', 'node server.js'],
    ['src/a.ts', 'cargo test'],
    ['src/a.py', 'python3 /tmp/plot.py'],
    ['src/a.py', "cat > /tmp/t.py <<'EOF'\nprint(1)\nEOF\npython3 /tmp/t.py"],
    ['src/a.c', './configure'],
    ['src/a.c', 'gcc -o b src/b.c'],
    ['src/a.sh', './scripts/deploy.sh'],
    ['src/a.ts', 'docker compose up -d'],
    ['src/a.ts', 'docker run -d nginx'],
    ['src/a.ts', 'npm test --if-present'],
    ['src/a.c', 'make -i'],
    ['src/a.py', 'flake8 --exit-zero src'],
    ['src/A.java', 'mvn test -Dmaven.test.failure.ignore=true'],
    ['src/A.java', 'mvn -fn test'],
    ['src/a.py', "find src -name '*.py' -exec python -m py_compile {} \\;"],
    ['crates/cli/src/main.rs', 'cargo test -p core'],
    ['packages/api/src/a.ts', 'pnpm --filter web test'],
    ['packages/api/src/a.ts', 'yarn workspace web test'],
    ['packages/api/src/a.ts', 'npm test -w packages/web'],
    ['src/main.py', 'python3 -c "from src.util import f"'],
    ['/home/dev/other/a.ts', 'npm test'],
    ...[
      'make latest',
      'npm run docker:latest',
      'npm run db:test:prepare',
      'npm run test:clean',
      'npm run test:report',
      'npm run test-server',
      'npm run tests:list',
      'bash scripts/setup-test-db.sh',
      './scripts/deploy-test.sh',
      'npm run lint-staged',
      'node scripts/check-updates.js',
      'npm run make-contest',
      'npm run supabase:types',
      'npx turbo run contest',
      './gradlew latest',
      'npm run build-storybook',
      'psql -f schema.sql',
      'docker compose exec db psql -f schema.sql',
      'sqlite3 a.db < schema.sql',
      'swipl main.pl',
      'julia main.jl',
      'docker compose build db',
    ].map((command): [string, string] => ['src/a.ts', command]),
    ['.claude/worktrees/fees/src/a.ts', 'npm test'],
  ])('may check %s, or not: %s', (file, command) => expect(decide(changed(file), bash(command, ''))).toBe('cannot_tell'));

  it.each([
    ...['npm run publish:latest', 'npm run seed:test', 'npm run generate:tests', 'make install-test-deps', 'npm run typedoc'],
    ...['npm run lint:css', 'npm run lint:md', 'npm run lint:docker', 'npm run build:docs', 'npm run build:icons', './gradlew cleanTest'],
    ...['npx markdownlint README.md', 'yamllint .', 'npx stylelint "src/**/*.css"', 'actionlint', 'hadolint Dockerfile', 'nginx -t'],
    ...[
      'caddy validate',
      'terraform validate',
      'tofu plan',
      'ansible-lint',
      'mkdocs build',
      'hugo',
      'latexmk a.tex',
      'python -m yamllint .',
    ],
    'sqlite3 a.db ".output dump.sql" ".dump"',
  ])('checks no code: %s', (command) => expect(decide(changed('src/a.ts'), bash(command, ''))).toBe('not_verified'));

  it.each<[string, string]>([
    ...[
      ...[
        'npm run test:unit',
        'npm run web:test',
        'npm run unittests',
        'npm run runTests',
        'npm run e2e:ci',
        'make check',
        'make run-tests',
      ],
      ...['npm run type-check', 'npm run check:types', 'npm run types', 'npm run lint:fix', 'npm run lint:ts', 'npm run build:prod'],
      ...['bash scripts/run_tests.sh', 'npx nx run web:test', 'node scripts/deploy.test.js', 'bash test/smoke-test.sh', 'make lib/a.o'],
      'docker compose build src',
    ].map((command): [string, string] => ['src/a.ts', command]),
    ['src/A.java', './gradlew connectedAndroidTest'],
    ['src/A.java', './gradlew :app:testDebugUnitTest'],
    ['src/a.sql', 'psql -v ON_ERROR_STOP=1 -f src/a.sql'],
    ['src/a.sql', 'sqlite3 app.db < src/a.sql'],
    ['src/main.jl', 'julia main.jl'],
  ])('checks %s by its name: %s', (file, command) => expect(decide(changed(file), bash(command, ''))).toBe('verified'));

  it('is about the package, the files and the folder that it is given', () => {
    for (const command of ['pnpm --filter @acme/web test', 'yarn workspace web test', 'npm test -w packages/web'])
      expect(decide(changed('packages/web/src/a.ts'), bash(command, '')), command).toBe('verified');
    expect(decide(changed('src/a.ts'), bash('npx eslint src/b.ts', ''))).toBe('not_verified');
    expect(decide(changed('src/a.ts'), bash('npx eslint -c ./eslint.config.js src', ''))).toBe('verified');
    expect(decide(changed('src/lib/a.ts'), bash('npx eslint src/components', ''))).toBe('not_verified');
    expect(decide(changed('src/a.ts'), bash('npx tsc -p ./tsconfig.json', ''))).toBe('verified');
    expect(decide(changed('/srv/tool/main.py'), bash('python3 /srv/tool/main.py', ''))).toBe('verified');
    expect(decide(changed('src/a.py'), bash('python3 /srv/tool/main.py', ''))).toBe('not_verified');
    expect(decide(changed('scripts/generate-icons.js'), bash('node scripts/generate-icons.js', ''))).toBe('verified');
    expect(decide(changed('src/a.py'), bash("cat > /tmp/t.py <<'EOF'\nfrom src.a import f\nEOF\npython3 /tmp/t.py", ''))).toBe('verified');
  });

  it('is about its language', () => {
    const both = [changed('web/a.ts'), changed('api/a.py')];
    expect(decide(...both, bash('pytest', '3 passed'))).toBe('cannot_tell');
    expect(decide(...both, bash('npx tsc', ''))).toBe('not_verified');
    expect(decide(...both, bash('pytest', '3 passed'), bash('npx tsc', ''))).toBe('verified');
    expect(decide(changed('src/a.ts'), bashFails('ruff check .', 'Found 2 errors.'))).toBe('not_verified');
    // A test file may drive what is written in another language.
    expect(decide(changed('src/a.c'), bash('python3 tests/test_cli.py', 'ok'))).toBe('verified');
  });

  it.each([
    ['npx vitest run foo', 'No test files found, exiting with code 0', 0],
    ['npx vitest run foo', 'No test files found, exiting with code 1', 1],
    ['npx jest --passWithNoTests', 'No tests found, exiting with code 0', 0],
    ['npm test', '> app@1.0.0 test\n> mocha\n\n  0 passing (2ms)', 0],
    ['node --test', '# tests 0\n# suites 0\n# pass 0\n# fail 0', 0],
    ['npm test', 'Error: no test specified', 1],
    ['npm test', 'sh: 1: jest: not found', 127],
    ['npm ci && npm test', 'npm ERR! code E404\nnpm ERR! 404 Not Found', 1],
    ['make test', '======= no tests ran in 0.01s =======', 5],
    ['make test', '======= 5 deselected in 0.01s =======', 5],
    ['make test', '======= 3 skipped in 0.01s =======', 0],
    ['make test', 'Ran 0 tests in 0.000s\n\nOK', 0],
    ['make test', 'No examples found.\n\n0 examples, 0 failures', 0],
  ])('neither passes nor fails where nothing ran: %s, %j', (command, output, exitCode) =>
    expect(['cannot_tell', 'not_verified']).toContain(
      decide(changed('src/a.ts'), exitCode === 0 ? bash(command, output) : bashFails(command, output, exitCode)),
    ),
  );

  it.each([
    ['src/a.ts', 'node --test | tail -8', 'ℹ tests 3\nℹ pass 3\nℹ fail 0', 'verified'],
    ['src/a.ts', 'node --test | tail -8', 'ℹ tests 3\nℹ pass 2\nℹ fail 1', 'failed'],
    ['src/a.ts', 'bun test | tail -3', ' 3 pass\n 0 fail', 'verified'],
    ['src/a.ts', 'bun test | tail -3', ' 3 pass\n 1 fail', 'failed'],
    ['src/a.ts', 'npx tsc | tail -1', 'Found 1 error in src/a.ts:3', 'failed'],
    ['src/a.ts', 'npx eslint . | tail -3', '✖ 3 problems (1 error, 2 warnings)', 'failed'],
    ['src/a.ts', 'npx eslint . | tail -3', '✖ 2 problems (0 errors, 2 warnings)', 'cannot_tell'],
    ['src/a.py', 'pytest | tail -1', '===== 1 error in 0.20s =====', 'failed'],
    ['src/a.py', 'pytest -q | tail -1', '3 passed, 1 error in 0.20s', 'failed'],
    ['src/a.py', 'mypy . | tail -1', 'Found 3 errors in 1 file (checked 5 source files)', 'failed'],
    ['src/lib.rs', 'cargo check 2>&1 | grep -A3 "^error"', 'error[E0425]: cannot find value `x`', 'failed'],
    ['src/lib.rs', 'cargo test | grep "test result: ok"', 'test result: ok. 12 passed; 0 failed', 'cannot_tell'],
    ['src/lib.rs', 'cargo test | grep -E "test result|FAILED"', 'test result: ok. 12 passed; 0 failed', 'verified'],
    ['src/lib.rs', 'cargo test | head -50', 'running 3 tests\ntest result: ok. 3 passed; 0 failed', 'verified'],
    ['a.go', 'go test ./... | head -2', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | tail -2', 'FAIL\tapp/x [build failed]\nFAIL', 'failed'],
    ['a.go', 'go vet ./... 2>&1 | tail', '# app/x\nx/a.go:3:2: undefined: foo', 'failed'],
    ['a.c', 'ctest | tail -3', '100% tests passed, 0 tests failed out of 3', 'verified'],
    ['a.c', 'ctest | tail -3', '67% tests passed, 1 tests failed out of 3', 'failed'],
    ['a.c', './build/tests | tail -2', '[  PASSED  ] 3 tests.', 'verified'],
    ['a.c', './build/tests | tail -2', '[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:', 'failed'],
    ['A.java', 'mvn test | tail -3', '[ERROR] Tests run: 3, Failures: 1, Errors: 0\n[INFO] BUILD FAILURE', 'failed'],
    ['A.cs', 'dotnet test | tail -1', 'Passed!  - Failed:     0, Passed:    12', 'verified'],
    ['A.cs', 'dotnet test | tail -1', 'Failed!  - Failed:     1, Passed:    11', 'failed'],
    ['A.cs', 'dotnet build | tail -3', 'Build FAILED.\n    0 Warning(s)\n    1 Error(s)', 'failed'],
    ['A.swift', 'swift test | tail -1', '\t Executed 5 tests, with 0 failures (0 unexpected) in 0.1 seconds', 'verified'],
    ['A.swift', 'xcodebuild test | tail -1', '** TEST FAILED **', 'failed'],
    ['a.rb', 'rails test | tail -1', '12 runs, 30 assertions, 0 failures, 2 errors, 0 skips', 'failed'],
    ['a.rb', 'rspec | tail -1', '0 examples, 0 failures, 1 error occurred outside of examples', 'failed'],
    ['a.php', 'vendor/bin/phpunit | tail -2', 'FAILURES!\nTests: 3, Assertions: 5, Failures: 1.', 'failed'],
    ['a.ts', 'npm test && echo PASS || echo FAIL', 'PASS', 'verified'],
    ['a.ts', 'npx tsc > /dev/null 2>&1 && echo "types ok" || echo "types broken"', 'types broken', 'failed'],
    ['a.ts', 'npm test || echo broken', 'broken', 'failed'],
    ['a.ts', 'npm test && echo PASS || echo FAIL', '', 'cannot_tell'],
    ['a.ts', '[ -f x ] && npm test || echo skip', 'skip', 'cannot_tell'],
    ['a.ts', '[ -f x ] && npm test && echo ok || echo skip', 'ok', 'verified'],
    ['a.ts', '[ -f x ] && npm test && echo ok || echo skip', 'skip', 'cannot_tell'],
    ['src/a.ts', 'cd src && npm test || echo broken', 'broken', 'failed'],
    ['a.ts', 'false || npm test || echo broken', 'broken', 'failed'],
    ['a.ts', 'npm test >/dev/null 2>&1; echo $?', '0', 'verified'],
    ['a.ts', 'npm test >/dev/null 2>&1; echo $?', '1', 'failed'],
    ['a.ts', 'npm test >/dev/null 2>&1; echo $?; grep -c TODO src/a.ts', '1\n0', 'cannot_tell'],
    ['a.ts', '(npm test >/dev/null; echo $?); grep -c TODO src/a.ts', '1\n0', 'cannot_tell'],
    ['a.ts', 'npm test >/dev/null; c=$?; echo $c; grep -c TODO src/a.ts; exit $c', '1\n0', 'verified'],
    ['a.ts', 'npm test >/dev/null; c=$?; echo $c; rm out.log', '1', 'failed'],
    ['a.ts', 'npm test >/dev/null; echo $? > code; wc -l < a.ts', '0', 'cannot_tell'],
    ['a.ts', 'npm test >/dev/null; echo "exit: $?"; grep -c TODO src/a.ts', 'exit: 1\n0', 'failed'],
    ['a.ts', 'npm test 2>&1 | tail -3', 'webpack Compiled successfully in 300 ms', 'cannot_tell'],
    ['a.ts', 'npm run build 2>&1 | tail -3', 'webpack Compiled successfully in 300 ms', 'verified'],
    ['src/lib.rs', 'cargo test 2>&1 | grep -A2 Finished', '    Finished `test` profile [unoptimized] in 0.1s', 'cannot_tell'],
    ['src/lib.rs', 'cargo run 2>&1 | grep Finished', '    Finished `dev` profile [unoptimized] in 0.1s', 'cannot_tell'],
    ['src/lib.rs', 'cargo clippy 2>&1 | tail -1', '    Finished `dev` profile [unoptimized] in 0.1s', 'verified'],
    ['A.java', './gradlew test | tail -2', 'BUILD SUCCESSFUL in 5s', 'verified'],
    ['A.java', 'mvn test | tail -5', '[INFO] BUILD SUCCESS', 'verified'],
    ['A.swift', 'xcodebuild test | tail -1', '** TEST SUCCEEDED **', 'verified'],
    ['a.go', 'go test ./... | head -c 30', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | head -n -1', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | sed -n 1,2p', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | sed -n 1,99p', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'verified'],
    ['a.go', 'go test ./... | sed 2q', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', "go test ./... | sed '3,$d'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', "go test ./... | sed -n '/^ok/p'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', "go test ./... | sed 's/x/y/'", 'ok  \tapp/y\t0.01s\nok  \tapp/y\t0.01s', 'verified'],
    ['a.go', "go test ./... | awk 'NR<3'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', "go test ./... | awk 'NR<=20'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'verified'],
    ['a.go', "go test ./... | awk 'NR>2{exit} {print}'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', "go test ./... | awk '/^ok/'", 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... > out.log; grep ok out.log', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | tee out.log | tail -1; head -1 out.log', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... > out.log; tail -5 out.log', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'verified'],
    ['a.go', 'go test ./... | perl -ne "print if /ok/"', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | sort | tail -2', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
    ['a.go', 'go test ./... | head -900', 'ok  \tapp/x\t0.01s\n'.repeat(600), 'cannot_tell'],
    ['a.ts', 'npm test; echo "exit: $?"; npx tsc; echo "exit: $?"', 'exit: 1\nexit: 0', 'cannot_tell'],
    ['a.ts', 'npm test; echo "exit: $?"; npx tsc; echo "exit: $?"', 'exit: 0\nexit: 0', 'verified'],
    ['a.ts', 'npm test; echo "exit: $?"', 'exit: 124', 'cannot_tell'],
    ['a.ts', 'npm ci && npm test || echo broken', 'broken', 'cannot_tell'],
    ['a.go', 'go test ./... | grep -m2 app', 'ok  \tapp/x\t0.01s\nok  \tapp/y\t0.01s', 'cannot_tell'],
  ])('is read behind a pipe: %s, %s, %j', (file, command, output, verdict) =>
    expect(decide(changed(file), bash(command, output))).toBe(verdict),
  );

  it('runs in groups whose output goes to a file, and after what mends files', () => {
    expect(decide(changed('src/a.ts'), bash('(npm run build && npm test) > /tmp/log 2>&1', ''))).toBe('verified');
    expect(decide(changed('src/a.ts'), bash('(npm run build; npm test; date) > /tmp/log 2>&1', ''))).toBe('cannot_tell');
    const passed = [changed('src/a.ts'), bash('npm test', '3 passed')];
    expect(decide(...passed, bash('npx eslint --fix src | tail -2', ''))).toBe('cannot_tell');
    expect(decide(...passed, bash('npx eslint --fix src', ''))).toBe('verified');
  });

  it('is read in the shells of Windows', () => {
    const run = (command: unknown, result = ''): Step => ({ tool: 'shell', params: { command }, result });
    const change = patch('src/a.ts', 'a', 'b');
    expect(decide(change, run(['powershell.exe', '-NoProfile', '-Command', 'npm test']))).toBe('verified');
    expect(decide(change, run(['pwsh', '-Command', '$env:CI=1; npm test']))).toBe('verified');
    expect(decide(change, run(['cmd.exe', '/c', 'npm test']))).toBe('verified');
    expect(decide(change, run(['powershell.exe', '-Command', 'Get-Content src/a.ts | Select-Object -First 5']))).toBe('not_verified');
    expect(decide(changed('a.py'), run(['powershell.exe', '-Command', '& .\\venv\\Scripts\\python.exe -m pytest']))).toBe('verified');
    const shell = (command: string): Step => ({ tool: 'PowerShell', params: { command }, result: '' });
    expect(decide(change, shell('npm test'), shell("(Get-Content src\\a.ts) -replace 'a','b' | Set-Content src\\a.ts"))).toBe(
      'not_verified',
    );
    expect(decide(change, shell('npm test'), shell('Remove-Item -Recurse dist'))).toBe('verified');
    expect(decide(write(`${cwd}/src/b.ts`, ''), shell('cd src; npx tsc'))).toBe('verified');
  });

  it.each([
    ['src/a.sql', 'psql -f src/a.sql', 'ERROR:  syntax error at or near "x"'],
    ['src/a.java', './gradlew processResources', 'BUILD SUCCESSFUL in 1s'],
    ['src/a.java', 'mvn -q generate-sources', ''],
    ['src/a.java', './gradlew testFixturesJar', ''],
    ['src/a.java', './gradlew startTestDatabase', ''],
    ['src/a.ts', 'make dist/style.css', ''],
    ['src/a.ts', 'make .venv/bin/activate', ''],
    ['src/a.ts', 'node scripts/check-links.mjs', ''],
    ['src/a.ts', 'bash scripts/spell-check.sh', ''],
    ['src/a.ts', 'node scripts/build-css.js', ''],
    ['src/a.ts', 'npm run lint:prettier', ''],
    ['src/a.ts', 'npm test > t.log 2>&1; tail -50 t.log | grep passing', '5 passing (2s)'],
    ['src/a.ts', 'npm test > t.log 2>&1; cat t.log | grep passing', '5 passing (2s)'],
    ['src/a.ts', 'npm test > t.log 2>&1; grep passing < t.log', '5 passing (2s)'],
    ['src/a.ts', 'npm test 2>&1 | grep --regexp=passing', '5 passing (2s)'],
    ['src/a.ts', 'npm test 2>&1 | grep -epassing', '5 passing (2s)'],
    ['src/a.ts', 'npm test 2>&1 | findstr /v failing', '5 passing (2s)'],
    ['src/a.ts', 'npm test 2>&1 | head -n -4', '5 passing (2s)'],
    ['src/a.ts', 'npm test 2>&1 | head --lines=-3', '5 passing (2s)'],
    ['src/a.ts', 'npm test > t.log 2>&1; rc=$?; git status -s; rc=$?; echo "rc=$rc"', 'rc=0'],
    ['src/a.ts', 'npm test > t.log 2>&1; rc=$?; rc=0; echo "rc=$rc"', 'rc=0'],
    ['a.go', 'go test -run TestTypo ./...', 'ok  \tapp/x\t0.01s [no tests to run]'],
    ['a.go', 'go test ./...', '?   \tapp/x\t[no test files]'],
    ['src/lib.rs', 'cargo test typo', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 12 filtered out'],
    ['src/a.ts', 'go() { cd ../other; }\ngo\nnpm test', '5 passing (2s)'],
  ])('is not verified by what says nothing of it: %s, %s, %j', (file, command, output) => {
    expect(['cannot_tell', 'not_verified']).toContain(decide(changed(file), bash(command, output)));
  });

  it.each([
    ['a.go', 'go test ./...', '?   \tapp/x\t[no test files]\nok  \tapp/y\t0.01s'],
    [
      'src/lib.rs',
      'cargo test',
      'running 3 tests\ntest result: ok. 3 passed; 0 failed\n\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed',
    ],
    ['convert.py', 'python3 -m convert in.txt', ''],
    ['src/a.java', './gradlew connectedDebugAndroidTest', ''],
    ['src/a.java', './gradlew ktlintCheck', ''],
    ['src/a.c', 'make bin/app', ''],
  ])('is verified by what ran: %s, %s, %j', (file, command, output) => {
    expect(decide(changed(file), bash(command, output))).toBe('verified');
  });

  it.each([
    {
      tool: 'shell',
      params: { command: ['bash', '-lc', "apply_patch $'*** Begin Patch\\n*** Update File: src/b.ts\\n@@\\n-a\\n+b\\n*** End Patch'"] },
      result: 'ok',
    },
    bash("apply_patch <<-'EOF'\n\t*** Begin Patch\n\t*** Update File: src/b.ts\n\t@@\n\t-a\n\t+b\n\t*** End Patch\n\tEOF", 'ok'),
  ])('is undone by a patch that a shell applies later: %#', (step) => {
    expect(decide(changed('src/a.ts'), bash('npm test', '5 passing (2s)'), step)).toBe('not_verified');
  });
});
