import { fileText } from '../../project.ts';
import { patch, spawn, waitFor } from '../calls.ts';
import { startChild, type Scenario } from '../story.ts';
import { addTest, change, read, search, showDiff, testsPass } from './beats.ts';

/** A subagent explores in a thread of its own; the parent waits for its report and does the work. */
export const subagent: Scenario = (story) => {
  const { session, task, project } = story;
  session.turn(task.request);
  const prompt = `Find where this happens, and report the file and the reason. ${task.request}`;
  const child = startChild(story, 'Halley', prompt);
  session.act({
    text: 'An explorer can look while I read the callers.',
    calls: [spawn({ id: child.options.id, nickname: 'Halley' }, session.options.id, prompt)],
  });
  session.act({ calls: project.others.slice(0, 1).map((other) => read(other.path, other.text)) });
  const report = `The place is \`${task.file}\`.\n\n${task.thought}`;
  child.act({ reasoning: '**Searching**', calls: [search(story)] });
  child.act({ calls: [read(task.file, fileText(project, task)), ...project.others.slice(1).map((other) => read(other.path, other.text))] });
  child.finish(report);
  session.act({ calls: [waitFor(child.options.id, report, Math.max(1_000, child.nowMs - session.nowMs))] });
  addTest(story);
  change(story);
  session.act({ calls: [testsPass(story)] });
  session.act({ calls: [showDiff(story)] });
  session.finish(task.done);
  session.rename(task.title);
};

/** Continues another session after its first turn, under a new id. */
export const fork: Scenario = (story) => {
  const { session, task, origin } = story;
  if (!origin) throw new TypeError('a fork needs the session that it continues');
  const end = origin.lines.findIndex((line) => line.includes('"type":"task_complete"'));
  session.copyFrom(origin.lines.slice(0, end + 1));
  session.wait(20_000, 60_000);
  session.turn('Let us try another way from here: as small a change as possible.');
  session.rename(`${task.title}, as small as possible`);
  session.act({
    reasoning: `**Making it smaller**\n\n${task.thought}`,
    calls: [patch(task.file, task.after, task.after.split('\n').slice(0, 2).join('\n'))],
  });
  session.act({ calls: [testsPass(story)] });
  session.finish('The smaller change does it as well; the tests pass.');
};
