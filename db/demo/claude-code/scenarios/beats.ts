import { fileText } from '../../project.ts';
import { diffStat, toSurvey } from '../../survey.ts';
import type { SessionWriter } from '../session-writer.ts';
import { at, type Story } from '../story.ts';
import { bash, edit, grep, read, type Step } from '../tools.ts';

/** Beats that many stories share. */
export const beginning = ({ session, task }: Story, request = task.request): void => {
  session.open();
  session.prompt(request);
  session.title(task.title);
};

export const lookAround = (story: Story, session: SessionWriter = story.session): void => {
  const { task, project } = story;
  const place = at(story, task.file);
  session.act({ thinking: task.thought, text: 'I will look at the code first.', steps: [grep(task.search, [place])] });
  session.act({ steps: [read(place, fileText(project, task))] });
};

/** Finds its way about the project first: files beside the task's own, and some commands. No call is made twice. */
export const survey = (story: Story): void => {
  const { session, project } = story;
  for (const { why, command, output } of toSurvey({ ...story, prng: session.prng }))
    session.act({ steps: [bash(command, why, output, { tookMs: session.prng.int(60, 900) })] });
  const [first, ...others] = project.others.map((other) => read(at(story, other.path), other.text));
  if (first) session.act({ text: 'Now the code around it.', steps: [first] });
  if (others.length > 0) session.act({ steps: others });
};

/** Writes the test that the change has to pass. */
export const addTest = (story: Story): void => {
  const { session, project, task } = story;
  const path = at(story, project.testFile(task.file));
  const text = `${project.testHead}\n\n${project.testCase(task.test)}`;
  session.act({ text: 'The test first.', steps: [edit(path, project.testHead, text)] });
};

export const showDiff = (story: Story): Step => {
  const { why, command, output } = diffStat(story);
  return bash(command, why, output);
};

export const change = (story: Story): void => {
  const { session, task, project } = story;
  session.act({ text: 'This is the place.', steps: [edit(at(story, task.file), task.before, task.after, fileText(project, task))] });
};

export const testsPass = ({ session, project }: Story): Step =>
  bash(project.testCommand, 'Run the tests', project.testPassed(session.prng.int(14, 48)), { tookMs: session.prng.int(6_000, 48_000) });

export const testsFail = ({ session, project, task }: Story, failure = task.failure): Step =>
  bash(project.testCommand, 'Run the tests', project.testFailed(task.test, failure, project.testFile(task.file)), {
    exitCode: 1,
    tookMs: session.prng.int(6_000, 48_000),
  });

/** One test alone, by its name. */
export const oneTestFails = ({ session, project, task }: Story): Step =>
  bash(project.testOne(task.test), 'Run the test', project.testFailed(task.test, task.failure, project.testFile(task.file)), {
    exitCode: 1,
    tookMs: session.prng.int(900, 5_000),
  });

export const checksPass = ({ project }: Story): Step => bash(project.checkCommand, 'Check', '', { tookMs: 3_100 });

export const finish = ({ session, task }: Story, text = task.done): void => {
  session.act({ text });
  session.system('turn_duration', { durationMs: session.prng.int(40_000, 400_000), isMeta: false });
};
