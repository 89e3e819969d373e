/** `minutes`: how long benches go on that take a time; null: their own. */
export type Choice = { full: boolean; minutes: number | null; names: string[]; unknown: string[] };

const minutesOption = /^--minutes=(\d+(?:\.\d+)?)$/u;

/** Choice by the arguments: the named benches, or all; `unknown` lists arguments that are neither a bench nor an option. */
export const chooseBenches = (args: readonly string[], names: readonly string[], onlyFull: readonly string[]): Choice => {
  const full = args.includes('--full');
  const all = full ? [...names, ...onlyFull] : names;
  const asked = args.filter((argument) => argument !== '--full' && !minutesOption.test(argument));
  const minutes = args.flatMap((argument) => minutesOption.exec(argument)?.[1] ?? []).at(-1);
  return {
    full,
    minutes: minutes === undefined ? null : Number(minutes),
    names: asked.length === 0 ? [...all] : all.filter((name) => asked.includes(name)),
    unknown: asked.filter((name) => !all.includes(name)),
  };
};
