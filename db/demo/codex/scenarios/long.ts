import { fileText } from '../../project.ts';
import { exec, patch } from '../calls.ts';
import type { Scenario, Story } from '../story.ts';
import { checksPass, lookAround, oneTestFails, read, search, survey, testsFail, testsPass } from './beats.ts';

const prompts = [
  'Go on with the next one.',
  'And the same for the others.',
  'What about the tests?',
  'Please check that again.',
  'Good. Is there anything left that looks like this?',
];

/** One round of work: look, change, test; one in four fails at first. */
const work = (story: Story): void => {
  const { session, task, project } = story;
  const other = session.prng.pick(project.others);
  session.act({ reasoning: session.prng.chance(0.3) ? task.thought : '', calls: [search(story), read(other.path, other.text)] });
  if (session.prng.chance(0.5)) session.act({ calls: [read(task.file, fileText(project, task))] });
  session.act({ text: 'The same change is needed here.', calls: [patch(task.file, task.before, task.after)] });
  if (session.prng.chance(0.25)) session.act({ calls: [session.prng.chance(0.5) ? testsFail(story) : oneTestFails(story)] });
  session.act({ calls: [testsPass(story)] });
  if (session.prng.chance(0.3)) session.act({ calls: [exec('git status --short', ` M ${task.file}`), checksPass(story)] });
};

/** As many lines as are wanted: many turns, with breaks between them. */
export const long: Scenario = (story) => {
  const { session, project, task, wantedRecords } = story;
  session.turn(task.request);
  session.rename(task.title);
  survey(story);
  lookAround(story);
  for (let turn = 0; session.lines.length < wantedRecords; turn += 1) {
    const now = { ...story, task: session.prng.pick(project.tasks) };
    for (let round = session.prng.int(1, 3); round > 0; round -= 1) work(now);
    session.finish(now.task.done);
    session.wait(20_000, session.prng.chance(0.15) ? 2_400_000 : 120_000);
    session.turn(prompts[turn % prompts.length] ?? 'Go on.');
  }
  session.act({ calls: [testsPass(story)] });
  session.finish(task.done);
};
