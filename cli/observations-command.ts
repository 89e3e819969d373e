import type { Command } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import { observationInstructions } from '../lib/observations/instructions.ts';
import type { ChangeOptions } from './observations/change-observations.ts';
import type { ListOptions } from './observations/list-observations.ts';
import type { ExportOptions } from './observations/transfer-observations.ts';

// Each command loads its own modules.
const loadList = () => import('./observations/list-observations.ts');
const loadShow = () => import('./observations/show-observation.ts');
const loadChanges = () => import('./observations/change-observations.ts');
const loadTransfer = () => import('./observations/transfer-observations.ts');

const collect = (value: string, all: string[]): string[] => [...all, value];

const withFilters = (command: Command): Command =>
  command
    .option('--view <name>', 'filter of a saved view, by name; other options replace its parts')
    .option('--status <names>', 'comma-separated: open, acknowledged, resolved, or regressed, fixed, false_positive, wont_fix, stale')
    .option('--severity <names>', 'comma-separated: critical, high, medium, low, info')
    .option('--observer <name>', 'observer id or name; repeat for more', collect, [])
    .option('--project <name>', 'project name; repeat for more', collect, [])
    .option('--session <id>', 'only this session')
    .option('--sent <yes|no>', 'whether it was sent to the agent');

const namesOf = (command: Command): string => command.commands.map((one) => one.name()).join(', ');

const idHelp = 'id, or a prefix of 6 or more characters';

/** `observations`: triage in a terminal. `end` takes the exit code. */
export const defineObservations = (command: Command, end: (code: number) => void): void => {
  command.description('list, acknowledge and resolve what observers, agents and people found');

  withFilters(command.command('list', { isDefault: true }))
    .description('list open observations, most severe first (default command)')
    .option('--style <name>', 'progress_bar, table or compact', 'progress_bar')
    .option('--limit <number>', 'maximum number to print (default: 10 with progress_bar, otherwise 50)')
    .option('--all', 'all observations of any status, including archived ones', false)
    .option('--json', 'print JSON', false)
    .allowExcessArguments()
    .action(async (options: ListOptions, { args: [unknown] }: Command) => {
      if (unknown !== undefined) throw new AppError('invalid_input', `Unknown command ${unknown}. Use one of: ${namesOf(command)}.`);
      end(await (await loadList()).listObservations(options));
    });

  command
    .command('get')
    .description('show one observation with its evidence and history')
    .argument('<id>', idHelp)
    .option('--json', 'print JSON', false)
    .action(async (id: string, options: { json: boolean }) => end(await (await loadShow()).showObservation(id, options)));

  const changing = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<id...>', idHelp)
      .option('--group', 'apply to the whole group, in all sessions; also accepts a fingerprint', false)
      .option('--note <text>', 'reason for the change; - reads standard input')
      .option('--by <name>', 'name to record (default: the current user)')
      .option('--json', 'print JSON', false);
  changing('ack', 'acknowledge observations').action(async (ids: string[], options: ChangeOptions) =>
    end(await (await loadChanges()).changeObservations('acknowledge', ids, options)),
  );
  changing('resolve', 'resolve observations')
    .option('--reason <name>', 'fixed, false_positive, wont_fix or stale; decides what happens on a new detection', 'fixed')
    .action(async (ids: string[], options: ChangeOptions) => end(await (await loadChanges()).changeObservations('resolve', ids, options)));
  changing('reopen', 'reopen observations').action(async (ids: string[], options: ChangeOptions) =>
    end(await (await loadChanges()).changeObservations('reopen', ids, options)),
  );

  command
    .command('clear-resolved')
    .description('archive resolved observations; nothing is deleted')
    .option('--session <id>', 'only this session')
    .option('--by <name>', 'name to record (default: the current user)')
    .action(async (options: { session?: string; by?: string }) => end(await (await loadChanges()).clearResolved(options)));

  command
    .command('undo')
    .description('undo one change, except where something changed since')
    .argument('<change>', 'change id that the command printed')
    .option('--by <name>', 'name to record (default: the current user)')
    .option('--json', 'print JSON', false)
    .action(async (change: string, options: { by?: string; json: boolean }) =>
      end(await (await loadChanges()).undoChange(change, options)),
    );

  withFilters(command.command('export'))
    .description('export observations as JSONL, oldest first')
    .argument('[file]', '- writes to standard output', '-')
    .option('--all', 'include archived observations', false)
    .option('--include-secrets', 'keep keys, tokens and passwords, which are redacted by default', false)
    .action(async (file: string, options: ExportOptions) => end(await (await loadTransfer()).exportObservations(file, options)));

  command
    .command('import')
    .description('import observations from JSONL; reports and skips invalid lines')
    .argument('<file>', '- reads standard input')
    .option('--session <id>', 'session for observations without one')
    .option('--json', 'print JSON', false)
    .action(async (file: string, options: { session?: string; json: boolean }) =>
      end(await (await loadTransfer()).importObservations(file, options)),
    );

  command
    .command('instructions')
    .description('print instructions about observations for an agent (for CLAUDE.md or AGENTS.md)')
    .action(() => void process.stdout.write(observationInstructions));
};
