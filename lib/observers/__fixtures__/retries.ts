import { cascade, cycle, repetition, silent, type Labeled } from './labeled.ts';
import { bash, bashFails, edit, read, repeat, together, type Step } from './make-calls.ts';

const rows = {
  prompt: 'a command that stops at an interactive prompt and is retried',
  folder: 'relative paths fail because the shell is in another folder',
  install: 'reinstall, check, same output, no edit between',
  aborted: 'an approach the user aborted, tried again in a later turn',
} as const;

const missing = (command: string, path: string): Step => bashFails(command, `${command.split(' ')[0]}: ${path}: No such file or directory`);
const install = (how: string): Step => bash(`uv tool install ${how} .`, `Resolved 4 packages in ${how.length}ms\nInstalled 1 executable: extract`);
const help = 'EXAMPLES:\n  extract owner/repo/1\n  extract owner/repo/2\n  extract owner/repo/3\n\nWHAT IT DOES:\n  It extracts.';
const check = (lines: number): Step => bash(`extract --help 2>&1 | grep -A ${lines} "EXAMPLES:"`, help.split('\n').slice(0, lines + 1).join('\n'));
const stopped = (command: string, more: Partial<Step> = {}): Step =>
  bash(command, 'The user doesn’t want to proceed with this tool use.', { outcome: 'rejected', ...more });
const interrupted = (command: string, more: Partial<Step> = {}): Step =>
  bash(command, '[Request interrupted by user for tool use]', { outcome: 'interrupted', ...more });

