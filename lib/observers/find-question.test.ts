import { describe, expect, it } from 'vitest';
import { findQuestion } from './find-question.ts';

describe('a question that waits for keys', () => {
  it.each([
    ['prompts: a toggle', '\u001b[36m?\u001b[39m \u001b[1mUse TypeScript?\u001b[22m › No / Yes', '? Use TypeScript? › No / Yes'],
    ['prompts: a text', '? What is your project named? › my-app', '? What is your project named? › my-app'],
    ['inquirer: a list', '? Which framework? (Use arrow keys)\n❯ React\n  Vue', '? Which framework? (Use arrow keys)'],
    [
      'inquirer: boxes',
      '? Features: (Press <space> to select, <a> to toggle all)\n❯◯ Router\n ◯ Store',
      '? Features: (Press <space> to select, <a> to toggle all)',
    ],
    ['inquirer: a confirmation', '? Overwrite package.json? (y/N)', '? Overwrite package.json? (y/N)'],
    ['a chosen line', 'This drops a table.\n  Continue?\n❯ No, abort\n  Yes, drop it', '  Continue?'],
    ['clack', '◆  Pick a template\n│  ● Basic\n│  ○ Full\n└', '◆  Pick a template'],
    [
      'survey of Go',
      '? What is your preferred protocol?  [Use arrows to move, type to filter]\n> HTTPS\n  SSH',
      '? What is your preferred protocol?  [Use arrows to move, type to filter]',
    ],
    ['promptui', 'Use the arrow keys to navigate: ↓ ↑ → ←\n? Select Region: \n  ▸ eu\n    us', '? Select Region:'],
    ['apt', 'After this operation, 12 MB will be used.\nDo you want to continue? [Y/n] ', 'Do you want to continue? [Y/n]'],
    ['conda', 'Proceed ([y]/n)? ', 'Proceed ([y]/n)?'],
    ['npx', 'Need to install the following packages:\ncowsay\nOk to proceed? (y) ', 'Ok to proceed? (y)'],
    [
      'ssh',
      "The authenticity of host can't be established.\nAre you sure you want to continue connecting (yes/no/[fingerprint])? ",
      'Are you sure you want to continue connecting (yes/no/[fingerprint])?',
    ],
    ['sudo', '[sudo] password for dev: ', '[sudo] password for dev:'],
    ['npm init', 'Press ^C at any time to quit.\npackage name: (app) ', 'package name: (app)'],
    ['a default in brackets', 'Project name [app]: ', 'Project name [app]:'],
    ['a key to go on', 'Installed.\nPress any key to continue . . .', 'Press any key to continue . . .'],
    ['a pager', 'line one\nline two\n--More--', '--More--'],
    ['a debugger', '> /app/a.py(3)<module>()\n-> x = 1\n(Pdb) ', '(Pdb)'],
    ['drawn over, and stopped by a timeout', 'Loading\r? Use git? (Y/n)\nCommand timed out after 2m 0.0s', '? Use git? (Y/n)'],
    ['a numbered menu', 'Which one?\n1) small\n2) large\n#? ', '#?'],
  ])('%s', (_, text, asked) => {
    expect(findQuestion(text)?.trim()).toBe(asked.trim());
  });

  it.each([
    ['an answered question', '✔ Use TypeScript? … Yes\nCreated app'],
    ['a question in a text that goes on', 'Overwrite? (y/N) y\nwritten a.txt'],
    ['failures of a test runner', 'Failed tests:\n ❯ src/a.test.ts > adds\n ❯ src/b.test.ts > adds'],
    ['failures with bullets', 'Failures:\n  ● adds numbers\n    expected 1'],
    ['a log', 'INFO starting\nINFO listening on 3000'],
    ['a list', 'Files:\n- a.ts\n- b.ts'],
    ['a served page', '  ➜  Local:   http://localhost:5173/\n  ➜  press h + enter to show help'],
    ['a diff stat', ' src/a.ts | 2 +-\n 1 file changed'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(findQuestion(text)).toBeNull();
  });
});
