import { printShellWord } from '../../lib/print/shell-word.ts';

/** Completions of a command; `path` is the names that lead to it, '' for the program itself. */
export type CompletedCommand = {
  path: string;
  below: { name: string; about: string }[];
  options: { name: string; about: string; takesValue: boolean; choices: readonly string[]; takesFiles: boolean }[];
  /** Choices for its arguments. */
  choices: readonly string[];
  takesFiles: boolean;
};

type Script = (program: string, commands: readonly CompletedCommand[]) => string;

/** Each command below another as `path name`, which the scripts look for while they walk over the words. */
const listSteps = (commands: readonly CompletedCommand[]): string[] =>
  commands.flatMap(({ path, below }) => below.map(({ name }) => printShellWord(`${path} ${name}`)));

type Value = { at: string; choices: readonly string[]; takesFiles: boolean };

/** Options that take a value, as `path:option`. */
const listValues = (commands: readonly CompletedCommand[]): Value[] =>
  commands.flatMap(({ path, options }) =>
    options
      .filter((one) => one.takesValue)
      .map(({ name, choices, takesFiles }) => ({ at: printShellWord(`${path}:${name}`), choices, takesFiles })),
  );

const listNames = ({ below, choices }: CompletedCommand): { name: string; about: string }[] => [
  ...below,
  ...choices.map((name) => ({ name, about: '' })),
];

const lines = (...parts: readonly (string | readonly string[])[]): string => `${parts.flat().join('\n')}\n`;

/** Where nothing matches, Bash completes names of files. */
export const writeBash: Script = (program, commands) =>
  lines(
    `# Bash completion. Add to ~/.bashrc:  source <(${program} completion bash)`,
    `_${program}() {`,
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" path="" i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$path ${COMP_WORDS[i]}" in',
    `      ${listSteps(commands).join(' | ')}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  local words=""',
    '  case "$path:$prev" in',
    listValues(commands).map(({ at, choices }) => `    ${at}) words=${printShellWord(choices.join(' '))} ;;`),
    '    *)',
    '      case "$path" in',
    commands.map((one) => {
      const join = (some: readonly { name: string }[]): string => some.map(({ name }) => name).join(' ');
      const [names, options] = [join(listNames(one)), join(one.options)];
      // Names of files are not among the words, and come where there is none.
      const words = one.takesFiles
        ? `words=${printShellWord(names)}; [[ $cur == -* ]] && words=${printShellWord(options)}`
        : `words=${printShellWord(`${names} ${options}`.trim())}`;
      return `        ${printShellWord(one.path)}) ${words} ;;`;
    }),
    '      esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    `complete -o default -F _${program} ${program}`,
  );

const toZshEntry = ({ name, about }: { name: string; about: string }): string => printShellWord(`${name.replaceAll(':', '\\:')}:${about}`);

export const writeZsh: Script = (program, commands) =>
  lines(
    `#compdef ${program}`,
    `# Zsh completion. Add to ~/.zshrc, below compinit:  source <(${program} completion zsh)`,
    `_${program}() {`,
    '  local path_="" i',
    '  for ((i = 2; i < CURRENT; i++)); do',
    '    case "$path_ $words[i]" in',
    `      ${listSteps(commands).join(' | ')}) path_="\${path_:+$path_ }$words[i]" ;;`,
    '    esac',
    '  done',
    '  local -a found',
    '  case "$path_:$words[CURRENT-1]" in',
    listValues(commands).map(
      ({ at, choices, takesFiles }) =>
        `    ${at}) ${choices.length > 0 ? `compadd -- ${choices.map(printShellWord).join(' ')}` : takesFiles ? '_files' : '_message value'}; return ;;`,
    ),
    '  esac',
    '  case "$path_" in',
    commands.map((one) => {
      const entries = [...listNames(one), ...one.options].map(toZshEntry);
      return `    ${printShellWord(one.path)}) found=(${entries.join(' ')})${one.takesFiles ? '; _files' : ''} ;;`;
    }),
    '  esac',
    `  _describe -o ${program} found`,
    '}',
    `compdef _${program} ${program}`,
  );

export const writeFish: Script = (program, commands) => {
  const add = (path: string, rest: string): string => `complete -c ${program} -n ${printShellWord(`__${program}_at "${path}"`)} ${rest}`;
  return lines(
    `# Fish completion. Save as ~/.config/fish/completions/${program}.fish`,
    `function __${program}_at`,
    "  set -l path ''",
    '  for word in (commandline -opc)[2..]',
    '    switch "$path $word"',
    `      case ${listSteps(commands).join(' ')}`,
    '        set path (string trim -- "$path $word")',
    '    end',
    '  end',
    '  test "$path" = "$argv[1]"',
    'end',
    commands.flatMap((command) => [
      ...(command.takesFiles ? [] : [add(command.path, '-f')]),
      ...listNames(command).map(({ name, about }) => add(command.path, `-a ${printShellWord(name)} -d ${printShellWord(about)}`)),
      ...command.options.map(({ name, about, takesValue, choices, takesFiles }) => {
        const value = choices.length > 0 ? ` -x -a ${printShellWord(choices.join(' '))}` : takesFiles ? ' -r -F' : ' -x';
        return add(command.path, `-l ${name.slice(2)} -d ${printShellWord(about)}${takesValue ? value : ''}`);
      }),
    ]),
  );
};
