import { recurringFailure } from '../../recurring-failure.ts';
import { at, type Scenario, type Story } from '../story.ts';
import { bash, edit, grep } from '../tools.ts';
import { addTest, beginning, change, finish, lookAround, showDiff, survey, testsPass } from './beats.ts';

const attempts = ['I will run the migrations.', 'Perhaps the database was busy.', 'Once more, to be sure.'];

/** The recurring failure, three times in the same words. */
const migrationFails = ({ session }: Story): void => {
  const tookMs = session.prng.int(180, 940);
  const step = bash(recurringFailure.command, 'Run the migrations', recurringFailure.output(tookMs), { exitCode: 1, tookMs });
  for (const text of attempts) session.act({ text, steps: [step] });
};

/** Meets the recurring failure and leaves it. */
export const failureMet: Scenario = (story) => {
  beginning(story);
  survey(story);
  lookAround(story);
  change(story);
  migrationFails(story);
  finish(story);
};

/** Meets the recurring failure, finds why, and repairs it. */
export const failureRepaired: Scenario = (story) => {
  const { session, task } = story;
  beginning(story);
  migrationFails(story);
  session.act({ thinking: task.thought, steps: [grep(task.search, [at(story, task.file)])] });
  survey(story);
  session.act({ text: 'Fill the column first.', steps: [edit(at(story, task.file), task.before, task.after)] });
  session.act({ steps: [bash(recurringFailure.command, 'Run the migrations', recurringFailure.passed, { tookMs: 1_180 })] });
  addTest(story);
  session.act({ steps: [testsPass(story), showDiff(story)] });
  finish(story);
};
