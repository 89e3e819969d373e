import { fileText } from '../../project.ts';
import { at, startChild, type Child, type Scenario, type Story } from '../story.ts';
import { agent, bash, edit, grep, read, type Step } from '../tools.ts';
import { addTest, beginning, change, finish, lookAround, oneTestFails, showDiff, survey, testsFail, testsPass } from './beats.ts';

/** Writes a child's work and answers the parent's call, which lasts as long as the child did. */
function explore(story: Story, child: Child, prompt: string, failing: boolean): Step {
  const { project, task, session } = story;
  const { writer } = child;
  const place = at(story, task.file);
  writer.act({ text: 'I will search.', steps: [grep(task.search, [place])] });
  writer.act({ steps: [read(place, fileText(project, task)), ...project.others.map((other) => read(at(story, other.path), other.text))] });
  for (let i = session.prng.int(0, 3); i > 0; i -= 1) {
    const path = session.prng.pick(project.others).path;
    writer.act({ steps: [bash(`git log --oneline -5 -- ${path}`, 'History of the file', '8c1f2aa Tidy\n17be03d First version')] });
  }
  if (failing) writer.act({ steps: [testsFail({ ...story, session: writer })] });
  const report = `${child.description}: the place is \`${task.file}\`.\n\n${task.thought}`;
  writer.act({ text: report });
  const tookMs = writer.nowMs - session.nowMs;
  return agent({
    agentId: child.agentId,
    agentType: child.agentType,
    description: child.description,
    prompt,
    report,
    tookMs,
    calls: 3,
    tokens: 21_840,
  });
}

/** One subagent looks for the place; the parent does the work. */
export const subagent: Scenario = (story) => {
  const { session, task } = story;
  beginning(story);
  const prompt = `Find where this happens and report the file and the reason: ${task.request}`;
  const child = startChild(story, 'Explore', 'Find the place', prompt);
  session.act({ text: 'I will have someone look for it.', steps: [explore(story, child, prompt, false)] });
  addTest(story);
  session.act({ steps: [oneTestFails(story)] });
  change(story);
  session.act({ steps: [testsPass(story)] });
  session.act({ steps: [showDiff(story)] });
  finish(story);
};

/** Three subagents at once, whose reports come back in another order than they were asked. */
export const parallelSubagents: Scenario = (story) => {
  const { session, task } = story;
  beginning(story);
  session.act({ thinking: `${task.thought} Three independent questions: ask them at once.` });
  const wanted = [
    ['code-reviewer', 'Review the change'],
    ['Explore', 'Look for other callers'],
    ['test-runner', 'Reproduce the failure'],
  ] as const;
  const steps = wanted.map(([agentType, description]) => {
    const prompt = `${description}. Context: ${task.request}`;
    return explore(story, startChild(story, agentType, description, prompt), prompt, agentType === 'test-runner');
  });
  session.act({ text: 'Three at once.', steps });
  change(story);
  addTest(story);
  session.act({ steps: [testsPass(story)] });
  finish(story);
};

/** A long conversation is compacted and goes on from its summary. */
export const compaction: Scenario = (story) => {
  const { session, task, project } = story;
  beginning(story);
  lookAround(story);
  for (let i = 0; i < 12; i += 1) {
    const other = session.prng.pick(project.others);
    session.act({ steps: [read(at(story, other.path), other.text), grep(task.search, [at(story, task.file)])] });
  }
  session.compact(
    'auto',
    `This session continues a conversation that ran out of context. Summary:\n\n1. Asked for: ${task.request}\n2. Known: ${task.thought}\n3. Next: change ${task.file}, then run the tests.`,
  );
  change(story);
  session.act({ steps: [testsPass(story)] });
  finish(story);
};

/** Continues another session under a new id from the middle on. */
export const fork: Scenario = (story) => {
  const { session, task, origin } = story;
  if (!origin) throw new TypeError('a fork needs the session that it continues');
  session.copyFrom(origin.lines.slice(0, Math.ceil(origin.lines.length * 0.6)), origin.nativeId);
  session.wait(3_600_000, 7_200_000);
  session.prompt('Let us try it another way: as small a change as possible.');
  session.title(`${task.title}, as small as possible`);
  session.act({ thinking: task.thought, steps: [edit(at(story, task.file), task.before, task.after.split('\n').slice(0, 2).join('\n'))] });
  session.act({ steps: [testsPass(story)] });
  finish(story, 'The smaller change does it as well.');
};

/** Still at work: the last call has no result yet. */
export const running: Scenario = (story) => {
  beginning(story);
  survey(story);
  lookAround(story);
  addTest(story);
  story.session.act({ steps: [oneTestFails(story)] });
  change(story);
  story.session.respond({ text: 'Running everything.', steps: [testsPass(story)] });
};
