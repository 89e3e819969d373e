import { commandRules } from './command-rules.ts';
import { findValueEnd } from './find-value-end.ts';
import { isPassword, isRandom } from './is-plausible.ts';
import type { Secret } from './secret.ts';
import { toAlternatives } from './to-alternatives.ts';

type Kind = 'value' | 'key' | 'glued' | 'pair' | 'other';
type Options = { kinds: Map<string, Kind[]>; positions: Set<number>; isLine: boolean };

/** By command, all its rules together. */
const optionsOf = new Map<string, Options>();
for (const { commands, values, keys, glued, pairs, others, position, isLine = false } of commandRules) {
  for (const command of commands.split(', ')) {
    const options = optionsOf.get(command) ?? { kinds: new Map<string, Kind[]>(), positions: new Set<number>(), isLine };
    optionsOf.set(command, options);
    if (position !== undefined) options.positions.add(position);
    for (const [kind, names] of [
      ['value', values],
      ['key', keys],
      ['glued', glued],
      ['pair', pairs],
      ['other', others],
    ] as const)
      for (const name of names?.split(' ') ?? []) options.kinds.set(name, [...(options.kinds.get(name) ?? []), kind]);
  }
}

const escapeText = (text: string): string => text.replaceAll(/[.*+?^$()[\]{}|\\]/gu, String.raw`\$&`);
/** Long names first: a subcommand has rules of its own. */
const names = [...optionsOf.keys()].sort((a, b) => b.length - a.length).map((name) => escapeText(name).replaceAll(' ', '[ ]{1,4}'));
const command = new RegExp(`(?:(?<![\\w.-])|\\\\[nrt])(${toAlternatives(names)})(?:\\.exe)?(?=\\\\{0,8}["'\`]|[ \\t])`, 'gu');

/** Programs, and what they do, with something that may be named as a command is. */
const managers =
  'docker|podman|nerdctl|compose|kubectl|helm|systemctl|brew|apt|apt-get|yum|dnf|apk|pacman|choco|scoop|winget|snap|pip3?|npm|pnpm|yarn|gem|cargo|git';
const actions =
  'exec|logs|up|run|start|stop|restart|reload|status|enable|disable|rm|kill|ps|top|port|pull|push|build|create|inspect|wait|attach|install|uninstall|reinstall|upgrade|update|add|remove|info|show|search';
