import { runners, wrappers } from './shell-programs.ts';

export const isOption = (word: string): boolean => word.startsWith('-') && word.length > 1;
export const behindLast = (word: string, mark: string): string => word.slice(word.lastIndexOf(mark) + 1);
export const toProgram = (word: string): string => behindLast(behindLast(word, '/'), '\\').replace(/\.(?:exe|cmd|bat)$/u, '');
/** Assigned variables, which stand before a command. */
export const assignment = /^\w+\+?=/u;

/** The command behind words that run it, such as `sudo -u me timeout 5 npx tsc`. */
export const unwrap = (all: readonly string[]): readonly string[] => {
  let words = all;
  for (let rounds = 0; rounds < 12; rounds += 1) {
    let at = 0;
    while (at < words.length && assignment.test(words[at] ?? '')) at += 1;
    const program = toProgram(words[at] ?? '');
    // `command -v X` only asks where a program is.
    if (program === 'command' && /^-\w*[vV]$/u.test(words[at + 1] ?? '')) return ['type', ...words.slice(at + 2)];
    const options = wrappers.get(program);
    const runner = runners.get(program);
    const next = runner ? words.findIndex((word, index) => index > at && !isOption(word)) : -1;
    const isRunner = next > 0 && runner?.has(words[next] ?? '') === true;
    if (options === undefined && !isRunner) return at === 0 ? words : words.slice(at);
    const valued = options?.split(' ') ?? [
      '-n',
      '--with',
      '-p',
      '--name',
      '--project',
      '--filter',
      '--group',
      '--extra',
      '--python',
      '--env-file',
      '--directory',
    ];
    at = isRunner ? next + 1 : at + 1;
    while (at < words.length && (isOption(words[at] ?? '') || (program === 'env' && assignment.test(words[at] ?? ''))))
      at += valued.includes(words[at] ?? '') ? 2 : 1;
    // `timeout 5`
    if (/timeout$/u.test(program)) at += 1;
    if (at >= words.length) return [];
    words = words.slice(at);
    // A runner knows scripts of the project by names that are commands of a shell otherwise.
    if (isRunner && words[0] === 'test') return ['npm', 'run', ...words];
  }
  return words;
};
