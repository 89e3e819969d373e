import { fileText } from '../../project.ts';
import { at, type Scenario } from '../story.ts';
import { bash, edit, grep, read } from '../tools.ts';
import { beginning, finish, testsFail, testsPass } from './beats.ts';

const openings = [
  'Looking at the next place.',
  'Where else is this used?',
  'One more caller to check.',
  'This file depends on it too.',
  'Back to the list.',
];
const changes = ['The same change here.', 'This one is a little different.', 'A small edit.', 'Now the other branch.'];

/** The n-th of the files that a long piece of work goes through. */
const toPart = (file: string, number: number): string => file.replace(/(?=\.\w+$)/u, `-${number}`);

/** One session of as many records as are wanted: hundreds of turns with good and bad stretches, file after file. */
export const long: Scenario = function* (story) {
  const { session, project } = story;
  const prompts = ['Next file.', 'Go on.', 'And the same for the others.', 'What about the tests?', 'Please check that again.'];
  beginning(story);
  let parts = 0;
  for (let turn = 1; session.records < story.wantedRecords - 2; turn += 1) {
    const task = session.prng.pick(project.tasks);
    const now = { ...story, task };
    for (let round = session.prng.int(2, 9); round > 0 && session.records < story.wantedRecords - 16; round -= 1) {
      parts += 1;
      const other = session.prng.pick(project.others);
      const place = at(story, toPart(task.file, parts));
      const thinking = session.prng.chance(0.3) ? task.thought : undefined;
      session.act({
        thinking,
        text: session.prng.pick(openings),
        steps: [grep(task.search, [place]), read(at(story, other.path), other.text)],
      });
      if (session.prng.chance(0.5)) session.act({ steps: [read(place, fileText(project, task))] });
      session.act({ text: session.prng.pick(changes), steps: [edit(place, task.before, task.after)] });
      session.act({ steps: [session.prng.chance(0.2) ? testsFail(now) : testsPass(now)] });
      if (session.prng.chance(0.1)) session.act({ steps: [bash('git status --short', 'What changed', ` M ${toPart(task.file, parts)}`)] });
      yield;
    }
    session.act({ text: task.done });
    session.wait(5_000, session.prng.chance(0.05) ? 1_800_000 : 90_000);
    if (session.records < story.wantedRecords - 2) session.prompt(`${session.prng.pick(prompts)} (${turn})`);
  }
  finish(story);
};