/** The text before a word that is a name, such as that of a container, and not a command. */
const namePlace = new RegExp(
  [
    '--(?:name|hostname|network|network-alias|link|label|service|container|namespace|user)(?:[ =]|["\'],[ ]?)["\']?$',
    '(?:^|[\\s"\'`,])(?:svc|services?|pods?|po|deploy|deployments?|sts|statefulsets?|ds|daemonsets?|jobs?|cronjobs?)/$',
    `\\b(?:${managers})[ ](?:[^\\n"'|;&]{0,60}[ ])?(?:${actions})(?:[ ]-{1,2}\\w[\\w-]{0,30}(?:=\\S{1,30})?){0,3}[ ]$`,
    '\\b(?:kubectl|oc)[ ][^\\n"\'|;&]{0,80}[ ]-c[ ]$',
  ].join('|'),
  'u',
);
const lineBegin = /(?:^|\n|\\n)[ \t+>#-]{0,20}$/u;

/** Whether a word is a command and not a name that looks like one. `before`: the text before it. */
const isCommand = (before: string, { isLine }: Options): boolean => (isLine ? lineBegin.test(before) : !namePlace.test(before));

/** Parts of a command line: a break within it, its end, a quote, and a word. */
const part = /(\\\r?\n|\\{3}n)|(\r?\n|\\{1,8}[nr]|&&|\|\|?|;)|(\\{0,8}["'`])|([^\s"'`\\;|]+)|[\s\\]/gu;
/** Text between an option and its value, also in a list of strings. Group: the quote before the value. */
const lead = /(?:\\{0,8}["'`])?,?(?:[ \t]{1,4}|=|:)?(\\{0,8}["'`])?/uy;
const bareEnd = /[\s"'`\\;|]|&&|[,)\]}]{1,8}(?=[\s"'`]|$)/u;

const maxLine = 2_000;
const maxValue = 256;
/** How much of the text before a command is needed to tell it from a name. */
const maxBefore = 120;

const findEnd = (text: string, from: number, opening: string | undefined): number => {
  if (opening !== undefined) return findValueEnd(text, from, opening);
  const end = text.slice(from, from + maxValue).search(bareEnd);
  return end < 0 ? Math.min(text.length, from + maxValue) : from + end;
};

/** Ports, also of an address, and a user and a group, which are numbers or have the same name. */
const isNoSecret = (value: string): boolean =>
  /^(?:[\d.]+:)?\d{2,5}(?:-\d{2,5})?(?::\d{2,5}(?:-\d{2,5})?)*(?:\/\w{3,4})?$|^([^:]+):\1$/u.test(value);

/** A word, and perhaps its number, as names of databases are. */
const plainWord = /^[A-Za-z_-]+\d{0,4}(?=[\s"'`\\;|]|$)/u;

type Line = { text: string; from: number; to: number; found: Secret[] };

const add = ({ text, to, found }: Line, kind: Kind, start: number, opening: string | undefined, isPlain: boolean): number => {
  const end = Math.min(findEnd(text, start, opening), to + maxValue);
  const value = text.slice(start, end);
  if (kind === 'other' || value.startsWith('[redacted:') || (kind !== 'glued' && isNoSecret(value))) return end;
  const lead = kind === 'pair' ? value.search(/[:%,]/u) + 1 : (/^(?:pass(?:word)?|env|file|fd|stdin):/u.exec(value)?.[0].length ?? 0);
  if ((kind === 'pair' && lead === 0) || /^(?:env|file|fd|stdin):|^-/u.test(value)) return end;
  const secret = value.slice(lead);
  // Words between quotes may be a password; a long text is not.
  if ((/\s/u.test(secret) && secret.length > 64) || !isPassword(secret, isPlain)) return end;
  if (kind === 'key' && !isRandom(secret)) return end;
  found.push({ start: start + lead, end, rule: 'password' });
  return end;
};

/** Reads the words of a line for the options of its commands. Returns whether the line ends there. */
const readLine = (line: Line, commands: readonly Options[]): boolean => {
  const { text, from, to } = line;
  let open: string | null = null;
  let words = 0;
  const findKinds = (option: string): Kind[] => commands.flatMap(({ kinds }) => kinds.get(option) ?? []);
  part.lastIndex = from;
  for (let match = part.exec(text); match && match.index < to; match = part.exec(text)) {
    const [whole, , end, quote, word] = match;
    if (end !== undefined && (open === null || !/^[;|&]/u.test(end))) return true;
    if (quote !== undefined) open = open === null ? quote : open === quote ? null : open;
    if (word === undefined || word === ',') continue;
    const after = match.index + whole.length;
    const [option = word] = /^(?:--?|\/)[\w-]+/u.exec(word) ?? [];
    const named = option.length === word.length || /[=:]/u.test(word[option.length] ?? '') ? findKinds(option) : [];
    const glued = word.startsWith('-hp') ? '-hp' : word.slice(0, 2);
    const isOption = word.startsWith('-') || named.length > 0;
    let stop = after;
    for (const kind of named) {
      lead.lastIndex = match.index + option.length;
      const [, opening] = lead.exec(text) ?? [];
      // Behind a space, what belongs to the option may be something else.
      const isApart = kind === 'glued' && /\s/u.test(text[lead.lastIndex - (opening?.length ?? 0) - 1] ?? '');
      if (
        lead.lastIndex > match.index + option.length &&
        !(isApart && plainWord.test(text.slice(lead.lastIndex, lead.lastIndex + maxValue)))
      )
        stop = add(line, kind, lead.lastIndex, opening, !isApart);
    }
    if (named.length === 0 && isOption && word.length > glued.length && !word.startsWith('--'))
      for (const kind of findKinds(glued)) stop = add(line, kind, match.index + glued.length, undefined, kind !== 'value');
    // A part of a Windows path is no word of its own.
    if (!isOption && text[match.index - 1] !== '\\') {
      if (commands.some(({ positions }) => positions.has(words))) {
        const before = text.slice(match.index - 8, match.index);
        stop = add(line, 'value', match.index, /\\{0,8}["'`]$/u.exec(before)?.[0], false);
      }
      words += 1;
    }
    part.lastIndex = Math.max(after, stop);
  }
  return false;
};

/** Secrets in the options and arguments of commands, in a shell's way or as a list of strings. */
export const findInCommands = (text: string): Secret[] => {
  const found: Secret[] = [];
  const starts = [...text.matchAll(command)];
  let commands: Options[] = [];
  for (const [at, start] of starts.entries()) {
    const from = start.index + start[0].length;
    const to = Math.min(starts[at + 1]?.index ?? text.length, from + maxLine);
    const options = optionsOf.get((start[1] ?? '').replaceAll(/[ ]+/gu, ' '));
    // A command may be an argument of another, as behind `docker exec`.
    if (options && isCommand(text.slice(Math.max(0, start.index - maxBefore), start.index), options))
      commands = [...commands.slice(-2), options];
    if (readLine({ text, from, to, found }, commands)) commands = [];
  }
  return found;
};
