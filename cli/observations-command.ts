import type { Command } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import { observationInstructions } from '../lib/observations/instructions.ts';
import type { ChangeOptions } from './observations/change-observations.ts';
import type { ListOptions } from './observations/list-observations.ts';
import type { Narrowing } from './observations/to-filter.ts';

// What a command needs is loaded by it alone.
const loadList = () => import('./observations/list-observations.ts');
const loadShow = () => import('./observations/show-observation.ts');
const loadChanges = () => import('./observations/change-observations.ts');
const loadTransfer = () => import('./observations/transfer-observations.ts');

const collect = (value: string, all: string[]): string[] => [...all, value];

const narrowed = (command: Command): Command =>
  command
    .option('--status <names>', 'open, acknowledged, resolved, or regressed, fixed, false_positive, wont_fix, stale; with commas between')
    .option('--severity <names>', 'critical, high, medium, low, info; with commas between')
    .option('--observer <name>', 'its id or name; may be given several times', collect, [])
    .option('--project <name>', 'may be given several times', collect, [])
    .option('--session <id>', 'of one session');

const namesOf = (command: Command): string => command.commands.map((one) => one.name()).join(', ');

const idHelp = 'how an id begins, 6 characters or more';

/** `observations`: triage in a terminal. `end` takes the exit code. */
export const defineObservations = (command: Command, end: (code: number) => void): void => {
  command.description('what observers, agents and people found: list it, acknowledge it, resolve it');

  narrowed(command.command('list', { isDefault: true }))
    .description('the open ones, most severe first (this is done when no command is named)')
    .option('--style <name>', 'progress_bar, table or compact', 'progress_bar')
    .option('--limit <number>', 'how many to show at most (10 with the progress bar, otherwise 50)')
    .option('--all', 'every status, archived ones included, without a limit', false)
    .option('--json', 'as JSON', false)
    .allowExcessArguments()
    .action(async (options: ListOptions, { args: [unknown] }: Command) => {
      if (unknown !== undefined) throw new AppError('invalid_input', `There is no command ${unknown}: use ${namesOf(command)}.`);
      end(await (await loadList()).listObservations(options));
    });

  command
    .command('get')
    .description('one of them, with its evidence and its history')
    .argument('<id>', idHelp)
    .option('--json', 'as JSON', false)
    .action(async (id: string, options: { json: boolean }) => end(await (await loadShow()).showObservation(id, options)));

  const changing = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<id...>', idHelp)
      .option('--group', 'all that are the same, in any session; a fingerprint names them, too', false)
      .option('--note <text>', 'why; - is standard input')
      .option('--by <name>', 'who does it (without it, who runs the command)')
      .option('--json', 'as JSON', false);
  changing('ack', 'says that somebody takes care of it').action(async (ids: string[], options: ChangeOptions) =>
    end(await (await loadChanges()).changeObservations('acknowledge', ids, options)),
  );
  changing('resolve', 'closes it')
    .option('--reason <name>', 'fixed, false_positive, wont_fix or stale: what happens when it is found again', 'fixed')
    .action(async (ids: string[], options: ChangeOptions) => end(await (await loadChanges()).changeObservations('resolve', ids, options)));
  changing('reopen', 'opens it again').action(async (ids: string[], options: ChangeOptions) =>
    end(await (await loadChanges()).changeObservations('reopen', ids, options)),
  );

  command
    .command('clear-resolved')
    .description('archives resolved observations; nothing is deleted')
    .option('--session <id>', 'of one session')
    .option('--by <name>', 'who does it (without it, who runs the command)')
    .action(async (options: { session?: string; by?: string }) => end(await (await loadChanges()).clearResolved(options)));

  command
    .command('undo')
    .description('takes back what one command changed, as far as nothing changed it since')
    .argument('<change>', 'as the command named it that changed something')
    .option('--by <name>', 'who does it (without it, who runs the command)')
    .option('--json', 'as JSON', false)
    .action(async (change: string, options: { by?: string; json: boolean }) =>
      end(await (await loadChanges()).undoChange(change, options)),
    );

  narrowed(command.command('export'))
    .description('writes observations as JSONL, one per line, oldest first')
    .argument('[file]', '- is standard output', '-')
    .option('--all', 'include archived observations', false)
    .action(async (file: string, options: Narrowing) => end(await (await loadTransfer()).exportObservations(file, options)));

  command
    .command('import')
    .description('reads such JSONL; a line that cannot be read is said and holds up no other')
    .argument('<file>', '- is standard input')
    .option('--session <id>', 'the session of those that name none')
    .option('--json', 'as JSON', false)
    .action(async (file: string, options: { session?: string; json: boolean }) =>
      end(await (await loadTransfer()).importObservations(file, options)),
    );

  command
    .command('instructions')
    .description('what to tell an agent about observations, for its file of instructions')
    .action(() => void process.stdout.write(observationInstructions));
};
