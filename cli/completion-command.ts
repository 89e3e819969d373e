import type { Argument, Command, Option } from 'commander';
import { writeBash, writeFish, writeZsh } from './completion/shells.ts';
import type { CompletedCommand } from './completion/shells.ts';

const shells = { bash: writeBash, zsh: writeZsh, fish: writeFish };
export type Shell = keyof typeof shells;

/** `completion SHELL`: a script that completes the commands, options and choices of `program`. */
export const completionCommand = (program: Command, shell: Shell): number => {
  process.stdout.write(shells[shell](program.name(), listCommands(program, '')));
  return 0;
};

const takesFiles = (text: string): boolean => /file|path|folder/u.test(text);

const listCommands = (command: Command, path: string): CompletedCommand[] => {
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return [
    {
      path,
      below: below.map((one) => ({ name: one.name(), about: one.description() })),
      options: help.visibleOptions(command).flatMap(toOption),
      choices: command.registeredArguments.flatMap((argument: Argument) => argument.argChoices ?? []),
      takesFiles: command.registeredArguments.some((argument: Argument) => takesFiles(argument.name())),
    },
    ...below.flatMap((one) => listCommands(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ];
};

const toOption = ({ long, description, required, optional, argChoices, flags }: Option): CompletedCommand['options'] =>
  long
    ? [{ name: long, about: description, takesValue: required || optional, choices: argChoices ?? [], takesFiles: takesFiles(flags) }]
    : [];
