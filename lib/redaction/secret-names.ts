/** What the name of a value says about it. `isAnyKey`: a hash of what it names as often as a secret. `isWeak`: a word with other meanings. */
export type SecretName = { isPassword: boolean; isWeak: boolean; isAnyKey: boolean };

const gap = '[ ._-]?';
/** Passwords, which people choose; other secrets, which are generated; and words that are both more than that and parts of other words. */
const passwords = `pass(?:w(?:or)?d|${gap}phrase|code|wort)|kennwort|contrase[nñ]a|senha|пароль|密码|pwd|masterauth`;
const secrets = `secret(?:${gap}(?:string|text|value))?|credentials?|jwt|bearer`;
const shortPasswords = 'pass|pw|psk';
const shortSecrets = 'auth|pat|dsn|(?<=[_-])sig';

/** A name, and the number of one of several. For a pattern with the flag `i`; `toSecretName` judges its match. */
export const secretNames = {
  pattern: `(?:(${passwords})|(${shortPasswords})|${secrets}|(${shortSecrets})|(token)|(key)(?:${gap}(?:data|base))?)(?:[ _-]?\\d{1,2})?`,
  groups: 5,
};

/** What stands before `pass` or `pw` in names that are written as one word, such as `storepass`. */
const passKinds =
  /(?:admin|bind|db|ftp|key|ldap|login|mail|master|my|owner|pg|proxy|remote|require|root|smtp|smb|sql|ssh|store|sudo|trust|user|vnc|wifi)$/iu;
/** What stands before `key` where it is that of a lock rather than of a table. */
const keyKinds =
  /(?:access|account|admin|aes|api|app|application|auth|client|consumer|cipher|deploy|encrypt|encryption|fernet|hmac|ingest|ingestion|instrumentation|integration|license|master|pre-?shared|private|secret|service|session|shared|signing|storage|subscription|unseal|webhook)[ ._-]?$/iu;

/** Tokens of text and of pages, keys of tables and caches, and tests that are to pass: by the whole word before the name. */
const harmless = {
  token: new Set(
    (
      'next previous prev page nextpage starting paging continuation continue sync pad eos bos unk sep cls mask special stop start end first last ' +
      'each per cancel cancellation design idempotency to'
    ).split(' '),
  ),
  key: new Set('primary foreign sort partition public cache idempotency'.split(' ')),
  pass: new Set(['to']),
};

/** Enough of what stands before a name to hold the longest harmless word. */
const maxBefore = 32;
const escape = /\\{1,8}(?:[nrtbf]|u[0-9a-f]{4})|%[0-9a-f]{2}/giu;

/** The text before a name, without letters that belong to an escape such as `\n`. */
const getBefore = (text: string, at: number): string => text.slice(Math.max(0, at - maxBefore), at).replaceAll(escape, ' ');

/** The last word of a name, in small letters: names consist of words between `_`, `-`, `.` and changes of case. */
export const getLastWord = (name: string): string =>
  (/(?:[A-Z]?[a-z]{1,32}|[A-Z]{1,32})\d{0,4}(?=[_.-]?$)/u.exec(name)?.[0] ?? '').toLowerCase();

/** Whether a word begins there, rather than in the middle of one such as `compass`. */
const isWordStart = (before: string, word: string): boolean =>
  !/[A-Za-z]$/u.test(before) || (/[a-z]$/u.test(before) && /^[A-Z]/u.test(word));

/** What a match of `secretNames` says, whose groups are the first ones; null where it is no name of a secret. */
export const toSecretName = (match: RegExpExecArray): SecretName | null => {
  const [whole = '', password, shortPassword, shortSecret, token, key] = match as (string | undefined)[];
  const before = getBefore(match.input, match.index);
  // An ARN behind the number of an account names a secret, and does not hold it.
  if (before.endsWith('[redacted: ') || /:\d{12}:$/u.test(before)) return null;
  if (key !== undefined && !keyKinds.test(before)) {
    if (!/[_-]$/u.test(before) || harmless.key.has(getLastWord(before))) return null;
    // In capitals it is a variable of the environment, and with one capital a header.
    return { isPassword: false, isWeak: false, isAnyKey: key === 'key' };
  }
  if (token !== undefined && harmless.token.has(getLastWord(before))) return null;
  if (shortSecret !== undefined && !isWordStart(before, whole)) return null;
  if (shortPassword !== undefined && !passKinds.test(before) && (!isWordStart(before, whole) || harmless.pass.has(getLastWord(before))))
    return null;
  const isWeak = /^pass?w?$/iu.test(shortPassword ?? '') && !passKinds.test(before) && !/[_.-]$/u.test(before);
  return { isPassword: (password ?? shortPassword) !== undefined, isWeak, isAnyKey: false };
};

const wholeName = new RegExp(`${secretNames.pattern}$`, 'iu');

/** What the name of a field says about its value; null where it does not name a secret. */
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
