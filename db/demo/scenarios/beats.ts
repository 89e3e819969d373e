import { fileText } from '../project.ts';
import type { SessionWriter } from '../session-writer.ts';
import { at, type Story } from '../story.ts';
import { bash, edit, grep, read, type Step } from '../tools.ts';

/** Beats that many stories share. */
export const beginning = ({ session, task }: Story): void => {
  session.open();
  session.prompt(task.request);
  session.title(task.title);
};

export const lookAround = (story: Story, session: SessionWriter = story.session): void => {
  const { task, project } = story;
  const place = at(story, task.file);
  session.act({ thinking: task.thought, text: 'I will look at the code first.', steps: [grep(task.search, [place])] });
  session.act({ steps: [read(place, fileText(project, task))] });
};

export const change = (story: Story): void => {
  const { session, task, project } = story;
  session.act({ text: 'This is the place.', steps: [edit(at(story, task.file), task.before, task.after, fileText(project, task))] });
};

export const testsPass = ({ session, project }: Story): Step =>
  bash(project.testCommand, 'Run the tests', project.testPassed(session.prng.int(14, 48)), { tookMs: session.prng.int(2_000, 14_000) });

export const testsFail = ({ session, project, task }: Story, failure = task.failure): Step =>
  bash(project.testCommand, 'Run the tests', project.testFailed(task.test, failure), {
    exitCode: 1,
    tookMs: session.prng.int(2_000, 14_000),
  });

export const checksPass = ({ project }: Story): Step => bash(project.checkCommand, 'Check', '', { tookMs: 3_100 });

export const ending = ({ session, task }: Story, text = task.done): void => {
  session.act({ text });
  session.system('turn_duration', { durationMs: session.prng.int(40_000, 400_000), isMeta: false });
};
