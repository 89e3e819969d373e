#!/usr/bin/env node
import path from 'node:path';
import { Argument, Command, CommanderError, Option } from 'commander';
import { AppError } from '../lib/domain/errors.ts';
import { processVariables } from '../lib/server/env.ts';
import { isAppError, toExitCode } from '../lib/server/problem.ts';
import { readVersion } from '../lib/server/read-version.ts';
import type { Shell } from './completion-command.ts';
import type { HookScope } from './hook-command.ts';
import type { ImportOptions } from './import-command.ts';
import { stoppedCalls } from '../lib/domain/session-names.ts';
import { exportFormat } from '../lib/domain/export.ts';
import type { ExportOptions } from './export-command.ts';
import { defineBundle } from './bundle-command.ts';
import { defineData } from './data-command.ts';
import { defineExperiments } from './experiments-command.ts';
import { defineObservations } from './observations-command.ts';
import type { ObserveOptions } from './observe-command.ts';
import type { ReportOptions } from './report-command.ts';
import type { RetrieveOptions } from './retrieve-command.ts';
import type { SearchOptions } from './search-command.ts';
import type { SessionOptions } from './session-command.ts';
import type { SessionsOptions } from './sessions-command.ts';
import { defineTrajectories } from './trajectories-command.ts';
import type { SummarizeOptions } from './summarize-command.ts';
import { describeFailure, printNote } from './print.ts';

const usageExitCode = 2;
const collect = (value: string, all: string[]): string[] => [...all, value];
const end = (code: number) => {
  process.exitCode = code;
};

// Each command loads its own modules, so that none waits for those of others.
const program = new Command('observatory')
  .description('Imports coding agent sessions and shows what happened in them.')
  .version(readVersion(path.resolve(import.meta.dirname, '..')))
  .exitOverride()
  // Its errors repeat arguments.
  .configureOutput({ writeErr: (text) => printNote(text.replace(/\n$/u, '')) })
  .showHelpAfterError('(run with --help for usage)');

program
  .command('serve')
  .description('start the dashboard on 127.0.0.1')
  .option('--port <number>', 'port (default: PORT or 4317; 0: any free port)')
  .option('--host <address>', 'address to listen on (default: HOST or 127.0.0.1)')
  .option('--watch <folder>', 'folder to follow; repeat for more', collect, [])
  .action(async ({ port, host, watch }: { port?: string; host?: string; watch: string[] }) => {
    const { serve } = await import('../server/serve.ts');
    await serve({ port, host, watch, demo: false });
  });

program
  .command('import')
  .description('import files and folders; - reads standard input')
  .argument('<path...>')
  .option('--json', 'print one JSON object per file, as it finishes', false)
  .option('--no-observe', 'leave new calls to the observers of the server')
  .option('--ns <name>', 'namespace of the prompt of weakincentives snapshots that name none; with --key')
  .option('--key <name>', 'key of the prompt of snapshots that name none; with --ns')
  .option('--tag <name>', 'tag of snapshots that have none (default: latest)')
  .action(async (places: string[], options: ImportOptions) => {
    const { importCommand } = await import('./import-command.ts');
    end(await importCommand(places, options));
  });

program
  .command('sessions')
  .description('list sessions, newest first')
  .option('--view <name>', 'list a saved view in its own order; other options override its filters')
  .option('--limit <count>', 'at most this many (default: 50, with --json all)')
  .option('--project <name>', 'only sessions of this project')
  .option('--agent <name>', 'only sessions of this agent, such as claude-code or codex')
  .option('--errors', 'only sessions with failed calls', false)
  .addOption(new Option('--calls <outcome>', 'only sessions with calls that ended so; unended: no end is recorded').choices(stoppedCalls))
  .option('--since <when>', 'only sessions started since a date (2026-11-01) or within an age (30m, 24h, 7d, 2w)')
  .option('--warmups', 'also those in which a client only filled its cache', false)
  .option('--json', 'print JSON, warm-ups included', false)
  .action(async (options: SessionsOptions) => {
    const { sessionsCommand } = await import('./sessions-command.ts');
    end(await sessionsCommand(options));
  });

program
  .command('session')
  .description('print one session: what is known of it, prompts, answers and calls')
  .argument('<id>', 'session id or its first characters, or agent:id with the id that the agent uses')
  .option('--errors', 'only failed calls, with the lines that explain the failure', false)
  .option('--turn <number>', 'only this turn: 3 for T3')
  .option('--markdown', 'print Markdown', false)
  .option('--json', 'print what is known of it as JSON', false)
  .option('--note <text>', 'write a note about it instead of printing it; an empty text removes the note')
  .option('--ended', 'mark it as ended instead of printing it: it and its subagents are not live, and nothing waits for their calls')
  .option('--no-ended', 'take back that it was marked as ended')
  .action(async (id: string, options: SessionOptions) => {
    const { sessionCommand } = await import('./session-command.ts');
    end(await sessionCommand(id, options));
  });

program
  .command('export')
  .description('write a session as a file, its secrets replaced')
  .argument('<session>', 'a session, as `session` takes it')
  .addOption(
    new Option('--format <format>', 'the lines it was read from, a transcript, a trajectory of steps, or a page to read offline')
      .choices(exportFormat.options)
      .default('markdown'),
  )
  .option('--output <file>', 'a new file (default: standard output)')
  .option('--include-secrets', 'leave keys, tokens and passwords in it', false)
  .option('--dry-run', 'only say what would be replaced', false)
  .action(async (id: string, options: ExportOptions) => {
    const { exportCommand } = await import('./export-command.ts');
    end(await exportCommand(id, options));
  });