/** Retries that lead nowhere although no call is repeated to the letter or fails, and retries that are right. */
export const retries: readonly Labeled[] = [
  {
    row: rows.prompt,
    name: 'a generator asks for a name',
    why: 'Nobody can answer; other flags lead to the same question, and every call is ok.',
    steps: [
      bash('npx create-widget@latest web', 'Need to install the following packages:\ncreate-widget@5.1.0\nOk to proceed? (y)'),
      read('package.json', '{}'),
      bash('npx create-widget@latest web --template basic', 'Need to install the following packages:\ncreate-widget@5.1.0\nOk to proceed? (y) '),
    ],
    expected: [repetition(3)],
  },
  {
    row: rows.prompt,
    name: 'a menu with options',
    why: 'The same choice waits each time.',
    steps: repeat(2, (at) =>
      bash(`npx migrate-db push ${at === 0 ? '' : '--verbose'}`, 'Reading schema\n? Is users created or renamed from another table?\n❯ + users   create table\n  ~ people › users   rename table'),
    ),
    expected: [repetition(2)],
  },
  {
    row: rows.prompt,
    name: 'a password',
    why: 'sudo asks again.',
    steps: [bash('sudo systemctl restart app', '[sudo] password for dev: '), bash('sudo service app restart', '[sudo] password for dev: ')],
    expected: [repetition(2)],
  },
  {
    row: rows.prompt,
    name: 'a toggle, with an answer on standard input that it does not take',
    why: 'It waits for arrow keys, whatever is piped into it.',
    steps: ['npx create-widget@latest web', 'echo | npx create-widget@latest web', 'cd apps && yes | npx create-widget web'].map((command) =>
      bash(command, '\u001b[36m?\u001b[39m Would you like to use the new compiler? \u001b[90m»\u001b[39m No / Yes'),
    ),
    expected: [repetition(2)],
  },
  {
    row: rows.prompt,
    name: 'a long question of one program, under two names',
    why: 'The question is the same.',
    steps: ['npm init @lint/config', 'npx lint --init'].map((command) => bash(command, '? How would you like to use it? (Use arrow keys)\n❯ To check\n  To fix')),
    expected: [repetition(2)],
  },
  {
    row: rows.prompt,
    name: 'two commands of one response stop',
    why: 'The second was issued before the first had stopped.',
    steps: together(...['web', 'api'].map((name) => bash(`npx create-widget ${name}`, '? Which kind? (Use arrow keys)\n❯ a\n  b'))),
    expected: silent,
  },
  {
    row: rows.prompt,
    name: 'asked once, then answered by a flag',
    why: 'That is how to deal with a prompt.',
    steps: [bash('npx create-widget web', 'Ok to proceed? (y)'), bash('npx --yes create-widget web', 'Done. Now run npm install'), bash('npm install', 'added 3 packages')],
    expected: silent,
  },
  {
    row: rows.prompt,
    name: 'another question each time',
    why: 'It gets further.',
    steps: [
      bash('npx create-widget web', 'Ok to proceed? (y)'),
      bash('npx --yes create-widget web', '? Select a template:\n❯ basic\n  full'),
      bash('npx --yes create-widget web --template basic', '? Overwrite existing files? (y/N)'),
    ],
    expected: silent,
  },
  {
    row: rows.prompt,
    name: 'questions in files that are read',
    why: 'Text that ends in a question is no prompt.',
    steps: [bash('cat FAQ.md', 'Are you sure? (y/n)'), bash('tail -1 FAQ.md', 'Are you sure? (y/n)'), bash('grep -n sure FAQ.md', '3:Are you sure? (y/n)'), bash('git log -1', 'Ask: proceed?')],
    expected: silent,
  },
  {
    row: rows.prompt,
    name: 'a running terminal is asked and answered',
    why: 'The question is answered there.',
    steps: [
      { tool: 'exec_command', params: { cmd: 'npm init', tty: true }, result: 'Process running with session ID 7\nOutput:\npackage name: (app) ' },
      { tool: 'write_stdin', params: { session_id: 7, chars: 'web\n' }, result: 'Process running with session ID 7\nOutput:\nIs this OK? (yes)' },
      { tool: 'write_stdin', params: { session_id: 7, chars: 'yes\n' }, result: 'Process exited with code 0' },
    ],
    expected: silent,
  },
  {
    row: rows.folder,
    name: 'the shell stayed in a subfolder',
    why: 'Paths from the project’s root fail again and again, with other work between.',
    steps: [
      bash('cd frontend && npm install', 'added 12 packages'),
      missing('cat frontend/package.json', 'frontend/package.json'),
      read('/home/dev/app/frontend/package.json', '{}'),
      bashFails('cd frontend && npm run build', '/bin/bash: line 1: cd: frontend: No such file or directory'),
      read('/home/dev/app/frontend/vite.config.ts', 'x'),
      bash('npm run lint', 'ok'),
      bashFails('ls frontend/src', "ls: cannot access 'frontend/src': No such file or directory"),
    ],
    expected: [repetition(7)],
  },
  {
    row: rows.folder,
    name: 'a sibling folder that is known from the root',
    why: 'backend/ was read; it is not below frontend/, where the shell is.',
    steps: [
      read('/home/dev/app/backend/app.py', 'x'),
      bash('cd frontend && ls', 'src'),
      missing('cat backend/app.py', 'backend/app.py'),
      bash('ls', 'src'),
      missing('python backend/app.py', 'backend/app.py'),
      bash('pwd', '/home/dev/app/frontend'),
      missing('cat backend/models.py', 'backend/models.py'),
    ],
    expected: [repetition(7)],
  },
  {
    row: rows.folder,
    name: 'files that do not exist anywhere',
    why: 'To look for a file is no mistake about the folder.',
    steps: [
      bash('cd frontend && ls', 'src'),
      missing('cat tsconfig.json', 'tsconfig.json'),
      bash('ls', 'src'),
      missing('cat jsconfig.json', 'jsconfig.json'),
      bash('ls src', 'main.ts'),
      missing('cat config/app.json', 'config/app.json'),
    ],
    expected: silent,
  },
  {
    row: rows.folder,
    name: 'the shell went back',
    why: 'One slip, and it was noticed.',
    steps: [
      bash('cd frontend && npm install', 'added 12 packages'),
      missing('cat frontend/package.json', 'frontend/package.json'),
      bash('cd /home/dev/app && cat frontend/package.json', '{}'),
      missing('cat frontend/none.json', 'frontend/none.json'),
      bash('ls frontend', 'package.json'),
      missing('cat frontend/nothing.json', 'frontend/nothing.json'),
    ],
    expected: silent,
  },
  {
    row: rows.install,
    name: 'three ways to reinstall, one stale output',
    why: 'Nothing was edited: what is installed stays as it is.',
    steps: [edit('extract.py', 'a', 'b'), install('--quiet'), check(6), read('extract.py', 'b'), install('--reinstall'), check(3), install('--force'), check(5)],
    expected: [cycle(8)],
  },
  {
    row: rows.install,
    name: 'an edit before each reinstall',
    why: 'Something was changed.',
    steps: repeat(3, (at) => [edit('extract.py', `v${at}`, `v${at + 1}`), install(`--v${at}`), check(6)]),
    expected: silent,
  },
  {
    row: rows.install,
    name: 'one package after another, another failure each time',
    why: 'The output changes: that is progress.',
    steps: repeat(3, (at) => [bash(`pip install dep-${at}`, 'Successfully installed'), bashFails('python app.py', `ModuleNotFoundError: No module named 'dep_${'abc'[at]}'`)]),
    expected: silent,
  },
  {
    row: rows.install,
    name: 'installs with a look at git between',
    why: 'To look is no check of the installation.',
    steps: repeat(3, (at) => [bash(`npm install lib-${at}`, 'added 1 package'), bash('git diff --stat', 'package.json | 1 +')]),
    expected: silent,
  },
  {
    row: rows.aborted,
    name: 'a server that the user stopped is started again',
    why: 'The user stopped it and asked for something else.',
    steps: [
      interrupted('npm run dev', { prompt: 'Check the landing page.' }),
      bash('ls src', 'main.ts', { prompt: 'Just read the markup instead.' }),
      interrupted('npm run dev -- --port 3001'),
    ],
    expected: [repetition(3)],
  },
  {
    row: rows.aborted,
    name: 'the same command that the user interrupted',
    why: 'Nothing was changed, and nobody asked for it.',
    steps: [
      interrupted('docker compose up', { prompt: 'Start with the schema.' }),
      read('schema.sql', 'create table', { prompt: 'Look at schema.sql first.' }),
      bash('docker compose up', 'db started'),
    ],
    expected: [repetition(3)],
  },
  {
    row: rows.aborted,
    name: 'a refused push is tried again and refused again',
    why: 'The answer was no.',
    steps: [stopped('git push --force origin main', { prompt: 'Tidy up.' }), bash('git log -1', 'x', { prompt: 'Only tidy up the branch names.' }), stopped('git push --force-with-lease origin main')],
    expected: [repetition(3)],
  },
  {
    row: rows.aborted,
    name: 'the user says to go on',
    why: 'It was asked for.',
    steps: [interrupted('npm run migrate', { prompt: 'Migrate.' }), bash('npm run migrate', 'done', { prompt: 'Sorry, go on.' })],
    expected: silent,
  },
  {
    row: rows.aborted,
    name: 'the user allows it the second time',
    why: 'What is run was allowed.',
    steps: [stopped('npm publish', { prompt: 'Release it.' }), bash('npm test', '3 passed', { prompt: 'First run the tests.' }), bash('npm publish', 'published')],
    expected: silent,
  },
  {
    row: rows.aborted,
    name: 'tests that were interrupted are run after an edit',
    why: 'The user wanted something else first.',
    steps: [interrupted('npm test', { prompt: 'Fix it.' }), edit('a.ts', '1', '2', { prompt: 'Also rename x.' }), bash('npm test', '3 passed')],
    expected: silent,
  },
  {
    row: rows.aborted,
    name: 'another edit of the same file',
    why: 'The user said what to do differently, and it is done.',
    steps: [
      { ...edit('a.ts', 'old', 'loop'), outcome: 'rejected', prompt: 'Hide the group.' },
      { ...edit('a.ts', 'old', 'flag'), outcome: 'rejected', prompt: 'Use the flag of the library.' },
      edit('a.ts', 'old', 'filter', { prompt: 'No need for a loop.' }),
    ],
    expected: silent,
  },
  {
    row: rows.aborted,
    name: 'three wrong paths in a row',
    why: 'The cascade says so already.',
    steps: [
      bash('cd frontend && ls', 'src'),
      missing('cat frontend/a.ts', 'frontend/a.ts'),
      missing('cat frontend/b.ts', 'frontend/b.ts'),
      missing('cat frontend/c.ts', 'frontend/c.ts'),
    ],
    expected: [cascade(4)],
  },
];
