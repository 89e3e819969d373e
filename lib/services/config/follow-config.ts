import type { ConfigFile } from './config-file.ts';
import type { FileProblem } from './parse-config.ts';

/** How often is looked whether the file was edited by hand. */
const pollMs = 500;

type Events = {
  /** The observers run in another way now. */
  onChange: () => void;
  /** Told once for each problem of each state of the file. */
  onProblem: (problem: FileProblem) => void;
};

/** Watches the configuration file, now and until it is closed. */
export const followConfig = (config: ConfigFile, { onChange, onProblem }: Events): { close(): void } => {
  let key: string | null = null;
  let reported: readonly FileProblem[] = [];
  const look = () => {
    const { set, problems } = config.load();
    if (problems !== reported) for (const problem of problems) onProblem(problem);
    reported = problems;
    if (key !== null && key !== set.key) onChange();
    key = set.key;
  };
  look();
  const poll = setInterval(look, pollMs);
  return { close: () => clearInterval(poll) };
};