program
  .command('search')
  .description('search records and observations, best match first')
  .argument('<query...>', 'words, "phrases", -not, prefix*, and conditions such as tool:bash or since:7d')
  .option('--limit <count>', 'at most this many (default: 20)')
  .option('--cursor <cursor>', 'the page after another, by the cursor that it ended with')
  .option('--json', 'print JSON', false)
  // A query may begin with a minus.
  .allowUnknownOption()
  .action(async (words: string[], options: SearchOptions) => {
    const { searchCommand } = await import('./search-command.ts');
    end(await searchCommand(words.join(' '), options));
  });

program
  .command('retrieve')
  .description('print past examples for a prompt, as an agent would get them')
  .argument('<prompt...>')
  .option('--top-k <count>', 'at most this many (default: 2)')
  .option('--min-score <share>', "least score, from 0 to 1, as a part of the best one's, of those with enough of the words")
  .option('--project <name>', 'only sessions of this project')
  .option('--include-failed', 'include work that failed, as warnings', false)
  .option('--json', 'print JSON', false)
  .action(async (words: string[], options: RetrieveOptions) => {
    const { retrieveCommand } = await import('./retrieve-command.ts');
    end(await retrieveCommand(words.join(' '), options));
  });

program
  .command('report')
  .description('report how turns with and without examples went')
  .option('--since <days>', 'turns of the last days (default: 7)')
  .option('--json', 'print JSON', false)
  .action(async (options: ReportOptions) => {
    const { reportCommand } = await import('./report-command.ts');
    end(await reportCommand(options));
  });

program
  .command('observe')
  .description('run the observers over a session and print the last assessment.md')
  .argument('<id or file>', 'a session in the archive, or a file (not stored)')
  .option('--at <call>', 'stop at this call')
  .option('--observer <name>', 'only this observer')
  .option('--json', 'print all assessments in order, one JSON object per session', false)
  .action(async (place: string, options: ObserveOptions) => {
    const { observeCommand } = await import('./observe-command.ts');
    end(await observeCommand(place, options));
  });

program
  .command('summarize')
  .description('print what an agent tried and found in each turn of a session, and how sure it could be')
  .argument('<id>')
  .option('--turn <number>', 'only this turn')
  .option('--regenerate', 'summarize anew, as a further version', false)
  .addOption(
    new Option('--method <method>', 'sentences of the session, or a model (default: a model if one is set up)').choices([
      'extractive',
      'model',
    ]),
  )
  .option('--yes', 'do not ask before more than 20 turns are sent to a model', false)
  .option('--json', 'print JSON, one summary per line', false)
  .action(async (id: string, options: SummarizeOptions) => {
    const { summarizeCommand } = await import('./summarize-command.ts');
    end(await summarizeCommand(id, options));
  });

program
  .command('mcp')
  .description('serve observations, assessments and search to agents over the Model Context Protocol (stdio)')
  .action(async () => {
    const { mcpCommand } = await import('./mcp-command.ts');
    end(await mcpCommand());
  });

defineBundle(program.command('bundle'), end);
defineData(program.command('data'), end);
defineObservations(program.command('observations'), end);
defineExperiments(program.command('experiments'), end);
defineTrajectories(program.command('trajectories'), end);

program
  .command('completion')
  .description('print a script that completes commands and options in your shell')
  .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
  .action(async (shell: Shell) => {
    const { completionCommand } = await import('./completion-command.ts');
    end(completionCommand(program, shell));
  });

const hook = program
  .command('hook')
  .description('read a Claude Code event from standard input and print feedback for the agent')
  // A usage error would exit with 2, which Claude Code takes as a request to block.
  .allowUnknownOption()
  .allowExcessArguments()
  .argument('[ignored...]')
  .action(async () => {
    const { startHook } = await import('./hook-process.ts');
    startHook(processVariables());
  });
for (const [name, description] of [
  ['install', 'add the hook to the Claude Code settings'],
  ['uninstall', 'remove the hook from the Claude Code settings'],
] as const) {
  hook
    .command(name)
    .description(description)
    .option('--project', 'use .claude/settings.json in this folder (default)', false)
    .option('--user', 'use ~/.claude/settings.json', false)
    .option('--dry-run', 'print the resulting file without writing it', false)
    .action(async (scope: HookScope) => {
      const { installHook, uninstallHook } = await import('./hook-command.ts');
      if (scope.project && scope.user) throw new AppError('invalid_input', 'Use either --project or --user, not both.');
      end(name === 'install' ? installHook(scope) : uninstallHook(scope));
    });
}

// A reader that closes the pipe early (`| head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

program.addHelpText(
  'after',
  `
Examples:
  observatory import ~/.claude/projects ~/.codex/sessions
  observatory sessions --errors --since 7d
  observatory session ID --errors`,
);

try {
  if (process.argv.length > 2) await program.parseAsync();
  else program.outputHelp();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExitCode;
  else {
    printNote(isAppError(error) ? error.message : describeFailure(error));
    process.exit(toExitCode(error));
  }
}
