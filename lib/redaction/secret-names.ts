/**
 * Meaning of a value's name. `isAnyKey`: it names a thing as often as a secret. `isPublicKey`: it may be a public key.
 * `isWeak`: the word has other meanings.
 */
export type SecretName = { isPassword: boolean; isWeak: boolean; isAnyKey: boolean; isPublicKey: boolean };

const gap = '[ ._-]?';
/** Passwords, which people choose; other secrets, which are generated; and words that are both more than that and parts of other words. */
const passwords = `pass(?:w(?:or)?d|${gap}phrase|code|wort)|kennwort|contrase[nñ]a|senha|пароль|密码|pwd|masterauth|(?<=(?:bind|security)[._-])credentials?`;
const secrets = `secret(?:${gap}(?:string|text|value))?|credentials?|jwt|bearer`;
const shortPasswords = 'pass|pw|psk';
const shortSecrets = 'auth|pat|dsn|(?<=[_-])sig';

/** Suffixes that distinguish several secrets of one name: environment, age, place, service and form. */
export const suffixes = (
  'production prod prd preprod development devel dev testing test staging stage stg sandbox preview live local ci uat qa demo ' +
  'old new default current previous prev primary secondary backup main fallback temp tmp admin root base64 b64 plaintext plain raw value ' +
  'eu us uk ap apac asia east west north south central mysql postgres redis mongo github gitlab openai anthropic aws azure gcp slack stripe smtp'
).split(' ');
const suffix = `(?:${suffixes.join('|')}|v\\d{1,2})`;
const number = '(?:[ _-]?\\d{1,2})?';

/** A name, alone or in the plural, and what tells it from others. For a pattern with the flag `i`; `toSecretName` judges its match. */
export const secretNames = {
  pattern: `(?:(${passwords})s?|(${shortPasswords})|(?:${secrets})s?|(${shortSecrets})|(token)s?|(key)(?:s|${gap}(?:data|base))?)${number}((?:[._-]?${suffix}){1,3}(?![a-z(]))?${number}`,
  groups: 6,
};

/** Words before `pass` or `pw` in names that are written as one word, such as `storepass`. */
const passKinds =
  /(?:admin|bind|db|ftp|key|ldap|login|mail|master|my|owner|pg|proxy|remote|require|root|smtp|smb|sql|ssh|store|sudo|trust|user|vnc|wifi)$/iu;
/** Words before `key` if it opens a lock rather than a row of a table. */
const keyKinds =
  /(?:access|account|admin|aes|api|app|application|auth|client|consumer|cipher|deploy|encrypt|encryption|fernet|hmac|ingest|ingestion|instrumentation|integration|license|master|pre-?shared|private|secret|service|session|shared|signing|storage|subscription|unseal|webhook)[ ._-]?$/iu;

/** Tokens of text and of pages, and keys of tables: by the whole word before the name. */
export const harmless = {
  token: new Set(
    (
      'next previous prev page nextpage starting paging continuation continue sync pad eos bos unk sep cls mask special stop start end first last ' +
      'jsonweb each per cancel cancellation design idempotency to'
    ).split(' '),
  ),
  // The last four are hashes of this program, as in the exported states of observers.
  key: new Set('primary foreign sort partition config call result error'.split(' ')),
};

/** Keys that are hashes as often as secrets even where their names are written as those of variables or headers are. */
const anyKeyKinds = new Set('public cache idempotency'.split(' '));

/** Ends one word of two, and is no end of text. */
const frontend = /(?:front|back)[_.-]?end[_.-]?$/iu;

/** As in the names of assemblies of .NET. */
const publicKey = /public[_.-]?key[_.-]?$/iu;

/** Lists of tests that are to pass. */
const testsTo = /(?:fail|failing|failed|pass|tests?|expected)[_-]?to[_-]?$/iu;

