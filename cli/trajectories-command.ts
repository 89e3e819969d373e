import type { Command } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import type { ListOptions } from './trajectories/list-trajectories.ts';

type Json = { json: boolean };
type ExportOptions = { output?: string; includeSecrets: boolean };

/** `trajectories`: snapshots of weakincentives sessions. `end` takes the exit code. Each command loads its own modules. */
export const defineTrajectories = (command: Command, end: (code: number) => void): void => {
  command.description('list, read, verify and export trajectories of snapshots');
  const withJson = (one: Command): Command => one.option('--json', 'print JSON', false);
  const names = () => command.commands.map((one) => one.name()).join(', ');
  const id = 'id of a trajectory: a session as `session` takes it, with .N for its part N from 1 on';

  withJson(command.command('list', { isDefault: true }))
    .description('list trajectories, the latest first (default command)')
    .option('--descriptors', 'list descriptors with their numbers of trajectories', false)
    .option('--ns <name>', 'only those of this prompt; with --key')
    .option('--key <name>', 'only those of this prompt; with --ns')
    .option('--tag <name>', 'tag of the prompt (default: latest)')
    .option('--unknown', 'only those whose prompt is not known', false)
    .option('--refused', 'instead sessions whose snapshots are no trajectory, and why', false)
    .option('--limit <count>', 'at most this many (default: 50, with --json all)')
    .allowExcessArguments()
    .action(async (options: ListOptions, { args: [unknown] }: Command) => {
      if (unknown !== undefined) throw new AppError('invalid_input', `Unknown command ${unknown}. Use one of: ${names()}.`);
      end(await (await import('./trajectories/list-trajectories.ts')).listTrajectories(options));
    });

  withJson(command.command('show').argument('<id>', id))
    .description('show a trajectory: what each snapshot changed of the one before it')
    .action(async (name: string, options: Json) =>
      end(await (await import('./trajectories/show-trajectory.ts')).showTrajectory(name, options)),
    );

  withJson(command.command('verify').argument('[id...]', `${id} (default: all)`))
    .description('read snapshots anew: their bytes, the rules of trajectories, and what is stored about them; exits with 1 on a flaw')
    .action(async (ids: string[], options: Json) =>
      end(await (await import('./trajectories/verify-trajectories.ts')).verifyCommand(ids, options)),
    );

  command
    .command('export')
    .argument('<id>', id)
    .description('write the lines of a trajectory as they were imported, its secrets replaced')
    .option('--output <file>', 'a new file (default: standard output)')
    .option('--include-secrets', 'leave keys, tokens and passwords in it', false)
    .action(async (name: string, options: ExportOptions) =>
      end(await (await import('./trajectories/show-trajectory.ts')).exportTrajectory(name, options)),
    );
};
