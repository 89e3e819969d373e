import { isPassword, isRandom } from './is-plausible.ts';
import type { Secret } from './secret.ts';

const passwordNames = 'passw(?:or)?d|passphrase|passwort|pwd|(?<=[_-])pass';
const keyNames =
  '(?:api|access|secret|private|auth|account|storage|shared|encryption|encrypt|signing|master|service|license|deploy|webhook|app|session|client)[_-]?key(?:[_-]data)?|' +
  'secret[_-]?key[_-]?base|sharedaccesskey|secret[_-]?access[_-]?key|client[_-]?secret|secret|token|credentials?|jwt|bearer|(?<=[_-])(?:auth|sig|pat|dsn|(key))|(?<![\\w.-])auth(?=\\\\{0,8}["\']|$)';

/** A quote, as it stands in code or, escaped or percent-encoded, within a string of JSON or a URL. */
const quote = '\\\\{0,8}["\'`]|%22|&quot;';
/** Groups: a name of passwords; a key of any kind, which may be a hash of what it names. */
const names = `(?:(${passwordNames})|${keyNames})`;
const separators = `(?:${quote})?\\]?[ \\t]{0,8}(?::=|=>|={1,3}|:|%3[AaDd])[ \\t]{0,8}`;
/** Of a flag such as `--password x`, a pair such as `set('x-api-key', 'x')`, an element such as `<password>x` or `<add key="password" value="x">`. */
const otherSeparators = `(?<=--[\\w-]{1,40})[ =]|(?:${quote}),[ \\t]{0,4}(?=${quote})|(?<=<[\\w-]{1,40})>|["'][ \\t]{1,4}value=(?=${quote})`;
const assignment = new RegExp(`${names}(?:[_-]?\\d{1,2})?(?:${separators}|${otherSeparators})(?:[bfr]?(${quote}))?`, 'giu');

/** Tokens of text rather than of access, and places to continue from. */
const harmlessNames =
  /(?:next|previous|prev|page|paging|continuation|continue|sync|pad|eos|bos|unk|sep|cls|mask|special|stop|start|end|first|last|each|per|cancel(?:lation)?|design|primary|foreign|sort|partition|cache|idempotency|public|row|object|react|translation|i18n|locale|[_-]to)[_-]?$/iu;

const maxProbe = 256;
const bareEnd = /[\s"'`,;&|<>)\]}\\]|=(?=\w)|%22|%26|&quot;/u;

/** The end of a value: its closing quote, or what ends a bare word. Null for a quoted one that holds white space: that is prose. */
const findEnd = (text: string, from: number, quoted: string | undefined): number => {
  if (quoted === undefined) {
    const end = text.slice(from, from + maxProbe).search(bareEnd);
    return end < 0 ? Math.min(text.length, from + maxProbe) : from + end;
  }
  const mark = quoted.at(-1) === '2' ? '%22' : quoted.startsWith('&') ? quoted : (quoted.at(-1) ?? '');
  const probe = text.slice(from, from + maxProbe);
  const stop = probe.search(/[\r\n]/u);
  // Cut off with an ellipsis, it ends there: the next quote is another's.
  const cut = /^[^\s"'`]{4,}?(?:…|\.{3})(?=[\s)\]}]|$)/u.exec(probe);
  if (cut) return from + cut[0].length;
  const end = probe.indexOf(mark);
  if (end < 0 || (stop >= 0 && stop < end)) return stop < 0 ? from + probe.length : from + stop;
  // The backslashes before it belong to the quote.
  const escapes = mark.length === 1 ? quoted.length - 1 : 0;
  return from + Math.max(0, end - escapes);
};

/** A value that is longer than what was looked at goes on to the end of its word. */
const extend = (text: string, end: number, from: number): number => {
  if (end - from < maxProbe) return end;
  const rest = /[\s"'`,;&|<>)\]}\\]/gu;
  rest.lastIndex = end;
  return rest.exec(text)?.index ?? text.length;
};

const nextName = /^\\{0,8}["'`][ \t]{0,4}:/u;

/** Enough of a value to judge it by. */
const maxJudged = 64;

type Name = { isPassword: boolean; isAnyKey: boolean };

const isAssignedSecret = (value: string, name: Name, isQuoted: boolean): boolean => {
  const judged = value.slice(0, maxJudged);
  if (/\s/u.test(judged) || (name.isAnyKey && /^[0-9a-f-]*$/u.test(judged))) return false;
  return name.isPassword ? isPassword(judged, isQuoted) : isRandom(judged);
};

/** In `NAME=value`, the way of environment files, any word may be a password. */
const isEnvironment = (text: string, at: number, name: string | undefined): boolean => {
  if (name === undefined || name !== name.toUpperCase()) return false;
  const behind = at + name.length;
  return text[behind] === '=' && text[behind + 1] !== '=' && !/\s/u.test(text[behind + 1] ?? ' ');
};

const toRule = (name: Name): string => (name.isPassword ? 'password' : 'secret-value');

/** Values of names such as `password`, `API_KEY` or `"client_secret"`, in code, settings, JSON, headers, flags and URLs. */
export const findAssigned = (text: string): Secret[] => {
  const found: Secret[] = [];
  assignment.lastIndex = 0;
  for (let match = assignment.exec(text); match; match = assignment.exec(text)) {
    const [whole, passwordName, anyKey, quoted] = match;
    const start = match.index + whole.length;
    assignment.lastIndex = match.index + Math.max(1, whole.length);
    if (harmlessNames.test(text.slice(Math.max(0, match.index - 16), match.index))) continue;
    const end = findEnd(text, start, quoted);
    // In a list of fields, what follows a name that is a value is the next name.
    if (whole.includes(',') && nextName.test(text.slice(end, end + 16))) continue;
    const value = text.slice(start, end);
    const name = { isPassword: passwordName !== undefined, isAnyKey: anyKey !== undefined };
    if (!isAssignedSecret(value, name, quoted !== undefined || isEnvironment(text, match.index, passwordName))) continue;
    const stop = extend(text, end, start);
    found.push({ start, end: stop, rule: toRule(name) });
    assignment.lastIndex = stop;
  }
  return found;
};

const secretName = new RegExp(`${names}(?:[_-]?\\d{1,2})?$`, 'iu');

/** Whether a field of this name holds a secret. */
export const isSecretName = (name: string): boolean => {
  const match = secretName.exec(name);
  return match !== null && !harmlessNames.test(name.slice(0, match.index));
};

/** The rule by which a whole value is a secret, by the name of its field; null if it is not. `isQuoted` false: judged as a bare word is. */
export const findFieldRule = (name: string, value: string, isQuoted: boolean): string | null => {
  const match = secretName.exec(name);
  if (!match || harmlessNames.test(name.slice(0, match.index))) return null;
  const kind = { isPassword: match[1] !== undefined, isAnyKey: match[2] !== undefined };
  return isAssignedSecret(value, kind, isQuoted) ? toRule(kind) : null;
};

const gap = '(?:\\s|\\\\{1,8}[nrt]){0,40}';
/** A name at the end of a string of JSON that may be that of a pair, or the key of a list or object. */
export const secretNameInJson = new RegExp(`${names}(?:[_-]?\\d{1,2})?\\\\{0,8}"${gap}(?:[,}]|:${gap}[[{])`, 'iu');
