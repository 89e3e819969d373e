import { bash, edit, read } from '../claude-code/tools.ts';
import type { SessionWriter } from '../claude-code/session-writer.ts';
import type { Prng } from '../prng.ts';

const tasks = [
  { ask: 'Fix the rounding of', file: 'money', symptom: 'expected 10.05 to be 10.04' },
  { ask: 'Speed up the loading of', file: 'queries', symptom: 'timed out after 5000 ms' },
  { ask: 'Stop the flaky test of', file: 'clock', symptom: 'expected 3 calls, got 2' },
  { ask: 'Validate the input of', file: 'schema', symptom: 'expected an error, got none' },
] as const;
const parts = ['invoices', 'refunds', 'orders', 'reports', 'exports', 'sessions'] as const;

/** Tries at most, before the agent gives up. */
const maxTries = 3;

type Turn = { prompt: string; write: (writer: SessionWriter, completed: boolean) => void };

/** The work on a prompt. If it is not completed, its tests still fail, and the agent says so. */
export const writeTurn = (random: Prng, project: string): Turn => {
  const [task, part] = [random.pick(tasks), random.pick(parts)];
  const file = `/home/ada/${project}/src/${part}/${task.file}.ts`;
  const failed = `FAIL src/${part}/${task.file}.test.ts\n${task.symptom}`;
  return {
    prompt: `${task.ask} ${part} in src/${part}/${task.file}.ts`,
    write: (writer, completed) => {
      writer.prompt(`${task.ask} ${part} in src/${part}/${task.file}.ts`);
      writer.act({ text: 'I will look at the file first.', steps: [read(file, `export const ${task.file} = () => compute();`)] });
      const tries = completed ? random.int(0, 1) : maxTries;
      for (let at = 0; at < tries; at += 1) {
        writer.act({ steps: [edit(file, `compute(${at === 0 ? '' : at})`, `compute(${at + 1})`)] });
        writer.act({ steps: [bash('npm test', 'Run the tests', failed, { exitCode: 1, tookMs: random.int(2_000, 9_000) })] });
      }
      if (completed) writer.act({ steps: [bash('npm test', 'Run the tests', '12 passed', { tookMs: random.int(2_000, 9_000) })] });
      writer.act({ text: completed ? 'Done: all tests pass.' : `The tests still fail: ${task.symptom}. I need help with this.` });
    },
  };
};
