import { basename, dirname } from 'node:path/posix';
import type { Prng } from './prng.ts';
import type { Project, Task } from './project.ts';

/** A command by which an agent finds its way about a project, and why it was run. */
export type Look = { why: string; command: string; output: string };

const subjects = ['Tidy the imports', 'First version', 'Follow the new naming', 'Handle the empty case', 'Review notes'] as const;

const toHistory = (prng: Prng, lines: number): string =>
  Array.from({ length: lines }, () => `${prng.text('0123456789abcdef', 7)} ${prng.pick(subjects)}`).join('\n');

/** Looks around the place of a task: no two are alike, and all of them succeed. */
export function toSurvey({ project, task, prng }: { project: Project; task: Task; prng: Prng }): Look[] {
  const { file } = task;
  const folder = dirname(file);
  const testFile = project.testFile(file);
  const looks: Look[] = [
    { why: 'First the state of the branch.', command: 'git status -sb', output: `## ${project.branch}...origin/${project.branch}` },
    { why: 'What is beside it?', command: `ls ${folder}`, output: [basename(file), basename(testFile), 'README.md'].join('\n') },
    { why: 'What happened here lately?', command: `git log --oneline -4 -- ${file}`, output: toHistory(prng, 4) },
    { why: 'How large is this?', command: `wc -l ${file} ${testFile}`, output: `  118 ${file}\n   64 ${testFile}\n  182 total` },
    {
      why: 'Who wrote it?',
      command: `git shortlog -sn -- ${folder}`,
      output: `    41\tMira Halvorsen\n    17\tJonas Petri\n     6\tAya Sato`,
    },
    { why: 'The tests that are there.', command: `head -20 ${testFile}`, output: project.testHead },
  ];
  return looks.filter((_, index) => index === 0 || prng.chance(0.7));
}

export const diffStat = ({ project, task }: { project: Project; task: Task }): Look => {
  const [before, after] = [task.before.split('\n').length, task.after.split('\n').length];
  const testFile = project.testFile(task.file);
  return {
    why: 'What has changed in all.',
    command: 'git diff --stat',
    output: ` ${task.file} | ${before + after} +-\n ${testFile} | 6 +\n 2 files changed, ${after + 6} insertions(+), ${before} deletions(-)`,
  };
};
