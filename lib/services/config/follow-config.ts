import type { ConfigFile } from './config-file.ts';
import type { FileProblem } from './parse-config.ts';

/** How often to check the file for manual edits. */
const pollMs = 500;

type Events = {
  /** Called when the observers' configuration changed. */
  onChange: () => void;
  /** Called once per problem or notice, and revision of the file. */
  onProblem: (problem: FileProblem) => void;
};

/** Watches the configuration file until closed. */
export const followConfig = (config: ConfigFile, { onChange, onProblem }: Events): { close(): void } => {
  let key: string | null = null;
  let reported: readonly FileProblem[] = [];
  const look = () => {
    const { set, problems, notices } = config.load();
    if (problems !== reported) for (const problem of [...problems, ...notices]) onProblem(problem);
    reported = problems;
    if (key !== null && key !== set.key) onChange();
    key = set.key;
  };
  look();
  const poll = setInterval(look, pollMs);
  return { close: () => clearInterval(poll) };
};
