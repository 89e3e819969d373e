import type { OutcomeDraft } from '../format.ts';
import type { Process } from './reader-state.ts';

const commandTools = new Set(['exec_command', 'write_stdin', 'shell', 'shell_command']);
/** Tools that throw when they fail, so that a script that completed did not see them fail. */
const throwingTools = new Set(['apply_patch', 'update_plan', 'view_image', 'wait']);
const catching = /\bcatch\b|\ballSettled\b/u;

type Rule = { letter: string; command: RegExp; failure: RegExp };

/** A program by its name as a word of a command line; not a file of that name. */
const runs = (names: string): RegExp => new RegExp(`(?<![\\w.-])(?:${names})(?![\\w./-])`, 'u');

/**
 * Texts that a program prints only when it fails. A rule holds only for scripts that run the program, so that reading another
 * program's log is no failure.
 */
const rules: readonly Rule[] = [
  {
    letter: 'c',
    command: runs('cargo|rustc'),
    failure: /^(?:error\[E\d{4}\]: |error: could not compile |error: test failed|test result: FAILED)/mu,
  },
  {
    letter: 'n',
    command: runs('npm|npx|pnpm|yarn|node|bun'),
    failure:
      /^(?:npm (?:ERR!|error) |# fail [1-9]|[^\S\r\n\u2028\u2029]*Tests?(?: Files)?:?\s+\d+ failed\b|\S*[^\S\r\n\u2028\u2029]*ELIFECYCLE\b)/mu,
  },
  {
    letter: 'p',
    command: runs('python[\\d.]*|pytest|uv|tox'),
    failure:
      /^(?:(?=.* =+$)=+ .*\b\d+ (?:failed|errors?)\b|FAILED \(|Traceback \(most recent call last\):\n(?:[ \t].*\n)+[\w.]+(?:[ \t]*|:.*)(?:[\r\n]\s*)?(?![^]))/mu,
  },
  { letter: 'g', command: runs('go'), failure: /^(?:FAIL(?:\t|$)|--- FAIL: )/mu },
  { letter: 'm', command: runs('make'), failure: /^make(?:\[\d+\])?: \*\*\* /mu },
  { letter: 't', command: runs('tsc|typecheck|type-check|types'), failure: /\berror TS\d{4,5}: /u },
  { letter: 'f', command: runs('git'), failure: /^fatal: /mu },
  {
    letter: 's',
    command: /\bexec_command\b/u,
    failure: /^(?:\/bin\/)?(?:ba|z|da)?sh: (?:line \d+: |\d+: )?.{1,200}: (?:command )?not found$/mu,
  },
];

const maxCommands = 9;
const maxScriptCharacters = 65_536;
const maxOutputCharacters = 16_384;

/**
 * Features of a script, by letter: `x` for each command, `o` for tools that can fail without an exception, and the rules that apply to it.
 */
export const toScriptNeeds = (params: string): string => {
  const source = params.slice(0, maxScriptCharacters).replaceAll(/(?<!\\)\\+[nrt"']/gu, ' ');
  const tools = [...source.matchAll(/\btools(?:\.|\[\W{0,2})(\w+)/gu)].map(([, name]) => name ?? '');
  const commands = tools.filter((tool) => commandTools.has(tool)).length;
  const isThrowing = tools.length > 0 && !catching.test(source) && tools.every((tool) => commandTools.has(tool) || throwingTools.has(tool));
  const applying = rules.filter(({ command }) => commands > 0 && command.test(source)).map(({ letter }) => letter);
  return ['x'.repeat(Math.min(commands, maxCommands)), isThrowing ? '' : 'o', ...applying].join('');
};

/**
 * How a script ended. "Completed" does not cover its commands: the script failed if one of them did, is ok if all are known to
 * have succeeded, and is unknown otherwise.
 */
export const toScriptOutcome = (process: Process, text: string, callOutcome: OutcomeDraft, printedCodes: number): OutcomeDraft => {
  if (callOutcome.outcome !== 'ok' && callOutcome.outcome !== 'unknown') return callOutcome;
  const durationMs = callOutcome.durationMs ?? null;
  const { needs, commands, isFailed, exitCode } = process;
  if (isFailed) return { outcome: 'error', outcomeSource: exitCode === null ? 'flag' : 'exit_code', exitCode, durationMs };
  const output = text.slice(-maxOutputCharacters);
  if (rules.some(({ letter, failure }) => needs?.includes(letter) && failure.test(output)))
    return { outcome: 'error', outcomeSource: 'text', durationMs };
  if (!text.startsWith('Script completed')) return callOutcome;
  if (printedCodes > 0 && printedCodes >= countOf('x', needs)) return callOutcome;
  if (commands > 0) return { outcome: 'ok', outcomeSource: 'exit_code', exitCode: 0, durationMs };
  return needs === '' ? { outcome: 'ok', outcomeSource: 'text', durationMs } : { outcome: 'unknown', outcomeSource: 'none', durationMs };
};

const countOf = (letter: string, needs: string | null): number => (needs ?? '').split(letter).length - 1;
