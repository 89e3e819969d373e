const known: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  amplifier: 'Amplifier',
  atif: 'ATIF',
  oats: 'oats',
};

/** The name of an agent as people write it; an unknown one as it is. */
export const printFamily = (family: string): string => (Object.hasOwn(known, family) ? known[family] : undefined) ?? family;
