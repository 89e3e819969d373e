/** A word that stands where a value would: in documentation, in types, in forms, in masked output. */
const placeholder =
  /^(?:\[redacted|<|\{\{|#\{|%[A-Za-z_]+%$|\$\(|\$\{|\$[A-Za-z_]\w*$|@[a-z_]+\/|\.\.\.|…)|x{4}|X{4}|\*{3}|•{2}|\.{3}|…|\[redacted|example|placeholder|change[-_ ]?me|replace[-_ ]?(?:me|with)|your[-_ ]|my[-_](?:secret|token|key|api|password|pass)|insert[-_ ]|dummy|\bfake|sample|not[-_ ]a[-_ ]?real|not[-_ ]?real|12345678|abcdefgh|(\d)\1{7}|\$\{|\{\{|process\.env|os\.environ|import\.meta|secrets\./iu;

const words = new Set(
  (
    'password passwd pass pwd passphrase secret token key apikey api_key api-key value string str text number int integer bool boolean any unknown ' +
    'bytes object null none nil undefined true false required optional default empty unset hidden masked redacted removed omitted invalid ' +
    'missing expired wrong incorrect correct valid basic bearer digest test testing user username admin root guest postgres mysql redis ' +
    'rabbitmq mongo localhost enter new old current confirm input output field label name type prompt stdin env file self this yes no on off'
  ).split(' '),
);

/** Bits per character, by how often each one occurs. */
const computeEntropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Whether a value is one that a person put in the place of a real one. */
export const isPlaceholder = (value: string): boolean =>
  words.has(value.toLowerCase()) || new Set(value).size <= 3 || placeholder.test(value);

const isPath = (value: string): boolean =>
  /^(?:~\/|\.{1,2}\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/|\/[\w.-]+$|\/[\w.-]+\/[\w.-]+\.\w{1,5}$)/u.test(value) ||
  /^(?:@?[a-z][\w.-]*\/)+[\w.-]*\.[a-z]{1,5}$/iu.test(value);

/** Words joined by `_`, `-`, `.`, `:` or `/`, or by capital letters, as identifiers, file names and sentences are. */
const isWords = (value: string): boolean =>
  value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/u).every((part) => /^(?:[A-Za-z]{0,14}\d{0,3}|v?\d{1,4})$/u.test(part)) &&
  !/[a-z]\d[a-z]|[A-Z]\d[a-z]|\d[A-Z]\d/u.test(value);

/** Whether a value looks random, as generated keys do: 16 characters or more, letters and digits in no order that words have. */
export const isRandom = (value: string): boolean => {
  if (value.length < 16 || isPlaceholder(value) || isPath(value) || isWords(value)) return false;
  if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value))
    return value.length >= 24 && /[A-Z].*[a-z].*[A-Z]/u.test(value) && computeEntropy(value) >= 3.7;
  return computeEntropy(value) >= 2.9;
};

/**
 * Whether a value may be a password, which a person may have chosen. A bare one, outside of quotes, is code as often as not: it needs a
 * digit or a symbol.
 */
export const isPassword = (value: string, isQuoted: boolean): boolean => {
  if (value.length < 4 || isPlaceholder(value) || isPath(value) || (value.startsWith('/') && isWords(value))) return false;
  if (/^[A-Z][a-z]+$/u.test(value)) return false;
  if (/[()[\]{}<>]/u.test(value) && /^[\w$.!]+[([]|[)\]}]$|^[([{]|=>/u.test(value)) return false;
  if (isQuoted) return value.length >= 6 || /\d/u.test(value);
  return (
    /\d|[!@#%^*~+=?]/u.test(value) && !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/u.test(value) && !/^\d{1,3}$|^\d+(?:\.\d+)+$/u.test(value)
  );
};
