import { cascade, cycle, errorRate, repetition, silent, type Labeled } from './labeled.ts';
import { bash, bashFails, edit, editFails, grep, read, repeat, type Step } from './make-calls.ts';

const rows = {
  alike: 'errors that differ only in path, time, id, line number',
  rejected: 'a call that the user rejected',
  nothing: 'a search that exits 1 because it found nothing',
  run: 'failures in a row',
  checks: 'edit, test fails, edit, test fails, each edit different',
  still: 'a finding that is still true',
} as const;

const missing = (path: string): Step => ({ ...read(path, `<tool_use_error>File does not exist: ${path}</tool_use_error>`), outcome: 'error' });
const refused = (command: string): Step => bash(command, "The user doesn't want to proceed with this tool use.", { outcome: 'rejected' });

/** Failures, and what only looks like them. */
export const failures: readonly Labeled[] = [
  {
    row: rows.alike,
    name: 'one file after another does not exist',
    why: 'Three calls, one error: only the path differs.',
    steps: [missing('src/a.ts'), missing('src/b.ts'), missing('lib/c.ts')],
    expected: [cascade(3)],
  },
  {
    row: rows.run,
    name: 'one thing after another is not there',
    why: 'Six failures in a row of six kinds.',
    steps: [
      bashFails('go test ./...', 'bash: go: command not found', 127),
      bashFails('docker compose up -d', 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?'),
      missing('CONTRIBUTING.md'),
      bashFails('make test', "make: *** No rule to make target 'test'.  Stop.", 2),
      editFails('src/a.go', 'x', 'y'),
      bashFails('sudo apt-get install -y build-essential', 'sudo: a password is required'),
    ],
    expected: [cascade(3)],
  },
  {
    row: rows.run,
    name: 'two failures, then a success',
    why: 'It found its way.',
    steps: [missing('a.ts'), missing('src/a.ts'), bash('ls', 'lib'), missing('lib/x.ts'), read('lib/a.ts', 'a')],
    expected: silent,
  },
  {
    row: rows.run,
    name: 'results of which nobody says whether they are failures lie between',
    why: 'The source marks failures alone: what gave something else did not fail.',
    steps: [
      { tool: 'book', params: { card: 1 }, result: 'Error: payment does not add up', outcome: 'error' },
      { tool: 'book', params: { card: 2 }, result: '{"booked": true}', outcome: 'unknown' },
      { tool: 'book', params: { card: 3 }, result: 'Error: card 3 not found', outcome: 'error' },
      { tool: 'book', params: { card: 4 }, result: 'Error: card 4 not found', outcome: 'error' },
      { tool: 'book', params: { card: 5 }, result: '{"booked": true}', outcome: 'unknown' },
    ],
    expected: silent,
  },
  {
    row: rows.run,
    name: 'a call without a result lies between',
    why: 'What never came back is no success.',
    steps: [
      missing('src/a.ts'),
      missing('src/b.ts'),
      bash('ls', null, { outcome: 'unknown' }),
      missing('src/c.ts'),
    ],
    expected: [cascade(4)],
  },
  {
    row: rows.run,
    name: 'every second call fails',
    why: 'No three in a row, but half of ten.',
    steps: repeat(6, (at) => [missing(`src/${'abcdef'[at]}.ts`), bash(`ls part-${at}`, `x${at}`)]),
    expected: [errorRate(11)],
  },
  {
    row: rows.run,
    name: 'two cascades with a success between',
    why: 'Both are reported as such: that six of seven calls failed says nothing more.',
    steps: [missing('a.ts'), missing('b.ts'), missing('c.ts'), bash('ls', 'src'), missing('lib/d.ts'), missing('lib/e.ts'), missing('lib/f.ts')],
    expected: [cascade(3)],
  },
  {
    row: rows.run,
    name: 'a failing call in a cycle',
    why: 'The cycle is reported: that half of its calls fail is part of it.',
    steps: repeat(7, () => [read('src/a.ts', 'const b = 1;'), editFails('src/a.ts', 'const a', 'let a')]),
    expected: [cycle(6)],
  },
  {
    row: rows.run,
    name: 'a first call that fails',
    why: 'One failure of one call is a rate of 1, and means nothing.',
    steps: [missing('a.ts'), read('src/a.ts', 'a')],
    expected: silent,
  },
  {
    row: rows.checks,
    name: 'failing checks in a row',
    why: 'Tests, types and rules fail to tell something.',
    steps: [
      edit('a.ts', '1', '2'),
      bashFails('npm test', '3 failed'),
      bashFails('npx tsc --noEmit', 'a.ts(3,4): error TS2304: Cannot find name x.'),
      bashFails('npx eslint .', '4 problems'),
      edit('a.ts', '2', '3'),
      bashFails('cargo test', 'test result: FAILED. 1 failed'),
      bashFails('go vet ./...', 'vet: x declared and not used'),
      bashFails('pytest -q', '2 failed, 1 passed'),
    ],
    expected: silent,
  },
  {
    row: rows.checks,
    name: 'tests fail, each time after another edit, ten times',
    why: 'Half of all calls fail, and it is work.',
    steps: repeat(10, (at) => [edit('a.ts', `v${at}`, `v${at + 1}`), bashFails('npm test', `FAIL ${'abcdefghij'[at]}\n1 failed`)]),
    expected: silent,
  },
  {
    row: rows.rejected,
    name: 'a person says no three times',
    why: 'That is no error of the agent.',
    steps: [refused('git push --force'), refused('npm publish'), refused('rm -rf build'), refused('git push')],
    expected: silent,
  },
  {
    row: rows.rejected,
    name: 'the same is refused again and again',
    why: 'It did not run: there is no result that could be the same.',
    steps: repeat(4, () => refused('npm publish')),
    expected: silent,
  },
  {
    row: rows.nothing,
    name: 'grep, rg, find, diff and which find nothing',
    why: 'Exit code 1 is their way to say so.',
    steps: [
      bashFails('grep -rn "fooBar" src', ''),
      bashFails('rg fooBar lib', ''),
      bashFails('git grep -n fooBar', ''),
      bashFails('cat package.json | grep fooBar', ''),
      bashFails('which fooBar', ''),
      bashFails('diff a.ts b.ts', '1c1\n< a\n---\n> b'),
    ],
    expected: silent,
  },
  {
    row: rows.nothing,
    name: 'a search tool finds nothing',
    why: 'Nothing to find is an answer.',
    steps: repeat(5, (at) => grep(`foo${'abcde'[at]}`, 'No files found', { outcome: 'error' })),
    expected: silent,
  },
  {
    row: rows.nothing,
    name: 'searches that really fail',
    why: 'The pattern is wrong, each time.',
    steps: [
      bashFails("grep -rn '(' -E src", "grep: Unmatched ( or \\("),
      bashFails("rg '(' src", 'rg: regex parse error:\n    (\n    ^\nerror: unclosed group', 2),
      bashFails('grep -rn foo srcs', 'grep: srcs: No such file or directory', 2),
    ],
    expected: [cascade(3)],
  },
  {
    row: rows.nothing,
    name: 'the same empty search again and again',
    why: 'No error, but a loop all the same.',
    steps: repeat(3, () => bashFails('grep -rn fooBar src', '')),
    expected: [repetition(3)],
  },
  {
    row: rows.run,
    name: 'calls that were cancelled because one beside them failed',
    why: 'They were never made: one failure is one failure.',
    steps: [
      missing('src/a.ts'),
      ...repeat(4, (at): Step => ({ ...read(`src/${at}.ts`, '<tool_use_error>Sibling tool call errored</tool_use_error>'), outcome: 'error' })),
    ],
    expected: silent,
  },
];