/** An ARN behind the number of an account names a secret, and does not hold it. */
const secretArn = /\barn[: ]aws[\w-]{0,20}[: ]secretsmanager[: ][\w-]{0,40}[: ]\d{12}[: ]$/u;

/** Enough of what stands before a name to hold the longest harmless word, and an ARN. */
const maxBefore = 80;
const escape = /\\{1,8}(?:[nrtbf]|u[0-9a-f]{4})|%[0-9a-f]{2}/giu;

/** The text before a name, without letters that belong to an escape such as `\n`. */
const getBefore = (text: string, at: number): string => text.slice(Math.max(0, at - maxBefore), at).replaceAll(escape, ' ');

/** The last word of a name, in small letters: names consist of words between `_`, `-`, `.` and changes of case. */
export const getLastWord = (name: string): string =>
  (/(?:[A-Z]?[a-z]{1,32}|[A-Z]{1,32})\d{0,4}(?=[_.-]?$)/u.exec(name)?.[0] ?? '').toLowerCase();

/** Whether a word begins there, rather than in the middle of one such as `compass`. */
const isWordStart = (before: string, word: string): boolean =>
  !/[A-Za-z]$/u.test(before) || (/[a-z]$/u.test(before) && /^[A-Z]/u.test(word));

/** Meaning of a match whose first groups are those of `secretNames`; null if it is not the name of a secret. */
export const toSecretName = (match: RegExpExecArray): SecretName | null => {
  const [whole = '', password, shortPassword, shortSecret, token, key, end] = match as (string | undefined)[];
  const before = getBefore(match.input, match.index);
  if (before.endsWith('[redacted: ') || secretArn.test(before)) return null;
  // A suffix written as one word with the name has a capital letter.
  if (end !== undefined && !/^(?:[._-]|[A-Z][a-z\d])/u.test(end)) return null;
  const lastWord = getLastWord(before);
  if (key !== undefined && !keyKinds.test(before)) {
    const isWord = /[._-]$/u.test(before) || (/[a-z\d]$/u.test(before) && /^K[a-z]/u.test(key));
    if (!isWord || harmless.key.has(lastWord)) return null;
    // In capitals it is a variable of the environment, and with one capital behind a dash a header.
    const isAnyKey = key === 'key' || !/[_-]$/u.test(before) || anyKeyKinds.has(lastWord);
    return { isPassword: false, isWeak: false, isAnyKey, isPublicKey: lastWord === 'public' };
  }
  if (token !== undefined && ((harmless.token.has(lastWord) && !frontend.test(before)) || publicKey.test(before))) return null;
  if (shortSecret !== undefined && !isWordStart(before, whole)) return null;
  if (shortPassword !== undefined && ((!passKinds.test(before) && !isWordStart(before, whole)) || testsTo.test(before))) return null;
  const isWeak = /^pass?w?$/iu.test(shortPassword ?? '') && !passKinds.test(before) && !/[_.-]$/u.test(before);
  return { isPassword: (password ?? shortPassword) !== undefined, isWeak, isAnyKey: false, isPublicKey: false };
};

const wholeName = new RegExp(`${secretNames.pattern}$`, 'iu');

/** Meaning of a field's name for its value; null if it does not name a secret. */
export const findSecretName = (name: string): SecretName | null => {
  const match = wholeName.exec(name);
  return match && toSecretName(match);
};

const jsonGap = '(?:\\s|\\\\{1,8}[nrt]){0,40}';
const nameInJson = new RegExp(`${secretNames.pattern}\\\\{0,8}"${jsonGap}(?:[,}]|:${jsonGap}[[{])`, 'giu');

/** Whether a text may hold JSON that names a secret by a pair, or by the key of a list or object. */
export const mayNameInJson = (text: string): boolean => {
  nameInJson.lastIndex = 0;
  for (let match = nameInJson.exec(text); match; match = nameInJson.exec(text)) if (toSecretName(match)) return true;
  return false;
};
