import { findValueEnd, findWordEnd, quote } from './find-value-end.ts';
import {
  isMarkedPassword,
  isNoise,
  isPassphrase,
  isPassword,
  isRandom,
  isRawPublicKey,
  isReference,
  isStrongPassword,
  isSymbolPhrase,
} from './is-plausible.ts';
import { findSecretName, secretNames, toSecretName, type SecretName } from './secret-names.ts';
import type { Secret } from './secret.ts';

/** Settings are aligned in columns. */
const space = '[ \\t]{0,40}';
/** Text between a name and its sign: the end of its quotes, of an index or a call, and the account that a prompt names. */
const behindName = `(?:(?:${quote})[\\])]?|\\])?(?:[ ]is)?(?:[ ]for[ ](?:'[^'\\n]{1,100}'|[^\\s:]{1,60}))?${space}`;
const signs = '(?::[ ]?&?[\\w.<>[\\]?|]{1,30}[ ]=(?![=>])|:=|=>|={1,3}|::?-?|%3[AaDd])';
/** The value may stand in the next line, behind its number or the sign of a YAML block. */
const nextLine = `(?:[|>][+-]?)?[ \\t]{0,4}(?:(?:\\r?\\n|\\\\{1,7}n){1,2}[ \\t]{0,40}(?:\\d{1,5}→|-[ ])?)`;
const gap = '(?:\\s|\\\\{1,7}[nt]){0,20}';
const lineBreak = new RegExp(`${nextLine}$`, 'u');
/** Separators that only count before a quote: of a default value, a pair, an attribute, a call or a field that is filled in. */
const beforeQuote = [
  `(?:${quote})?[\\])]?[ ](?:\\|\\||\\?\\?|or|<-)[ ]`,
  `(?:${quote}),[ \\t]{0,40}`,
  `(?:${quote})[ \\t]{1,4}value=`,
  `(?:${quote})?\\]?(?:${quote})?\\)\\.(?:fill|type|send_?keys|setValue|val|press_?sequentially)\\(`,
].join('|');
/** Wrappers of a value: a YAML tag, or a call that changes its type. */
const decoder = '[\\w.]{0,30}(?:decode\\w{0,10}|from_?(?:hex|base64)\\w{0,6}|unhexlify|parse_?hex|atob|data)';
const wrapper = `(?:![\\w/]{1,20}[ ]|\\[[ ]?(?=[^\\s"'\`[\\]]{6,200}[ ]?\\])|(?:\\[\\]byte|SecretStr|Buffer\\.from|Some|String::from|${decoder})\\((?:base64Encoded:[ ])?b?(?=${quote}))?`;
const otherSeparators = [
  // A flag such as `--password x`, `-storepass x` or `/pass:x`.
  '(?<=(?<![\\w-])--?[\\w-]{1,40})[ =]',
  // In the registry of Windows.
  '[ \\t]{1,20}(?:REG_SZ[ \\t]{1,20}|(?:/t REG_SZ )?/d )',
  // An element such as `<password>x`, `<Password><Value>x`, `<string name="password">x` or `<key>password</key><string>x`.
  `(?<=<[\\w-]{1,40})>(?:${gap}<Value>)?|(?<=[=>](?:${quote})?[\\w.-]{1,80})(?:${quote})?(?:</\\w{1,20}>${gap}<\\w{1,20})?>`,
].join('|');
/** A call or a command, which has texts of all kinds in quotes. */
const doubtful = `(?:[ \\t]{1,40}|\\([ ]?)(?=${quote})`;
/** In a table or prose, many words follow a name, so a value must look like a secret to count as one. */
const looseSeparators = '[ \\t]{1,40}[|│][ \\t]{1,8}|(?:[ ](?:is|was|(?:(?:re)?set[ ])?to))?[ \\t]{1,40}';
const assignment = new RegExp(
  `${secretNames.pattern}(?:${behindName}${signs}${space}(?:\\(?${nextLine})?${wrapper}|(?:${beforeQuote})(?=${quote})|${otherSeparators}|(${doubtful})|(${looseSeparators}))(?:[bfrnu]?(?:""(?=")|\\\\"\\\\"(?=\\\\")|''(?='))?(${quote}))?`,
  'giu',
);

