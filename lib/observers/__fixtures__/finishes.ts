import { silent, type Expected, type Labeled } from './labeled.ts';
import { bash, bashFails, edit, editFails, grep, patch, read, shell, stdin, write, type Step } from './make-calls.ts';

const row = 'the last edit of a turn is not followed by a test, build or lint run';
const prompt = 'Fix the rounding in src/money.ts.';
const answer = 'Done: amounts are rounded half to even now.';
const unverified = (by: number): Expected => ({ observer: 'unverified_finish', category: 'Unverified Finish', by, notBefore: by });
const looked: Step = read('/home/dev/app/src/money.ts', 'export const round = 1;', { prompt });
const changed: Step = edit('/home/dev/app/src/money.ts', 'a', 'b');
const passed = bash('npm test', '12 passed');
const before = (step: Step): Step => ({ ...step, answer });

/** Turns that end after an edit, and what only looks like it. */
export const finishes: readonly Labeled[] = [
  { row, name: 'an edit, then the answer', why: 'Nothing was run at all.', steps: [looked, before(changed)], expected: [unverified(2)] },
  {
    row,
    name: 'a test, then another edit',
    why: 'What was tested is not what was left.',
    steps: [looked, changed, passed, before(edit('/home/dev/app/src/tax.ts', 'a', 'b'))],
    expected: [unverified(4)],
  },
  {
    row,
    name: 'a look at the diff and a commit after the edit',
    why: 'Neither runs the code.',
    steps: [looked, changed, bash('git diff src/money.ts', '-a\n+b'), before(bash('git add -A && git commit -m "Round half to even"', '1 file changed'))],
    expected: [unverified(4)],
  },
  {
    row,
    name: 'files are read and searched after the edit',
    why: 'Reading is no check.',
    steps: [looked, changed, grep('round', 'src/money.ts'), before(read('/home/dev/app/src/tax.ts', 'x'))],
    expected: [unverified(4)],
  },
  { row, name: 'a patch of Codex', why: 'Its patch is an edit.', steps: [looked, before(patch('src/money.py', 'a', 'b'))], expected: [unverified(2)] },
  {
    row,
    name: 'sed in place, then cat',
    why: 'A command that edits, and one that shows it.',
    steps: [looked, bash("sed -i 's/a/b/' src/money.ts", ''), before(bash('cat src/money.ts | head -20', 'b'))],
    expected: [unverified(3)],
  },
  {
    row,
    name: 'only the second turn is checked',
    why: 'Each turn is judged by itself; what the first one left is found at its end.',
    steps: [looked, before(changed), { ...passed, prompt: 'Run the tests.', answer: 'They pass.' }],
    expected: [unverified(2)],
  },
  { row, name: 'a new file of code', why: 'It was never run.', steps: [looked, before(write('/home/dev/app/src/tax.ts', 'export {};'))], expected: [unverified(2)] },
  { row, name: 'tests after the last edit', why: 'Checked.', steps: [looked, changed, before(passed)], expected: silent },
  {
    row,
    name: 'tests that fail',
    why: 'It was checked; that it fails is said by the result.',
    steps: [looked, changed, before(bashFails('npm test', '1 failed'))],
    expected: silent,
  },
  {
    row,
    name: 'a check in a chain of commands',
    why: 'Types are checked behind the folder that is entered.',
    steps: [looked, edit('/home/dev/app/web/src/money.ts', 'a', 'b'), before(bash('cd web && git status --short && npx tsc --noEmit', ''))],
    expected: silent,
  },
  {
    row,
    name: 'a check of another project',
    why: 'Its types say nothing about the file that was edited.',
    steps: [looked, changed, before(bash('cd ../docs && npm test', '3 passed'))],
    expected: [unverified(3)],
  },
  {
    row,
    name: 'packages are installed',
    why: 'Nothing of the project runs.',
    steps: [looked, changed, before(bash('npm install', 'added 1 package'))],
    expected: [unverified(3)],
  },
  {
    row,
    name: 'a commit whose message names the tests',
    why: 'What is substituted is a text.',
    steps: [looked, changed, before(bash(`git commit -m "$(cat <<'EOF'\nIt's right (npm test\nEOF\n)"`, '1 file changed'))],
    expected: [unverified(3)],
  },
  {
    row,
    name: 'the tests fail',
    why: 'That they ran is known: how sure the answer may be says the rest.',
    steps: [looked, changed, before(bashFails('npm test', '1 failed'))],
    expected: silent,
  },
  ...[
    ['ts', 'make'],
    ['rs', 'cargo clippy'],
    ['go', 'go vet ./...'],
    ['py', 'python -m pytest -q'],
    ['ts', 'npx eslint src'],
    ['kt', './gradlew check'],
    ['ts', 'pnpm build'],
    ['py', 'tox'],
    ['java', 'mvn -q verify'],
  ].map(
    ([ending = '', command = '']): Labeled => ({
      row,
      name: `checked by ${command}`,
      why: 'It builds, tests or lints.',
      steps: [looked, edit(`/home/dev/app/src/money.${ending}`, 'a', 'b'), before(bash(command, 'ok'))],
      expected: silent,
    }),
  ),
  {
    row,
    name: 'the program itself is run',
    why: 'To run what was changed shows whether it works.',
    steps: [looked, edit('/home/dev/app/tool.py', 'a', 'b'), before(bash('python tool.py --dry-run', 'ok'))],
    expected: silent,
  },
  { row, name: 'the check is a shell call of Codex', why: 'It runs in a shell.', steps: [looked, patch('src/money.ts', 'a', 'b'), before(shell('npm run lint', 'ok'))], expected: silent },
  {
    row,
    name: 'a running check is asked for its output',
    why: 'What it says is about the edit.',
    steps: [looked, changed, before(stdin('12 passed'))],
    expected: silent,
  },
  {
    row,
    name: 'a subagent after the edit',
    why: 'It may have run the tests: its calls are not seen here.',
    steps: [looked, changed, before({ tool: 'Task', params: { description: 'Run the tests', prompt: 'Run them.' }, result: 'All pass.' })],
    expected: silent,
  },
  {
    row,
    name: 'a tool of a server after the edit',
    why: 'It may check: diagnostics, a browser.',
    steps: [looked, changed, before({ tool: 'mcp__ide__getDiagnostics', params: { uri: 'src/money.ts' }, result: '[]' })],
    expected: silent,
  },
  { row, name: 'only docs are edited', why: 'There is nothing to run.', steps: [looked, before(edit('/home/dev/app/README.md', 'a', 'b'))], expected: silent },
  {
    row,
    name: 'code is tested, then the docs are edited',
    why: 'The last edit of code was checked.',
    steps: [looked, changed, passed, before(edit('/home/dev/app/docs/money.md', 'a', 'b'))],
    expected: silent,
  },
  { row, name: 'notes outside of the project', why: 'They are no part of it.', steps: [looked, before(write('/tmp/plan.py', 'x'))], expected: silent },
  { row, name: 'no answer', why: 'The turn was aborted, or goes on.', steps: [looked, changed], expected: silent },
  { row, name: 'no answer before the next prompt', why: 'It was aborted.', steps: [looked, changed, { ...passed, prompt: 'Go on.' }], expected: silent },
  { row, name: 'the edit failed', why: 'Nothing was changed.', steps: [looked, before(editFails('/home/dev/app/src/money.ts', 'a', 'b'))], expected: silent },
  {
    row,
    name: 'the edit was refused',
    why: 'Nothing was changed.',
    steps: [looked, before({ ...changed, result: "The user doesn't want to proceed", outcome: 'rejected' })],
    expected: silent,
  },
  { row, name: 'questions about the code', why: 'Nothing was edited.', steps: [looked, before(grep('round', 'src/money.ts'))], expected: silent },
  {
    row,
    name: 'the first turn was checked, the second only reads',
    why: 'An edit of an earlier turn is not held against a later one.',
    steps: [looked, changed, before(passed), { ...read('/home/dev/app/src/tax.ts', 'x'), prompt: 'How does tax work?', answer: 'It adds.' }],
    expected: silent,
  },
];
