#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import { processVariables } from '../lib/server/env.ts';
import { isAppError, toExitCode } from '../lib/server/problem.ts';
import type { RebuildOptions } from './data-command.ts';
import type { HookScope } from './hook-command.ts';
import type { ImportOptions } from './import-command.ts';
import { defineObservations } from './observations-command.ts';
import type { ObserveOptions } from './observe-command.ts';

const usageExitCode = 2;
const collect = (value: string, all: string[]): string[] => [...all, value];
const end = (code: number) => {
  process.exitCode = code;
};

// What a command needs is loaded by it alone: none waits for what others need.
const program = new Command('observatory')
  .description('Reads what coding agents write, and shows what happened.')
  .exitOverride()
  .showHelpAfterError('(--help lists what there is)');

program
  .command('serve')
  .description('the dashboard, on 127.0.0.1')
  .option('--port <number>', 'port (default: PORT or 4317; 0: any free one)')
  .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
  .option('--watch <folder>', 'folder to follow; may be given several times', collect, [])
  .action(async ({ port, host, watch }: { port?: string; host?: string; watch: string[] }) => {
    const { serve } = await import('../server/serve.ts');
    await serve({ port, host, watch, demo: false });
  });

program
  .command('import')
  .description('imports files and folders; - is standard input')
  .argument('<path...>')
  .option('--json', 'one JSON object a file', false)
  .option('--no-observe', 'leaves it to the server to let the observers see what is new')
  .action(async (places: string[], options: ImportOptions) => {
    const { importCommand } = await import('./import-command.ts');
    end(await importCommand(places, options));
  });

program
  .command('sessions')
  .description('lists the sessions, newest first')
  .option('--json', 'as JSON', false)
  .action(async (options: { json: boolean }) => {
    const { sessionsCommand } = await import('./sessions-command.ts');
    end(await sessionsCommand(options));
  });

program
  .command('session')
  .description('shows one session')
  .argument('<id>', 'its id, or agent:id as the agent calls it')
  .option('--json', 'as JSON', false)
  .action(async (id: string, options: { json: boolean }) => {
    const { sessionCommand } = await import('./sessions-command.ts');
    end(await sessionCommand(id, options));
  });

program
  .command('observe')
  .description('what the observers say of a session; prints the last assessment.md')
  .argument('<id or file>', 'a session of the archive, or a file, of which nothing is stored')
  .option('--at <call>', 'as of this call')
  .option('--observer <name>', 'of one observer alone')
  .option('--json', 'all assessments in order, as one JSON object a session', false)
  .action(async (place: string, options: ObserveOptions) => {
    const { observeCommand } = await import('./observe-command.ts');
    end(await observeCommand(place, options));
  });

program
  .command('data')
  .description('maintains the archive')
  .command('rebuild')
  .description('decodes stored files again with the formats of this version; triage and links are kept')
  .argument('[session or file...]', 'only the files of these sessions, or these files (default: all)')
  .option('--json', 'one JSON object per file', false)
  .option('--no-observe', 'leaves observing what changed to the server')
  .action(async (places: string[], options: RebuildOptions) => {
    const { rebuildCommand } = await import('./data-command.ts');
    end(await rebuildCommand(places, options));
  });

program
  .command('mcp')
  .description('serves observations, assessments and a search to agents, over the Model Context Protocol on standard input and output')
  .action(async () => {
    const { mcpCommand } = await import('./mcp-command.ts');
    end(await mcpCommand());
  });

defineObservations(program.command('observations'), end);

const hook = program
  .command('hook')
  .description("takes one event of Claude Code's from standard input, and answers what the observers say")
  // An agent is never told that it was called in a wrong way: to Claude Code that would mean to stop.
  .allowUnknownOption()
  .allowExcessArguments()
  .argument('[ignored...]')
  .action(async () => {
    const { startHook } = await import('./hook-process.ts');
    startHook(processVariables());
  });
for (const [name, description] of [
  ['install', "puts the hook into Claude Code's settings"],
  ['uninstall', 'takes it out again'],
] as const) {
  hook
    .command(name)
    .description(description)
    .option('--project', 'in .claude/settings.json of this folder (unless --user is given)', false)
    .option('--user', 'in ~/.claude/settings.json', false)
    .option('--dry-run', 'prints what the file would be', false)
    .action(async (scope: HookScope) => {
      const { installHook, uninstallHook } = await import('./hook-command.ts');
      if (scope.project && scope.user) throw new AppError('invalid_input', 'Give --project or --user, not both.');
      end(name === 'install' ? installHook(scope) : uninstallHook(scope));
    });
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExitCode;
  else {
    process.stderr.write(
      `${isAppError(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(toExitCode(error));
  }
}
