import { at, type Scenario } from '../story.ts';
import { bash, grep, read } from '../tools.ts';
import { beginning, change, ending, lookAround, testsFail, testsPass } from './beats.ts';

/** One session of as many records as are wanted: hundreds of turns with good and bad stretches. */
export const long: Scenario = function* (story) {
  const { session, project } = story;
  const prompts = ['Next file.', 'Go on.', 'And the same for the others.', 'What about the tests?', 'Please check that again.'];
  beginning(story);
  for (let turn = 1; session.records < story.wantedRecords - 2; turn += 1) {
    const task = session.prng.pick(project.tasks);
    const now = { ...story, task };
    for (let round = session.prng.int(2, 9); round > 0 && session.records < story.wantedRecords - 16; round -= 1) {
      lookAround(now);
      const other = session.prng.pick(project.others);
      session.act({ steps: [read(at(story, other.path), other.text), grep(task.search, [at(story, task.file)])] });
      if (session.prng.chance(0.4)) change(now);
      session.act({ steps: [session.prng.chance(0.2) ? testsFail(now) : testsPass(now)] });
      if (session.prng.chance(0.1)) session.act({ steps: [bash('git status --short', 'What changed', ` M ${task.file}`)] });
      yield;
    }
    session.act({ text: task.done });
    session.wait(5_000, session.prng.chance(0.05) ? 1_800_000 : 90_000);
    if (session.records < story.wantedRecords - 2) session.prompt(`${session.prng.pick(prompts)} (${turn})`);
  }
  ending(story);
};
