import { at, type Scenario } from '../story.ts';
import { edit, grep, read, todo, webFetch, write } from '../tools.ts';
import {
  addTest,
  beginning,
  change,
  checksPass,
  finish,
  lookAround,
  oneTestFails,
  showDiff,
  survey,
  testsFail,
  testsPass,
} from './beats.ts';

/** Straight through: look, see a test fail, change, test, done. No call is made twice. */
export const success: Scenario = (story) => {
  beginning(story);
  survey(story);
  lookAround(story);
  addTest(story);
  story.session.act({ text: 'It should fail before the change.', steps: [oneTestFails(story)] });
  change(story);
  story.session.act({ steps: [testsPass(story)] });
  story.session.act({ steps: [checksPass(story), showDiff(story)] });
  finish(story);
};

/** A longer piece of work with a todo list that moves, and a second prompt. */
export const withTodos: Scenario = (story) => {
  const { session, task, project } = story;
  const items = ['Find the place', `Change ${task.file}`, 'Add a test', 'Run tests and checks'];
  beginning(story);
  session.act({ thinking: task.thought, steps: [todo(items, 0)] });
  survey(story);
  lookAround(story);
  session.act({ steps: [todo(items, 1)] });
  change(story);
  session.act({ steps: [todo(items, 2)] });
  addTest(story);
  session.act({
    steps: [write(at(story, `changes/${project.branch.replaceAll('/', '-')}.md`), `# ${task.title}\n\n${task.done}\n`)],
  });
  session.act({ steps: [todo(items, 3)] });
  session.act({ steps: [testsPass(story), checksPass(story)] });
  session.act({ steps: [todo(items, 4)] });
  finish(story);
  session.wait(40_000, 200_000);
  session.prompt(task.followUp);
  session.act({
    thinking: 'A question about the same place; look rather than guess.',
    steps: [grep(project.testHead.split('\n')[0] ?? '', [at(story, project.testFile(task.file))])],
  });
  session.act({ steps: [showDiff(story)] });
  finish(story, 'Yes. It is covered by the same change; I have added the case to the test so that it stays so.');
};

/** A question that needs reading only, with a page from outside. */
export const question: Scenario = (story) => {
  const { session, task, project } = story;
  session.open();
  session.prompt(task.followUp);
  session.title(`Question: ${task.title}`);
  session.act({ thinking: task.thought, steps: project.others.map((other) => read(at(story, other.path), other.text)) });
  session.act({
    steps: [
      webFetch(
        'https://example.org/reference',
        `What does it say about: ${task.title}?`,
        'The page describes the behavior in two paragraphs and gives an example for each case.',
      ),
    ],
  });
  finish(
    story,
    `Short answer: yes, with one exception.\n\n1. ${task.thought}\n2. The code in \`${task.file}\` does exactly that.\n\nNothing was changed.`,
  );
};

/** Work over two days: lunch, a night, and a model that was changed in between. */
export const idleGaps: Scenario = (story) => {
  const { session, task } = story;
  beginning(story);
  survey(story);
  lookAround(story);
  finish(story, 'I have found the place. Shall I go on?');
  session.wait(48 * 60_000, 75 * 60_000);
  session.prompt('Yes, go on.');
  change(story);
  session.act({ steps: [testsFail(story)] });
  finish(story, 'One test still fails; I will need another look at it.');
  session.wait(14 * 3_600_000, 16 * 3_600_000);
  session.prompt('Good morning. Where were we? Please finish it.');
  session.act({ model: 'claude-opus-4-5-20251101', thinking: 'Pick up from the failing test.', steps: [testsFail(story)] });
  session.act({ model: 'claude-opus-4-5-20251101', steps: [edit(at(story, task.file), task.after, `${task.after}\n`)] });
  session.act({ model: 'claude-opus-4-5-20251101', steps: [testsPass(story)] });
  finish(story);
};

/** A screenshot is pasted; the reply refers to it. */
export const withImage: Scenario = (story) => {
  const { session, task } = story;
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='.padEnd(8_192, 'A');
  session.open();
  session.prompt([
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    { type: 'text', text: `[Image #1] This is what I see. ${task.request}` },
  ]);
  session.title(task.title);
  survey(story);
  lookAround(story);
  change(story);
  addTest(story);
  session.act({ steps: [testsPass(story), checksPass(story)] });
  finish(story);
};
