/** What the name of a value says about it. `isAnyKey`: a hash of what it names as often as a secret. `isWeak`: a word with other meanings. */
export type SecretName = { isPassword: boolean; isWeak: boolean; isAnyKey: boolean };

/** A space only between small letters and the like, as in `API key`; no part of a name of code. */
const gap = '[ ._-]?';

/** Passwords, which people choose, also at the end of a longer word. */
const passwords = [
  ...[
    'passw(?:or)?d',
    `pass${gap}phrase`,
    'passcode',
    'passwort',
    'kennwort',
    'contrase[nñ]a',
    `mot${gap}de${gap}passe`,
    'senha',
    'пароль',
    '密码',
    'pwd',
  ],
  '(?:admin|bind|db|ftp|key|ldap|login|mail|master|my|pg|proxy|require|root|smtp|ssh|store|sudo|trust|user|wifi)pass',
  ...['(?:admin|bind|db|owner|root|user)pw', 'masterauth'],
];
/** Passwords whose names are parts of other words: only as whole words. */
const shortPasswords = ['pass', 'pw', 'psk'];

const keyKinds =
  'access|account|admin|aes|api|app|application|auth|client|consumer|cipher|deploy|encrypt|encryption|fernet|hmac|' +
  'ingest|ingestion|instrumentation|integration|license|master|pre-?shared|private|secret|service|session|shared|signing|storage|' +
  'subscription|unseal|webhook';

/** What is generated, also at the end of a longer word. */
const secrets = [
  `(?:${keyKinds})${gap}key(?:${gap}(?:data|base))?`,
  `secret${gap}(?:access${gap}key|key${gap}base|string|text|value)`,
  ...['sharedaccesskey', `client${gap}secret`, 'secret', 'credentials?', 'jwt', 'bearer'],
];
const shortSecrets = ['auth', '(?<=[_-])sig', 'pat', 'dsn'];

/** Groups: a password, a short name of one, a short name of a secret, `token`, a key of any kind. */
const groups = 5;
const names = `(?:(${passwords.join('|')})|(${shortPasswords.join('|')})|${secrets.join('|')}|(${shortSecrets.join('|')})|(token)|(?<=[_-])(key))`;

/** A name, and the number of one of several. For a pattern with the flag `i`; `toSecretName` judges a match. */
export const secretNames = { pattern: `${names}(?:[_-]?\\d{1,2})?`, groups };

/** Tokens of text and of pages, keys of tables and caches, and tests that are to pass: by the whole word before the name. */
const harmless = {
  token: new Set(
    (
      'next previous prev page nextpage paging continuation continue sync pad eos bos unk sep cls mask special stop start end first last ' +
      'each per cancel cancellation design idempotency to'
    ).split(' '),
  ),
  key: new Set('primary foreign sort partition public cache idempotency'.split(' ')),
  pass: new Set(['to']),
};

/** Enough of what stands before a name to hold the longest harmless word. */
const maxBefore = 32;
const escape = /\\+(?:[nrtbf]|u[0-9a-f]{4})|%[0-9a-f]{2}/giu;

/** The text before a name, without letters that belong to an escape such as `\n`. */
const getBefore = (text: string, at: number): string => text.slice(Math.max(0, at - maxBefore), at).replaceAll(escape, ' ');

/** The last word of a name, in small letters: names consist of words between `_`, `-`, `.` and changes of case. */
export const getLastWord = (name: string): string => (/(?:[A-Z]?[a-z]+|[A-Z]+)\d{0,4}(?=[_.-]?$)/u.exec(name)?.[0] ?? '').toLowerCase();

/** Whether a word begins there, rather than in the middle of one such as `compass`. */
const isWordStart = (before: string, word: string): boolean =>
  !/[A-Za-z]$/u.test(before) || (/[a-z]$/u.test(before) && /^[A-Z]/u.test(word));

/** What a match of `secretNames` says, whose groups begin at 1; null where it is no name of a secret. */
export const toSecretName = (match: RegExpExecArray): SecretName | null => {
  const [whole, password, shortPassword, shortSecret, token, anyKey] = match as (string | undefined)[];
  const before = getBefore(match.input, match.index);
  if ((shortPassword ?? shortSecret) !== undefined && !isWordStart(before, whole ?? '')) return null;
  const harmlessWords = token ? harmless.token : anyKey ? harmless.key : shortPassword ? harmless.pass : null;
  if (harmlessWords?.has(getLastWord(before))) return null;
  const isWeak = shortPassword !== undefined && !/[\w.-]$/u.test(before);
  // In capitals it is a variable of the environment, and with one capital a header.
  return { isPassword: (password ?? shortPassword) !== undefined, isWeak, isAnyKey: anyKey === 'key' };
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
