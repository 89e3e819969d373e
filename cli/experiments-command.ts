import type { Command } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import type { CreateOptions } from './experiments/change-experiment.ts';

// Each command loads its own modules.
const loadShow = () => import('./experiments/show-experiments.ts');
const loadChange = () => import('./experiments/change-experiment.ts');

type Json = { json: boolean };

/** `experiments`: whether examples and feedback help. `end` takes the exit code. */
export const defineExperiments = (command: Command, end: (code: number) => void): void => {
  command.description('define, run and read experiments on retrieval and feedback');
  const withJson = (one: Command): Command => one.option('--json', 'print JSON', false);
  const names = () => command.commands.map((one) => one.name()).join(', ');

  withJson(command.command('list', { isDefault: true }))
    .description('list experiments with their verdicts, running ones first (default command)')
    .option('--archived', 'include archived ones', false)
    .allowExcessArguments()
    .action(async (options: Json & { archived: boolean }, { args: [unknown] }: Command) => {
      if (unknown !== undefined) throw new AppError('invalid_input', `Unknown command ${unknown}. Use one of: ${names()}.`);
      end(await (await loadShow()).listExperiments(options));
    });

  withJson(command.command('show').argument('<id>', 'id, or its first characters'))
    .description('show an experiment with its verdict, effects and arms')
    .action(async (id: string, options: Json) => end(await (await loadShow()).showExperiment(id, options)));

  withJson(command.command('create').argument('<name>'))
    .description('define an experiment as a draft')
    .requiredOption('--kind <kind>', 'retrieval (examples with each prompt) or feedback (what observers find)')
    .requiredOption('--effect <size>', 'smallest effect worth having: 0.08 is 8 points, or 8 % less duration, tokens or cost')
    .option('--metric <name>', 'primary metric: completed, iterations, tool_errors, duration, tokens, cost, reward, recovered', 'completed')
    .option('--treatment <share>', 'share of sessions that get the treatment, between 0 and 1', '0.5')
    .option('--within-calls <count>', 'for recovered: calls within which a finding must end', '10')
    .option('--project <name>', 'only sessions of this project')
    .option('--hypothesis <text>', 'what you expect')
    .action(async (name: string, options: CreateOptions) => end(await (await loadChange()).createExperiment(name, options)));

  for (const [action, description] of [
    ['start', 'start a draft: sessions are assigned from now on'],
    ['stop', 'stop assigning sessions; those that are held out stay so'],
    ['archive', 'hide a draft or a stopped experiment from lists'],
    ['restore', 'take an experiment out of the archive'],
    ['delete', 'delete an experiment with its assignments; metrics of turns stay'],
  ] as const)
    withJson(command.command(action).argument('<id>', 'id, or its first characters'))
      .description(description)
      .action(async (id: string, options: Json) => end(await (await loadChange()).changeExperiment(id, action, options)));
};