const nextName = /^\\{0,8}["'`][ \t]{0,4}:/u;

/** Enough of a value to judge it by. */
const maxJudged = 64;

/** A name that begins its line, as in settings: behind the value, nothing follows in its line. */
const lineBegin = /(?:^|\n|\\n)[ \t+>-]{0,20}(?:(?:export|set|ENV|ARG)[ ])?[\w.-]{0,60}$/u;
const restOfLine = /^[^\s"'`\\]{1,200}(?=[ \t]{0,4}(?:$|\r?\n|\\{1,8}[nr]))/u;

/** `quoted`: any word may be a password there. `bare`: most words are code. `loose`: most words are prose. `stated`: prose that says what it is. */
type Style = 'quoted' | 'bare' | 'loose' | 'stated';

const isAssignedSecret = (value: string, name: SecretName, style: Style): boolean => {
  const judged = value.slice(0, maxJudged);
  if (/\s/u.test(judged))
    return style === 'quoted' && ((name.isPassword && (isPassphrase(value) || isSymbolPhrase(value))) || isNoise(value));
  if ((name.isAnyKey && isReference(judged)) || (name.isPublicKey && isRawPublicKey(judged))) return false;
  if (!name.isPassword)
    return isRandom(judged) || (style !== 'loose' && style !== 'stated' && isStrongPassword(judged) && /[!@#$%^&*]/u.test(judged));
  if (style === 'loose') return !name.isWeak && isStrongPassword(judged);
  if (style === 'stated') return !name.isWeak && (isStrongPassword(judged) || isMarkedPassword(judged));
  if (name.isWeak)
    return isPassword(judged, false) && /^(?=.*[a-z])[!-~]+$/iu.test(judged) && (style === 'quoted' || isStrongPassword(judged));
  return isPassword(judged, style === 'quoted');
};

/** In `NAME=value`, the way of environment files, in queries and in connection strings, any word may be a password. */
const isSetting = (text: string, at: number, whole: string): boolean => {
  if (!/=$/u.test(whole) || /==$/u.test(whole) || /\s/u.test(text[at + whole.length] ?? ' ')) return false;
  if (whole === whole.toUpperCase()) return true;
  return /(?:[?&;]|\w=[\w.-]{1,60}[ ])[ ]?[\w.-]{0,20}$/u.test(text.slice(Math.max(0, at - 100), at));
};

const toRule = (name: SecretName): string => (name.isPassword ? 'password' : 'secret-value');

const endOfLine = /^\\{0,8}["'`]?[,;]?[ \t]{0,4}(?:[\r\n]|\\{1,8}[nr"]|["'`]|$)/u;

/** The end of a value that goes on as long as a pattern matches. */
const findRunEnd = (text: string, from: number, run: RegExp): number => from + (run.exec(text.slice(from, from + 256))?.[0].length ?? 0);
/** A value alone in its line may hold symbols that end one elsewhere. */
const lineRun = /^[^\s"'`\\]{0,256}/u;
/** The text of an element may hold entities, such as `&amp;`. */
const elementRun = /^[^\s"'`<>\\]{0,256}/u;

/** Values of names such as `password`, `API_KEY` or `"client_secret"`, in code, settings, JSON, headers, flags and URLs. */
export const findAssigned = (text: string): Secret[] => {
  const found: Secret[] = [];
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match; match = assignment.exec(text)) {
    const [whole] = match;
    const [doubt, loose, quoted] = match.slice(1 + secretNames.groups) as (string | undefined)[];
    const start = match.index + whole.length;
    assignment.lastIndex = match.index + Math.max(1, whole.length);
    const name = toSecretName(match);
    if (name === null) continue;
    const isNextLine = lineBreak.test(quoted === undefined ? whole : whole.slice(0, -quoted.length));
    const isElement = quoted === undefined && whole.endsWith('>') && !whole.endsWith('=>');
    const run = isElement ? elementRun : isNextLine && quoted === undefined ? lineRun : null;
    const end = run ? findRunEnd(text, start, run) : findValueEnd(text, start, quoted);
    const behind = text.slice(end, end + 16);
    // In a list of fields, what follows a name that is a value is the next name.
    if (whole.includes(',') && nextName.test(behind)) continue;
    // A line of its own holds nothing else.
    if (isNextLine && !endOfLine.test(behind)) continue;
    const isQuoted = doubt === undefined && (quoted !== undefined || isSetting(text, match.index, whole));
    const style = loose !== undefined ? (/ is\s/u.test(loose) ? 'stated' : 'loose') : isQuoted ? 'quoted' : 'bare';
    if (!isAssignedSecret(text.slice(start, end), name, style)) continue;
    const isLine =
      quoted === undefined && !/\[[ ]?$/u.test(whole) && lineBegin.test(text.slice(Math.max(0, match.index - 100), match.index));
    const rest = isLine ? (restOfLine.exec(text.slice(end, end + 210))?.[0].length ?? 0) : 0;
    const stop = findWordEnd(text, start, end + rest);
    found.push({ start, end: stop, rule: toRule(name) });
    assignment.lastIndex = stop;
  }
  return found;
};

/** The rule by which a whole value is a secret, by the name of its field; null if it is not. `isQuoted` false: judged as a bare word is. */
export const findFieldRule = (field: string, value: string, isQuoted: boolean): string | null => {
  const name = findSecretName(field);
  return name && isAssignedSecret(value, name, isQuoted ? 'quoted' : 'bare') ? toRule(name) : null;
};
