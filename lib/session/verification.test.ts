import { describe, expect, it } from 'vitest';
import { bash, bashFails, edit, makeCalls, patch, repeat, shell, stdin, write, type Step } from '../observers/__fixtures__/make-calls.ts';
import { computeVerification } from './verification.ts';

const cwd = '/home/dev/app';
const decide = (...steps: Step[]): string => computeVerification(makeCalls(steps), cwd).verdict;
const change = edit('/home/dev/app/src/a.ts', 'a', 'b');
const after = (command: string, result = '', more = {}): string => decide(change, bash(command, result, more));

describe('what verifies a change', () => {
  it.each([
    'npm test',
    'npm t -- arrival',
    'npm install dayjs && npm test -- arrival',
    'npx tsc --noEmit',
    'npx next build',
    'cd /home/dev/app && npx vitest run',
    "npx vitest run $(git diff --name-only HEAD | sed 's/x/y/')",
    'CI=1 timeout 60 yarn test:unit',
    'pnpm --filter web build',
    'pnpm vitest run src/a.test.ts',
    'bun test',
    'pytest -q',
    'python3 -m unittest discover',
    'uv run pytest tests',
    'poetry run python -m mypy .',
    'python manage.py test',
    'cargo +nightly clippy -- -D warnings',
    'go test ./... && go vet ./...',
    'make -C build check',
    './gradlew :app:test --info',
    'mvn -q verify',
    'dotnet test',
    'bundle exec rspec',
    'php artisan test',
    'vendor/bin/phpunit',
    'gcc -o a a.c && ./a',
    'cmake --build build -j4',
    'node dist/main.js',
    'python3 app.py --once',
    './run.sh',
    'bash scripts/test.sh',
    'docker compose exec -T web pytest',
    'docker build -t x .',
    'bash -c "cd src && npm run lint"',
    'eslint src && git commit -am "x"',
    'curl -s http://localhost:3000/',
    'set -o pipefail; npm test 2>&1 | tail -5',
    'set -e\nnpm test\necho done',
    'git stash pop && npm test',
    'npm\u00a0 test\u2028; npm test\f',
    'python -c "import src.a"',
    "node - <<'EOF'\nrequire('./src/a')\nEOF",
    'cat > /tmp/x.json <<EOF\n{"don\'t": 1}\nEOF\nnpm test',
    'test -d node_modules || npm ci; npm test',
    '(cd /home/dev/app; npm test)',
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
  ])('cannot be told: %s', (command) => expect(after(command)).toBe('cannot_tell'));

  it('reads what was printed where the exit code is that of another command', () => {
    expect(after('npm test 2>&1 | tail -5', ' Tests  3 passed (3)')).toBe('verified');
    expect(after('npm test 2>&1 | tail -5', ' Tests  1 failed | 2 passed (3)')).toBe('failed');
    expect(after('npx tsc; echo "exit: $?"', 'exit: 0')).toBe('verified');
    expect(after('npx tsc; echo "exit: $?"', 'a.ts(1,2): error TS1: x\nexit: 2')).toBe('failed');
    expect(after('npx tsc | tail -3; echo ${PIPESTATUS[0]}', 'x\n1')).toBe('failed');
    expect(after('npm run build 2>&1 | tail -20', 'Failed to compile.')).toBe('failed');
    expect(after('pytest | tail -3', `${'x\n'.repeat(3_000)}3 passed in 1s`)).toBe('verified');
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
