import { plan } from '../calls.ts';
import type { Scenario } from '../story.ts';
import { addTest, change, checksPass, lookAround, oneTestFails, read, search, showDiff, survey, testsPass } from './beats.ts';

/** Straight through: look, see a test fail, change, test, done. No call is made twice. */
export const success: Scenario = (story) => {
  const { session, task } = story;
  session.turn(task.request);
  survey(story);
  lookAround(story);
  addTest(story);
  session.act({ text: 'It should fail before the change.', calls: [oneTestFails(story)] });
  change(story);
  session.act({ calls: [testsPass(story), checksPass(story)] });
  session.act({ calls: [showDiff(story)] });
  session.finish(task.done);
};

/** A plan that moves, and a second turn; named by its operator. */
export const planned: Scenario = (story) => {
  const { session, task } = story;
  const steps = ['Find the place', `Change ${task.file}`, 'Run the tests'];
  session.turn(task.request);
  session.act({ reasoning: `**Planning**\n\n${task.thought}`, calls: [plan(steps, 0)] });
  survey(story);
  lookAround(story);
  session.act({ calls: [plan(steps, 1)] });
  change(story);
  addTest(story);
  session.act({ calls: [plan(steps, 2)] });
  session.act({ calls: [testsPass(story)] });
  session.act({ calls: [plan(steps, 3)] });
  session.finish(task.done);
  session.wait(60_000, 400_000);
  session.rename(task.title);
  session.turn(task.followUp);
  session.act({ calls: [checksPass(story)] });
  session.act({ calls: [showDiff(story)] });
  session.finish('Yes: it goes through the same change. I read the callers to be sure and changed nothing more.');
};

/** A question that needs reading only. */
export const question: Scenario = (story) => {
  const { session, task, project } = story;
  session.turn(`${task.request}\n\nDo not change anything yet: tell me first how you would do it.`);
  session.act({ reasoning: `**Reading**\n\n${task.thought}`, calls: [search(story)] });
  session.act({ calls: project.others.map((other) => read(other.path, other.text)) });
  session.finish(
    `I would change \`${task.file}\` alone.\n\n1. ${task.thought}\n2. Then a test: ${task.test}.\n\nNothing is changed so far.`,
  );
};

/** Begun with a small model, finished with a large one. */
export const twoModels: Scenario = (story) => {
  const { session, task } = story;
  session.turn(task.request);
  survey(story);
  lookAround(story);
  addTest(story);
  session.act({ calls: [oneTestFails(story)] });
  session.finish('I can see where it goes wrong, but not yet what to do about it. It may need a closer look.');
  session.rename(task.title);
  session.wait(30_000, 120_000);
  session.turn('Continue, please. I have switched to the larger model.', 'gpt-5.3-codex');
  change(story);
  session.act({ calls: [testsPass(story)] });
  session.finish(task.done);
};
