import { fileText, projectCwd } from '../../project.ts';
import { at, type Scenario } from '../story.ts';
import { bash, edit, editMissed, read, readMissing, rejected, write } from '../tools.ts';
import { beginning, change, finish, lookAround, survey, testsFail, testsPass } from './beats.ts';

/** The same test, run seven times, fails seven times in the same words: the loop begins at the fourth call. */
export const testLoop: Scenario = (story) => {
  beginning(story);
  lookAround(story);
  change(story);
  const words = [
    'Let me run the tests.',
    'Still failing. Once more.',
    'It may be flaky. Again.',
    'That should have worked.',
    'One more run to be sure.',
    'Perhaps the cache; again.',
    'A last time.',
  ];
  for (const text of words) story.session.act({ text, steps: [testsFail(story)] });
  finish(story, 'The test keeps failing in the same way and I do not see why. Could you look at the fixture?');
};

const noDocker = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?';

/** One thing after another is not there: six failures in a row from the first call on. */
export const errorCascade: Scenario = (story) => {
  const { session, task, project } = story;
  const cwd = projectCwd(project);
  beginning(story);
  session.act({
    text: 'I will run the tests.',
    steps: [bash(project.testCommand, 'Run the tests', `bash: ${project.testCommand.split(' ')[0]}: command not found`, { exitCode: 127 })],
  });
  session.act({ steps: [bash('docker compose up -d', 'Start the services', noDocker, { exitCode: 1 })] });
  session.act({ steps: [readMissing(at(story, 'CONTRIBUTING.md'), cwd)] });
  session.act({ steps: [bash('make test', 'Try make', "make: *** No rule to make target 'test'.  Stop.", { exitCode: 2 })] });
  session.act({ steps: [editMissed(at(story, task.file), `${task.before} `, task.after)] });
  session.act({
    steps: [bash('sudo apt-get install -y build-essential', 'Install tools', 'sudo: a password is required', { exitCode: 1 })],
  });
  finish(
    story,
    'I cannot run anything here: the toolchain is missing and I may not install it. Please tell me how tests are run on this machine.',
  );
};

/** The prompt names the only file to change; from the third call on the work is in files that have nothing to do with it. */
export const drift: Scenario = (story) => {
  const { session, project, task } = story;
  beginning(story, `${task.request} All of it is in \`${task.file}\`.`);
  lookAround(story);
  project.others.forEach((other, index) => {
    const path = at(story, other.path);
    session.act({
      text: index === 0 ? 'While I am here, something else looks odd.' : 'This could be tidier too.',
      steps: [read(path, other.text)],
    });
    session.act({ steps: [edit(path, other.text, `${other.text}\n`, other.text)] });
  });
  session.act({ steps: [write(at(story, 'CHANGELOG.md'), '# Changes\n\n- tidied up\n')] });
  session.act({ steps: [bash('git status --short', 'What changed', project.others.map((other) => ` M ${other.path}`).join('\n'))] });
  finish(story, 'I have tidied several files along the way. The task itself is still to do.');
};

/** An edit, its reverse, and again: each time the other test fails. */
export const oscillation: Scenario = (story) => {
  const { session, task, project } = story;
  beginning(story);
  survey(story);
  lookAround(story);
  const path = at(story, task.file);
  const text = fileText(project, task);
  for (let round = 0; round < 3; round += 1) {
    session.act({ text: 'Changing it.', steps: [edit(path, task.before, task.after, text)] });
    session.act({ steps: [testsFail(story)] });
    session.act({
      text: 'That broke something else; putting it back.',
      steps: [edit(path, task.after, task.before, text.replace(task.before, task.after))],
    });
    session.act({ steps: [testsFail(story, task.failure.replaceAll('expected', 'wanted'))] });
  }
  finish(story, 'Both versions fail, each in its own test. The two tests contradict each other; which one is right?');
};

/** A person refuses a call, says what to do instead, and refuses another without a word. */
export const rejection: Scenario = (story) => {
  const { session, task } = story;
  beginning(story);
  survey(story);
  lookAround(story);
  const risky = bash('git push --force origin main', 'Push', '');
  session.act({ text: 'I will publish the branch.', steps: [rejected(risky, 'Never push by force. Commit only.')] });
  change(story);
  session.act({ steps: [testsPass(story)] });
  session.act({ steps: [rejected(bash('npm publish', 'Publish', ''))] });
  session.interrupt(true);
  session.wait(20_000, 60_000);
  session.prompt('No publishing. Just tell me what you changed.');
  finish(story, `${task.done}\n\nNothing was pushed or published.`);
};

/** Escape was pressed while a command ran: the call has no result. */
export const interruption: Scenario = (story) => {
  const { session, project } = story;
  beginning(story);
  survey(story);
  lookAround(story);
  session.respond({ text: 'This will take a while.', steps: [bash(`${project.testCommand} && sleep 600`, 'Soak test', '')] });
  session.wait(90_000, 180_000);
  session.interrupt(true);
  session.wait(5_000, 20_000);
  session.prompt('Too long. Run the usual tests only.');
  change(story);
  session.act({ steps: [testsPass(story)] });
  finish(story);
};

/** The service is overloaded twice, then answers. */
export const outage: Scenario = (story) => {
  const { session } = story;
  beginning(story);
  session.wait(30_000);
  session.apiError('API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
  session.wait(60_000, 120_000);
  session.prompt('Again, please.');
  session.apiError('API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
  session.wait(60_000, 120_000);
  session.prompt('And now?');
  survey(story);
  lookAround(story);
  change(story);
  session.act({ steps: [testsPass(story)] });
  finish(story);
};
