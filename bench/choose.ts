export type Choice = { full: boolean; names: string[]; unknown: string[] };

/** What the arguments ask for: the benches of these names, or all; `unknown` names what is neither a bench nor an option. */
export const chooseBenches = (args: readonly string[], names: readonly string[], onlyFull: readonly string[]): Choice => {
  const full = args.includes('--full');
  const all = full ? [...names, ...onlyFull] : names;
  const asked = args.filter((argument) => argument !== '--full');
  return {
    full,
    names: asked.length === 0 ? [...all] : all.filter((name) => asked.includes(name)),
    unknown: asked.filter((name) => !all.includes(name)),
  };
};
