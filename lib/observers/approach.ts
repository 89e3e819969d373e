import type { ObservedCall } from './observed-call.ts';

/** Text in front of the program itself: an entered folder, an answer on standard input, a wrapper. */
const preludes =
  /^(?:cd \S+ (?:&&|;) |(?:echo|printf|yes)\b[^|]{0,60}\| |(?:sudo|env|time|command|timeout(?: -\S+)* \S+|npx|bunx|uvx|pnpm dlx|(?:poetry|uv|pipenv) run|\w+=\S*|-\S+) )/u;
const maxPreludes = 8;

/** Programs whose next word is a file or a pattern: to try another one of them is the same attempt. */
const showing = /^(?:cat|bat|head|tail|ls|sed|awk|wc|stat|file|less|tree|jq|diff)$/u;
const searching = /^(?:e?f?grep|rg|ag|ack|find|fd)$/u;
const locating = /^(?:which|whereis|type|hash)$/u;

/** The words of a shell command, without options and what stands before its program. */
export const listCommandWords = (summary: string): string[] => {
  let command = summary.trimStart();
  for (let at = 0; at < maxPreludes; at += 1) {
    const rest = command.replace(preludes, '');
    if (rest === command) break;
    command = rest;
  }
  return command.split(/\s+/u).filter((word) => word !== '' && !/^-/u.test(word));
};

/** The program that a command runs, without its version: `create-next-app` of `npx create-next-app@latest web`. */
export const programOf = (summary: string): string => listCommandWords(summary)[0]?.split('@')[0] ?? '';

/** Their next word is a script. */
const interpreters = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php|(?:ba|z)?sh|source)$/u;
const subcommand = /^[A-Za-z][\w:-]*$/u;
const runners = /^(?:run|exec|run-script)$/u;

/** Attempt of a call, without its options and arguments: program and subcommand or script of a command, else the tool. */
export const approachOf = ({ kind, name, summary }: Pick<ObservedCall, 'kind' | 'name' | 'summary'>): string => {
  if (kind !== 'shell') return name;
  const [program = '', next = '', last = ''] = listCommandWords(summary);
  if (searching.test(program)) return 'search';
  if (locating.test(program)) return 'locate';
  if (showing.test(program)) return 'show';
  if (interpreters.test(program)) return `${program} ${next}`;
  return [program, ...(subcommand.test(next) ? [next] : []), ...(runners.test(next) ? [last] : [])].join(' ');
};
