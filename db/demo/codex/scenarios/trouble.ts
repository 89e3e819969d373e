import { exec, execAborted, execDeclined, patch, patchMissed } from '../calls.ts';
import { recurringFailure } from '../../recurring-failure.ts';
import type { Scenario } from '../story.ts';
import { change, lookAround, read, survey, testsFail, testsPass } from './beats.ts';

/** The same test fails eight times in the same words: the loop begins at the fourth call. */
export const loop: Scenario = (story) => {
  const { session, task } = story;
  const words = [
    'Now the tests.',
    'Again.',
    'Perhaps a stale cache; again.',
    'Once more.',
    undefined,
    'Still the same. Again.',
    undefined,
    'One last run.',
  ];
  session.turn(task.request);
  lookAround(story);
  change(story);
  for (const text of words) session.act({ text, calls: [testsFail(story)] });
  session.finish('The test still fails in the same way. I don’t know what else to try; could you look at how it is set up?');
};

/** Six failures in a row, each another one, from the first call on. */
export const errorCascade: Scenario = (story) => {
  const { session, task, project } = story;
  const tool = project.testCommand.split(' ')[0] ?? '';
  session.turn(task.request);
  session.act({ calls: [exec(project.testCommand, `/bin/bash: line 1: ${tool}: command not found`, { exitCode: 127 })] });
  session.act({ calls: [exec('sudo apt-get update', 'sudo: a password is required', { exitCode: 1 })] });
  session.act({ calls: [exec('cat CONTRIBUTING.md', 'cat: CONTRIBUTING.md: No such file or directory', { exitCode: 1 })] });
  session.act({ calls: [patchMissed(task.file, `${task.before} `, task.after)] });
  session.act({ calls: [exec('make test', "make: *** No rule to make target 'test'.  Stop.", { exitCode: 2 })] });
  session.act({ calls: [exec(`./bin/${tool} --version`, `/bin/bash: line 1: ./bin/${tool}: Permission denied`, { exitCode: 126 })] });
  session.finish('Nothing runs in this sandbox: the toolchain is missing and I may not install it. How do you run the tests here?');
};

/** The prompt names the only file to change; from the third call on the work is in files that have nothing to do with it. */
export const drift: Scenario = (story) => {
  const { session, task, project } = story;
  session.turn(`${task.request} All of it is in \`${task.file}\`.`);
  lookAround(story);
  for (const other of project.others) {
    session.act({ text: `${other.path} could be tidier, too.`, calls: [read(other.path, other.text)] });
    session.act({ calls: [patch(other.path, other.text, `${other.text}\n`)] });
  }
  session.act({ calls: [exec('git status --short', project.others.map(({ path }) => ` M ${path}`).join('\n'))] });
  session.act({ calls: [exec('ls -la docs scripts', 'docs:\nindex.md\n\nscripts:\nrelease.sh', { tookMs: 40 })] });
  session.act({ calls: [patch('docs/index.md', '# Docs', '# Documentation')] });
  session.finish('I tidied several files on the way. The change that you asked for is still open.');
};

/** A run that takes too long is interrupted; the next turn is shorter. A push is not allowed. */
export const aborted: Scenario = (story) => {
  const { session, task, project } = story;
  session.turn(task.request);
  survey(story);
  lookAround(story);
  session.act({ text: 'A long run should show it.', calls: [execAborted(`${project.testCommand} -count=500`, 96_400)] });
  session.abort();
  session.wait(8_000, 30_000);
  session.turn('That is too long. Twenty runs are enough.');
  change(story);
  session.act({ calls: [testsPass(story)] });
  session.act({ text: 'I’ll push the branch.', calls: [execDeclined('git push origin HEAD')] });
  session.finish(`${task.done}\n\nThe branch is not pushed.`);
};

/** Meets the recurring failure three times in the same words and leaves it. */
export const failureMet: Scenario = (story) => {
  const { session, task } = story;
  const tookMs = session.prng.int(180, 940);
  session.turn(task.request);
  survey(story);
  lookAround(story);
  change(story);
  for (const text of ['Now the migrations.', 'Again, with a fresh connection.', 'A third time, to be sure.'])
    session.act({ text, calls: [exec(recurringFailure.command, recurringFailure.output(tookMs), { exitCode: 1, tookMs })] });
  session.finish(task.done);
};
