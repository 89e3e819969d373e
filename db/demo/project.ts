/** A task in a made-up project, used by the scenarios. */
export type Task = {
  title: string;
  request: string;
  followUp: string;
  thought: string;
  /** Path below the project, with its text before and after the task. */
  file: string;
  before: string;
  after: string;
  /** The search pattern that finds the place. */
  search: string;
  test: string;
  /** Output of the failing test. */
  failure: string;
  done: string;
};

export type Project = {
  name: string;
  branch: string;
  testCommand: string;
  /** Runs one test by its name. */
  testOne(test: string): string;
  /** Output of a run in which everything passed. */
  testPassed(count: number): string;
  /** Output of a run in which one test of `testFile` failed. */
  testFailed(test: string, failure: string, testFile: string): string;
  /** Path of the tests for a file. */
  testFile(file: string): string;
  /** First lines of a test file. */
  testHead: string;
  /** A test of this name. */
  testCase(test: string): string;
  checkCommand: string;
  /** Files that an agent may wander into. */
  others: readonly { path: string; text: string }[];
  tasks: readonly Task[];
};

export const projectCwd = (project: Project): string => `/home/demo/${project.name}`;

/** The file of a task as it stands before the work: its head and the part that changes. */
export const fileText = (project: Project, task: Task): string => {
  const mark = /\.(py|toml|ya?ml)$/.test(task.file) ? '#' : '//';
  return `${mark} ${project.name}: ${task.file}\n\n${task.before}\n`;
};
