import { dirname } from 'node:path/posix';
import { fileText } from '../../project.ts';
import { exec, patch, type Call } from '../calls.ts';
import { diffStat, toSurvey } from '../../survey.ts';
import type { RolloutWriter } from '../rollout-writer.ts';
import type { Story } from '../story.ts';

/** Beats that many stories share. */
export const read = (path: string, text: string): Call => exec(`sed -n '1,200p' ${path}`, text, { tookMs: 60 });

export const search = ({ task }: Story): Call =>
  exec(`rg -n '${task.search}' ${dirname(task.file)}`, `${task.file}:3:${task.before.split('\n')[0] ?? ''}`, { tookMs: 80 });

export const lookAround = (story: Story, session: RolloutWriter = story.session): void => {
  const { task, project } = story;
  session.act({ reasoning: `**Finding the place**\n\n${task.thought}`, text: 'I’ll find the place first.', calls: [search(story)] });
  session.act({ calls: [read(task.file, fileText(project, task))] });
};

/** Finds its way about the project first: some commands, and files beside the task's own. No call is made twice. */
export const survey = (story: Story): void => {
  const { session, project } = story;
  for (const { why, command, output } of toSurvey({ ...story, prng: session.prng }))
    session.act({ text: session.prng.chance(0.4) ? why : undefined, calls: [exec(command, output, { tookMs: 70 })] });
  session.act({ calls: project.others.map((other) => read(other.path, other.text)) });
};

/** Writes the test that the change has to pass. */
export const addTest = ({ session, project, task }: Story): void => {
  const text = `${project.testHead}\n\n${project.testCase(task.test)}`;
  session.act({ text: 'A test for it first.', calls: [patch(project.testFile(task.file), project.testHead, text)] });
};

export const showDiff = (story: Story): Call => {
  const { command, output } = diffStat(story);
  return exec(command, output, { tookMs: 50 });
};

export const change = ({ session, task }: Story): void => {
  session.act({ text: 'Found it; this is the change.', calls: [patch(task.file, task.before, task.after)] });
};

export const testsPass = ({ session, project }: Story): Call =>
  exec(project.testCommand, project.testPassed(session.prng.int(14, 48)), { tookMs: session.prng.int(6_000, 48_000) });

export const testsFail = ({ session, project, task }: Story): Call =>
  exec(project.testCommand, project.testFailed(task.test, task.failure, project.testFile(task.file)), {
    exitCode: 1,
    tookMs: session.prng.int(6_000, 48_000),
  });

/** One test alone, by its name. */
export const oneTestFails = ({ session, project, task }: Story): Call =>
  exec(project.testOne(task.test), project.testFailed(task.test, task.failure, project.testFile(task.file)), {
    exitCode: 1,
    tookMs: session.prng.int(900, 4_000),
  });

export const checksPass = ({ project }: Story): Call => exec(project.checkCommand, '', { tookMs: 3_100 });
