import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { verdicts } from '../domain/verification.ts';
import { bash, bashFails, edit, makeCalls, patch, repeat, shell, stdin, write, type Step } from '../observers/__fixtures__/make-calls.ts';
import { listPatchedPaths } from './patched-files.ts';
import { computeVerification } from './verification.ts';

const cwd = '/home/dev/app';
const decide = (...steps: Step[]): string => computeVerification(makeCalls(steps), cwd).verdict;
const change = edit('/home/dev/app/src/a.ts', 'a', 'b');
const after = (command: string, result = '', more = {}): string => decide(change, bash(command, result, more));

describe('what verifies a change', () => {
  it.each([
    'npm test',
    'npm t -- arrival',
    'pnpm test',
    'yarn test --ci',
    'npm install dayjs && npm test -- arrival',
    'npx tsc --noEmit',
    'npx next build',
    'cd /home/dev/app && npx vitest run',
    "npx vitest run $(git diff --name-only HEAD | sed 's/x/y/')",
    'CI=1 timeout 60 yarn test:unit',
    'pnpm vitest run src/a.test.ts',
    'bun test',
    'python3 -m unittest discover',
    'python manage.py test',
    'make -C build check',
    'php artisan test',
    'gcc -o a a.c && ./a',
    'cmake --build build -j4',
    'node dist/main.js',
    './run.sh',
    'bash scripts/test.sh',
    'docker build -t x .',
    'bash -c "cd src && npm run lint"',
    'eslint src && git commit -am "x"',
    'curl -sf http://localhost:3000/',
    'curl --fail-with-body localhost:8080/x',
    'wget -qO- http://127.0.0.1:3000/',
    'URL=http://localhost:3000; curl -fsS "$URL/health"',
    'set -o pipefail; npm test 2>&1 | tail -5',
    'set -e\nnpm test\necho done',
    'git stash pop && npm test',
    'npm\u00a0 test\u2028; npm test\f',
    'python -c "import src.a"',
    "node - <<'EOF'\nrequire('./src/a')\nEOF",
    'cat > /tmp/x.json <<EOF\n{"don\'t": 1}\nEOF\nnpm test',
    'test -d node_modules || npm ci; npm test',
    '(cd /home/dev/app; npm test)',
    'npm test || exit 1',
    'npm test || { echo no; exit 1; }\necho done',
    'npm test; code=$?; tail -3 log.txt; exit $code',
    'set -eo pipefail; npm test | tee out.log',
    "bash -eo pipefail -c 'npm test | tail -3; echo done'",
    'OUT=$(npm test 2>&1) && echo "$OUT"',
    'set -e; (npm test); echo done',
    '{ npm test; } && git push',
    'cd "$(git rev-parse --show-toplevel)" && npm test',
    'cd ~/app && npm test',
    'git checkout -- src/a.ts && npm test',
  ])('passes: %s', (command) => expect(after(command)).toBe('verified'));

  it.each([
    'ls -la',
    'cat src/a.ts | head -5',
    'npm install',
    'npm ci && git status',
    'echo "npm test"',
    'git add -A && git commit -m "run npm test"',
    "git commit -m \"$(cat <<'EOF'\nIt's done (npm test\nEOF\n)\"",
    "gh pr create --title x --body \"$(cat <<'EOF'\n## Test\n- `npm test` isn't\nEOF\n)\"",
    '_T=$(date +%s); D=$(( _T - ${S:-_T} )); echo "{\\"secs\\":$D}" >> ~/.usage/log.jsonl',
    'npx prettier --write src',
    'npm run format',
    'cargo fmt',
    'curl -s https://example.com/',
    'grep -rn "pytest" .',
    'which pytest',
    'tsc --version',
    ...['command -v pytest', 'command -V tsc', 'type jest', 'hash cargo', 'which eslint && type -p tsc', 'pytest --version'],
    ...['pytest --collect-only -q', 'pytest --co', 'jest --listTests', 'npx vitest list', 'npx playwright test --list', 'tsc --init'],
    ...['make -n', 'make -kn all', 'make --dry-run', 'ninja -t targets', 'ctest -N', 'tox -l', 'gradle tasks', './gradlew test --dry-run'],
    ...[
      'npx tsc --help',
      'npm test -- --help',
      'cargo test -h',
      'node dist/cli.js --help',
      'python3 app.py --version',
      'eslint --print-config a.ts',
    ],
    ...[
      'npm test -- --listTests',
      'yarn jest --showConfig',
      'uv run pytest --markers',
      'docker run app pytest --collect-only',
      'mvn dependency:tree',
    ],
    ...[
      'python3 -m pytest --collect-only',
      'golangci-lint linters',
      'ruff rule E501',
      'bazel query //...',
      'cargo --list',
      'gcc -dumpversion',
    ],
    'curl -sf https://localhost.example.com/',
    'curl -f http://localhost:80@example.com/',
    'python3 -c "print(open(\'src/a.ts\').read())"',
    'sleep 5',
    'docker ps',
    'cd /home/dev/other && npm test',
    'cd ../other && cargo test',
    'python3 -c "import json; print(json.load(open(\'a.json\')))"',
    'for f in *.md; do cat $f; done',
  ])('is no check: %s', (command) => expect(after(command)).toBe('not_verified'));

  it.each([
    'npm test | tail -5',
    'npm test || true',
    'npm test; echo done',
    'npm test &',
    'some-program --now',
    'python3 -c "import other; other.go()"',
    'echo "$(npm test',
    'curl -s http://localhost:3000/',
    'curl -f "$URL/health"',
    'curl -fsS "https://$HOST/"',
    ...[
      'set -e; npm test && echo ok; echo done',
      'set -e; set +e; npm test; echo done',
      'set -- -e; npm test; echo done',
      'set - -e; npm test; echo done',
      'set x -e; npm test; echo done',
      'set -o pipefail; set +o pipefail; npm test | tail -1',
    ],
    ...[
      'set -e; npm test || true; echo done',
      '! npm test',
      '! (cd src && npm test)',
      '! npm test | grep FAIL',
      '(npm test; true)',
      '{ npm test; } || true',
    ],
    ...[
      'true || (cd src && npm test)',
      'npm ci || (npm install && npm test)',
      't() { npm test; }',
      'function t { npm test; }; date',
      '(set -e); npm test; date',
    ],
    ...[
      'npm test; exit 0',
      'trap "exit 0" EXIT; npm test',
      'if npm test; then echo ok; fi',
      'for f in a b; do npm test; done',
      'OUT=$(npm test); echo "$OUT"',
    ],
    ...[
      'npm test & echo $?',
      'cd "$DIR" && npm test',
      'cat run.py | python3 -',
      'curl -s https://example.com/x.sh | bash',
      'X=$(npm test) || true',
    ],
    ...[
      'npm test | tail -1 && echo ok',
      'npm test; [ $? -eq 0 ]',
      '(npm test) | cat',
      'npm test |& tail',
      'while npm test; do sleep 1; done',
    ],
  ])('cannot be told: %s', (command) => expect(after(command)).toBe('cannot_tell'));

  it('reads what was printed where the exit code is that of another command', () => {
    expect(after('npm test 2>&1 | tail -5', ' Tests  3 passed (3)')).toBe('verified');
    expect(after('npm test 2>&1 | tail -5', ' Tests  1 failed | 2 passed (3)')).toBe('failed');
    expect(after('npx tsc; echo "exit: $?"', 'exit: 0')).toBe('verified');
    expect(after('npx tsc; echo "exit: $?"', 'a.ts(1,2): error TS1: x\nexit: 2')).toBe('failed');
    expect(after('npx tsc | tail -3; echo ${PIPESTATUS[0]}', 'x\n1')).toBe('failed');
    expect(after('npm run build 2>&1 | tail -20', 'Failed to compile.')).toBe('failed');
    expect(after('npx jest | tail -3', `${'x\n'.repeat(3_000)}3 passed in 1s`)).toBe('verified');
  });

  it('takes what only compiles for a build', () => {
    const kindOf = (command: string): string | undefined =>
      computeVerification(makeCalls([edit('/home/dev/app/src/a.f90', 'a', 'b'), bash(command, '')]), cwd).checks.at(-1)?.kind;
    for (const command of [
      'cargo test --no-run',
      'cargo test -- --list',
      'go test -c ./...',
      'go test -run ^$ ./...',
      'mvn verify -DskipTests',
      'gradle build -x test',
    ])
      expect(kindOf(command), command).toBe('build');
    for (const command of ['cargo test', 'go test -run TestX ./...', 'mvn verify', 'bazel test //...'])
      expect(kindOf(command), command).toBe('tests');
  });

  it('reads what a server answered', () => {
    const answered = (command: string, printed: string): string => after(command, printed);
    expect(answered('curl -si localhost:3000/', 'HTTP/1.1 200 OK\n\nhello')).toBe('verified');
    expect(answered('curl -sI localhost:3000/', 'HTTP/2 301\nlocation: /x')).toBe('verified');
    expect(answered('curl -si localhost:3000/', 'HTTP/1.1 500 Internal\n')).toBe('failed');
    expect(answered('curl -s -o /dev/null -w "%{http_code}" localhost:3000/', '200')).toBe('verified');
    expect(answered('curl -s -o /dev/null -w "%{http_code}" localhost:3000/', '500')).toBe('failed');
    expect(answered('curl -s -w "\\nstatus: %{http_code}\\n" localhost:3000/', '{"a":200}\nstatus: 204')).toBe('verified');
    expect(answered('curl -s -w "\\nstatus: %{http_code}\\n" localhost:3000/', '{"a":200}\nstatus: 404')).toBe('failed');
    expect(answered('curl -s localhost:3000/api', '{"error":"500"}')).toBe('cannot_tell');
    expect(answered('curl -s localhost:3000/ -o file', '')).toBe('cannot_tell');
    const open = (url: string, result: string): string =>
      decide(change, { tool: 'mcp__playwright__browser_navigate', params: { url }, result });
    expect(open('http://localhost:3000/', 'Page Title: 500: Internal Server Error')).toBe('failed');
    expect(open('http://localhost:3000/', 'Page Title: Home')).toBe('cannot_tell');
    expect(open('https://example.com/', 'Page Title: Home')).toBe('not_verified');
  });

  it.each([
    ...[
      'git checkout main',
      'git stash',
      'git stash pop',
      'git reset --hard HEAD~1',
      'git apply fix.diff',
      'git revert HEAD',
      'git pull',
      'git merge dev',
    ],
    ...[
      'git restore .',
      'git clean -fd',
      'git cherry-pick abc',
      'git -C . rebase main',
      'patch -p1 < x.diff',
      'rm -rf src/old',
      'mv lib core',
      'cp -r ../x/src src',
    ],
    ...[
      'sed -i s/a/b/ $(git ls-files)',
      'grep -rl a src | xargs sed -i s/a/b/',
      'find src -name "*.ts" -delete',
      'find . -exec sed -i s/a/b/ {} +',
    ],
    ...[
      'tar xzf src.tgz',
      'unzip -o new.zip',
      'npm run codegen',
      'python3 manage.py makemigrations',
      'sudo rsync -a ../x/ .',
      'echo x > "$FILE"',
    ],
    ...['python3 -c "import os, sys; open(sys.argv[1], \'w\').write(1)"', 'git checkout -b x origin/main', 'bash -c "git stash"'],
  ])('is no longer sure of what passed after: %s', (command) => {
    expect(decide(change, bash('npm test', '1 passed'), bash(command, ''))).toBe('cannot_tell');
    expect(decide(change, bash('npm test', '1 passed'), bash(command, ''), bash('npm test', '1 passed'))).toBe('verified');
    expect(decide(change, bash(command, ''))).toBe('not_verified');
    expect(decide(bash(command, ''))).toBe('nothing_to_verify');
  });

  it.each([
    ...[
      'git checkout -- src/a.ts',
      'git restore src/b.ts',
      'rm src/b.ts',
      'mv src/b.ts src/c.ts',
      'sed -i s/a/b/ src/b.ts',
      'sudo sed -i s/a/b/ src/b.ts',
    ],
    ...[
      'echo x > src/b.ts',
      'cat a >> src/b.ts',
      'tee src/b.ts < x',
      'F=src/b.ts; echo x > $F',
      "perl -pi -e 's/a/b/' src/b.ts",
      'cp /tmp/b.ts src/',
      '{ echo a; } > src/b.ts',
    ],
    ...[
      "patch -p1 <<'EOF'\n--- a/src/b.ts\n+++ b/src/b.ts\nEOF",
      'git mv src/b.ts src/c.ts',
      'dd if=x of=src/b.ts',
      'X=$(sed -i s/a/b/ src/b.ts)',
    ],
    ...[
      "python3 - <<'EOF'\nimport re\np = 'src/b.py'\ns = open(p).read()\nopen(p, 'w').write(s)\nEOF",
      'curl -o src/b.ts https://example.com/b.ts',
    ],
  ])('knows the file that is changed after what passed: %s', (command) =>
    expect(decide(change, bash('npm test', '1 passed'), bash(command, ''))).toBe('not_verified'),
  );

  it.each([
    ...[
      'git status',
      'git stash list',
      'git checkout -b fix',
      'git switch -c fix',
      'git reset HEAD a',
      'git restore --staged src/a.ts',
      'git commit -am x',
      'git push',
    ],
    ...[
      'rm -rf dist',
      'rm -f a.log',
      'rm /tmp/x.py',
      'cp a.ts /tmp/',
      'npm install x',
      'npx prettier --write src',
      'tar czf a.tgz src',
      'echo x > notes.md',
    ],
    ...[
      'find . -name "*.pyc" -delete',
      'mkdir -p src/x',
      'sed -n 1,5p src/a.ts',
      'git apply --check x.diff',
      'npm test > out.log',
      'git rm --cached src/a.ts',
    ],
  ])('stays sure of what passed after: %s', (command) =>
    expect(decide(change, bash('npm test', '1 passed'), bash(command, ''))).toBe('verified'),
  );

  it('knows that agents and tools of servers change files', () => {
    const passed = bash('npm test', '1 passed');
    const agent = (type: string, outcome: 'ok' | 'running' = 'ok'): Step => ({
      tool: 'Task',
      params: { subagent_type: type, prompt: 'x' },
      result: outcome === 'ok' ? 'Done.' : 'Async agent launched.\nagentId: a1',
      outcome,
    });
    expect(decide(change, passed, agent('general-purpose'))).toBe('cannot_tell');
    expect(decide(change, passed, agent('Explore'))).toBe('verified');
    expect(decide(change, agent('general-purpose'), passed)).toBe('verified');
    const poll: Step = { tool: 'TaskOutput', params: { task_id: 'a1' }, result: '<status>completed</status>' };
    expect(decide(change, agent('general-purpose', 'running'), passed, poll)).toBe('cannot_tell');
    const server = (name: string, path: string): Step => ({ tool: `mcp__files__${name}`, params: { path }, result: 'ok' });
    expect(decide(change, passed, server('write_file', '/home/dev/app/src/b.ts'))).toBe('not_verified');
    expect(decide(change, passed, server('read_file', '/home/dev/app/src/b.ts'))).toBe('verified');
    expect(decide(change, passed, patch('src/b.ts', 'a', 'b'))).toBe('not_verified');
  });

  it('takes no line of a patch for the name of a file', () => {
    const added = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+*** Add File: fake.py\n *** Update File: src/b.py\n*** End Patch';
    const lastPath = (input: unknown): string | undefined =>
      computeVerification(makeCalls([{ tool: 'apply_patch', params: input, result: 'ok' }]), cwd).lastChange?.path;
    expect(lastPath(added)).toBe('src/a.ts');
    expect(lastPath({ input: added })).toBe('src/a.ts');
    expect(lastPath(added.replace('+***', '+x = "***'))).toBe('src/a.ts');
    expect(listPatchedPaths(JSON.stringify({ input: added }))).toEqual(['src/a.ts']);
    expect(listPatchedPaths(`[ -d src ] && apply_patch <<'EOF'\n${added}\nEOF`)).toEqual(['src/a.ts']);
    expect(listPatchedPaths(JSON.stringify(added.replace('fake.py', 'x\\n*** Add File: y.py')))).toEqual(['src/a.ts']);
  });

  it('takes what the turn wrote and removed again for what never was', () => {
    const scratch = write('/home/dev/app/try.py', 'x');
    const run = bash('python3 try.py', 'ok');
    expect(decide(edit('/home/dev/app/src/a.py', 'a', 'b'), scratch, run, bash('rm try.py', ''))).toBe('verified');
    expect(decide(change, bash('npm test', '1 passed'), bash('rm try.py', ''))).toBe('not_verified');
  });

  it('keeps that more files were changed than it remembers', () => {
    const many = repeat(15, (at) => edit(`/home/dev/app/p${at % 3}/a${at}.ts`, 'a', 'b'));
    const inEach = repeat(3, (at) => bash(`cd p${at} && npm test`, '1 passed'));
    expect(decide(...many, ...inEach)).toBe('cannot_tell');
    expect(decide(...many, bash('npm test', '1 passed'))).toBe('verified');
    expect(decide(...many)).toBe('not_verified');
    const long = edit(`/home/dev/app/p0/${'漢'.repeat(60)}.ts`, 'a', 'b');
    expect(decide(long, change, bash('cd src && npm test', '1 passed'))).toBe('cannot_tell');
  });

  it('holds what failed until it is run again or the code changes', () => {
    const fails = bashFails('npm test', '1 failed');
    expect(decide(change, fails)).toBe('failed');
    expect(decide(change, fails, bash('node dist/main.js', 'ok'))).toBe('failed');
    expect(decide(change, fails, bash('npx vitest run', '3 passed'))).toBe('verified');
    expect(decide(change, fails, change)).toBe('not_verified');
    expect(decide(change, bashFails('node a.js', 'x'), bash('node a.js 1', 'x'))).toBe('verified');
    expect(decide(change, bashFails('npx vitset', 'sh: vitset: command not found', 127))).toBe('cannot_tell');
    expect(decide(change, bashFails('jest', 'bash: jest: command not found', 127))).toBe('not_verified');
    expect(decide(change, bash('curl -s localhost:3000/x', 'Cannot GET /x'))).toBe('failed');
  });

  it('takes what failed for a failure, whatever its output says is missing', () => {
    const passed = bash('make test', '3 passed');
    const failures: readonly (readonly [string, string, string, number?])[] = [
      ['src/a.ts', 'npx tsc --noEmit', "src/a.ts(1,2): error TS2307: Cannot find module './b' or its corresponding type declarations.", 2],
      ['src/a.c', 'make', 'src/a.c:1:10: fatal error: b.h: No such file or directory\nmake: *** [a.o] Error 1', 2],
      ['src/a.c', 'make', "make: *** No rule to make target 'b.h', needed by 'a.o'.  Stop.", 2],
      ['src/a.ts', 'npm run build', 'Error: Cannot find module "./x"\nerror during build:'],
      ['src/a.py', 'python src/a.py', 'Traceback (most recent call last):\nPermissionError: [Errno 13] Permission denied: x'],
      ['src/a.c', 'make test', 'test.sh: line 3: jq: command not found\n2 tests failed'],
    ];
    for (const [file, command, result, code] of failures) {
      const changed = edit(`/home/dev/app/${file}`, 'a', 'b');
      expect(decide(changed, bashFails(command, result, code)), command).toBe('failed');
      expect(decide(changed, passed, bashFails(command, result, code)), command).toBe('failed');
    }
  });

  it('is no longer sure of what passed after a check that could not run', () => {
    const passed = bash('npm test', '3 passed');
    for (const [command, result, code] of [
      ['npm run build', 'sh: 1: vite: not found', 127],
      ['npm run build', 'npm error Missing script: "build"', 1],
      ['make check', "make: *** No rule to make target 'check'.  Stop.", 2],
      ['./gradlew build', 'Permission denied', 126],
      ['node dist/main.js', 'cat: x: No such file or directory', 1],
    ] as const) {
      expect(decide(change, passed, bashFails(command, result, code)), command).toBe('cannot_tell');
      expect(decide(change, passed, bashFails(command, result, code), bash('npx tsc', '')), command).toBe('verified');
      expect(decide(change, bashFails(command, result, code)), command).toMatch(/^(?:cannot_tell|not_verified)$/u);
    }
    const absent = (result: string): Step => bash('npx jest', result, { outcome: 'error' });
    expect(decide(change, absent('/bin/bash: line 1: npx: command not found'))).toBe('not_verified');
    expect(decide(change, absent('/bin/bash: line 1: cd: app: No such file or directory'))).toBe('not_verified');
    expect(decide(change, absent('starting\n/bin/bash: line 1: npx: command not found'))).toBe('cannot_tell');
    expect(decide(change, passed, absent('/bin/bash: line 1: npx: command not found'))).toBe('cannot_tell');
    expect(decide(change, passed, bash('npm run build; echo "exit: $?"', 'exit: 127'))).toBe('cannot_tell');
    expect(decide(change, bash('npm ci && npm test', '3 passed'), bashFails('npx vitest run', '3 passed\nUnhandled error'))).toBe('failed');
    expect(decide(change, bash('npx vitest', 'Command timed out after 2m\n3 passed', { outcome: 'error' }))).toBe('cannot_tell');
  });

  it('is in the folder of its shell', () => {
    for (const command of [
      '(cd ../other && ls); npm test',
      'cat <(cd ../other && ls); npm test',
      'X=$(cd ../other && ls); npm test',
      'cd ../other | cat; npm test',
      'cd ../other && ls & npm test',
      'pushd ../other; make; popd; npm test',
      'pushd ../other && pushd lib && popd && popd && npm test',
    ])
      expect(after(command), command).toBe('verified');
    for (const command of [
      'cd ../other; (cd /home/dev/app && ls); npm test',
      'pushd ../other; npm test',
      'pushd ../other; pushd x; popd; npm test',
    ])
      expect(after(command), command).toBe('not_verified');
    for (const command of ['ls && cd ../other && npm test', '[ -d ../other ] && cd ../other || exit 1; npm test'])
      expect(after(command), command).toBe('not_verified');
    for (const command of ['[ -d ../other ] && cd ../other; npm test', 'cd web || cd ../other; npm test'])
      expect(after(command), command).toBe('cannot_tell');
    for (const command of ['if [ -d x ]; then cd ../other; fi; npm test', 'pushd +1; npm test', 'for d in a b; do cd $d; done; npm test'])
      expect(after(command), command).toBe('cannot_tell');
  });

  it('takes temporary files of the system alone for no files of the project', () => {
    for (const path of [
      '/home/dev/app/src/temp/a.ts',
      '/home/dev/app/tmp/a.ts',
      '/home/dev/app/scratchpad/a.py',
      '/home/dev/.claude/hooks/a.sh',
    ]) {
      expect(decide(edit(path, 'a', 'b')), path).toBe('not_verified');
      expect(decide(edit(path, 'a', 'b'), bash('npm test', '1 passed')), path).not.toBe('nothing_to_verify');
    }
    for (const path of [
      '/tmp/a.py',
      '/private/tmp/a.py',
      '/var/folders/x/a.py',
      'C:\\Users\\dev\\AppData\\Local\\Temp\\a.py',
      '/dev/shm/a.py',
    ])
      expect(decide(edit(path, 'a', 'b')), path).toBe('nothing_to_verify');
    const inTemporary = computeVerification(makeCalls([edit('/tmp/app/src/a.ts', 'a', 'b'), bash('npm test', '')]), '/tmp/app');
    expect(inTemporary.verdict).toBe('verified');
    const inTree = edit('/home/dev/app/.claude/worktrees/fees/src/a.ts', 'a', 'b');
    expect(decide(inTree)).toBe('not_verified');
    expect(decide(inTree, bash('cd .claude/worktrees/fees && npm test', '1 passed'))).toBe('verified');
    expect(decide(inTree, bash('cd .claude/worktrees/others && npm test', '1 passed'))).toBe('not_verified');
    expect(decide(change, bash('cd .claude/worktrees/fees && npm test', '1 passed'))).toBe('not_verified');
  });

  it('is about the last change, in the order of a line, too', () => {
    expect(decide(bash('npm test', '1 passed'), change)).toBe('not_verified');
    expect(decide(bash("cat > src/a.py <<'EOF'\nprint(1)\nEOF\npython3 src/a.py", '1'))).toBe('verified');
    expect(decide(bash("python3 src/a.py && cat > src/a.py <<'EOF'\nprint(1)\nEOF", '1'))).toBe('not_verified');
    expect(decide(bash('sed -i s/a/b/ src/a.ts', ''))).toBe('not_verified');
    expect(decide(edit('/home/dev/app/README.md', 'a', 'b'))).toBe('nothing_to_verify');
    expect(decide(write('/tmp/try.py', 'a'))).toBe('nothing_to_verify');
    expect(decide(bash('npm test', '1 passed'))).toBe('nothing_to_verify');
    expect(decide({ ...change, outcome: 'rejected' })).toBe('nothing_to_verify');
  });

  it('is about the project that holds the file', () => {
    const [web, api] = [edit('/home/dev/app/web/src/a.ts', 'a', 'b'), edit('/home/dev/app/api/src/a.py', 'a', 'b')];
    expect(decide(web, bash('cd api && pytest', '1 passed'))).toBe('not_verified');
    expect(decide(web, bash('cd web && npm test', '1 passed'))).toBe('verified');
    expect(decide(web, bash('cd web/tests && ./run.sh', ''))).toBe('verified');
    expect(decide(web, api, bash('cd api && pytest', '1 passed'))).toBe('not_verified');
    expect(decide(web, api, bash('cd api && pytest && cd ../web && npm test', '1 passed'))).toBe('verified');
    expect(decide(web, bash('npm --prefix web test', '1 passed'))).toBe('verified');
  });

  it('reads the shells of Codex, and what ends in a later call', () => {
    expect(decide(patch('src/a.ts', 'a', 'b'), shell('cd /home/dev/app && npm test', '1 passed'))).toBe('verified');
    expect(decide(shell("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n-a\n+b\n*** End Patch\nEOF", ''))).toBe(
      'not_verified',
    );
    const begun = {
      tool: 'exec_command',
      params: { cmd: 'npm test', workdir: cwd },
      result: 'Process running with session ID 7',
      outcome: 'running',
    } as const;
    expect(decide(change, begun)).toBe('cannot_tell');
    expect(decide(change, begun, stdin('Process exited with code 0\nOutput:\nok'))).toBe('verified');
    expect(decide(change, begun, stdin('Process exited with code 1\nOutput:\nno'))).toBe('failed');
    const other: Step = { tool: 'write_stdin', params: { session_id: 9, chars: '' }, result: 'Process exited with code 0\nOutput:\nok' };
    expect(decide(change, begun, other)).toBe('cannot_tell');
    expect(decide(begun, change, stdin('Process exited with code 0\nOutput:\nok'))).toBe('not_verified');
    const background = (command: string, id: string): Step =>
      bash(command, `Command running in background with ID: ${id}. Output is being written.`, { outcome: 'running' });
    const poll = (id: string, code: number): Step => ({
      tool: 'BashOutput',
      params: { bash_id: id },
      result: `<status>completed</status>\n<exit_code>${code}</exit_code>`,
    });
    const both = [change, background('npm test', 'b1'), background('npm run lint', 'b2')];
    expect(decide(...both, poll('b2', 0), poll('b1', 1))).toBe('failed');
    expect(decide(...both, poll('b1', 0), poll('b2', 0))).toBe('verified');
    expect(decide(change, background('npm test', 'b1'), background('sleep 5', 'b3'), poll('b3', 0))).toBe('cannot_tell');
  });

  it.each([
    ['npm test', 0, '', 'verified'],
    ['npm test', 1, '', 'failed'],
    ['npm test', 0, '1 failed | 2 passed', 'failed'],
    ['npm test', 124, '', 'cannot_tell'],
    ['npm test', 127, '', 'cannot_tell'],
    ['npm run lint && npm test', 0, '', 'verified'],
    ['npm run lint && npm test', 1, '', 'failed'],
    ['npm ci && npm test', 0, '', 'verified'],
    ['npm ci && npm test', 1, '', 'cannot_tell'],
    ['npm ci && npm test', 1, '2 failed', 'failed'],
    ['npm test 2>&1 | tail -5', 0, 'x', 'cannot_tell'],
    ['npm test 2>&1 | tail -5', 0, '3 passed', 'verified'],
    ['npm test 2>&1 | tail -5', 0, '1 failed', 'failed'],
    ['npm test | grep passed', 0, '3 passed', 'cannot_tell'],
    ['npm test | head -3', 0, '3 passed', 'cannot_tell'],
    ['npm run lint || true', 0, '', 'cannot_tell'],
    ['npm run build; echo done', 0, 'done', 'cannot_tell'],
    ['npx tsc | tail -3', 0, 'a.ts(1,2): error TS1: x', 'failed'],
    ['bash -c "npm test" || true', 0, '', 'cannot_tell'],
    ['bash -c "npm test"', 0, '', 'verified'],
    ['cd "$DIR" && npm test', 0, '', 'cannot_tell'],
    ['curl -s localhost:3000/', 0, 'x', 'cannot_tell'],
    ['curl -sf localhost:3000/', 0, 'x', 'verified'],
    ['make -i', 0, '', 'cannot_tell'],
    ['npx vitest run x --passWithNoTests', 0, 'No test files found', 'cannot_tell'],
    ['npm test', 1, 'npm error Missing script: "test"', 'cannot_tell'],
    ['npx jest x', 1, 'No tests found, exiting with code 1', 'cannot_tell'],
  ])('is decided in the background as it is in the foreground: %s, %i, %j', (command, code, output, verdict) => {
    const begun: Step = {
      tool: 'Bash',
      params: { command, run_in_background: true },
      result: 'Command running in background with ID: b1',
      outcome: 'running',
    };
    const ended = `<status>completed</status>\n<exit_code>${code}</exit_code>\n<output>\n${output}\n</output>`;
    expect(decide(change, begun)).toBe('cannot_tell');
    expect(decide(change, begun, { tool: 'TaskOutput', params: { task_id: 'b1' }, result: ended })).toBe(verdict);
    const nameless = { ...begun, result: 'Moved to the background.' };
    expect(decide(change, nameless, { tool: 'TaskOutput', params: { task_id: 'b1' }, result: ended })).toBe(verdict);
  });

  it('takes no call that was never made for one that failed', () => {
    const never = bash('npm test', '<tool_use_error>Sibling tool call errored</tool_use_error>', { outcome: 'error' });
    expect(decide(change, never)).toBe('not_verified');
    expect(decide(change, bash('npm test', '1 passed'), never)).toBe('verified');
    expect(decide(change, bashFails('npm test && git push', 'rejected'))).toBe('cannot_tell');
  });

  it('answers any line, however long and deep', { timeout: fuzzTimeout(60_000) }, () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '1>',
        '$(',
        '(',
        '{ ',
        '`',
        '"',
        "'",
        '<<a ',
        'if ',
        'yarn ',
        'yarn workspaces ',
        'find -exec ',
        'eval ',
        'docker run x ',
        '! ',
        '| ',
        '&& ',
        'bash -c ',
        'x=$(',
        'case ',
        '((',
        '[[ ',
        'npx ',
        'function f { ',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        fc.array(hostile, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9_000 }),
        fc.boolean(),
        (parts, times, isClosed) => {
          const line = parts.join('').repeat(times) + 'npm test' + (isClosed ? ')'.repeat(times) : '');
          expect(verdicts).toContain(decide(change, bash(line, 'x')));
        },
      ),
      fuzz(120),
    );
    for (const part of ['1>', '$(', '(', 'yarn ', 'yarn workspaces ', 'find -exec ', "bash -c '", 'docker run x '])
      expect(decide(change, bash(`${part.repeat(20_000)}npm test`, 'x')), part).not.toBe('verified');
    const nested = (depth: number): string => (depth === 0 ? 'npm test' : `bash -c ${JSON.stringify(nested(depth - 1))}`);
    expect(decide(change, bash(nested(2), 'x'))).toBe('verified');
    expect(decide(change, bash(nested(7), 'x'))).toBe('cannot_tell');
  });

  it('names the calls', () => {
    const found = computeVerification(makeCalls([change, bash('npm test', '1 passed'), ...repeat(2, () => bash('ls', ''))]), cwd);
    expect(found).toMatchObject({
      verdict: 'verified',
      changes: 1,
      lastChange: { callId: 'call-1' },
      checks: [{ callId: 'call-2', kind: 'tests' }],
    });
  });
});
