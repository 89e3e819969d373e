/** Variables, and placeholders that a program or a person fills in. An open one belongs to a value that white space or a bracket ended. */
const filledIn = /\$\{[^{}]*\}?|\{\{[^{}]*\}{0,2}|#\{[^{}]*\}?|\$\([^()]*\)?|<[^<>]*>?|%[A-Za-z_]+%|^(?:\$[A-Za-z_]\w*|@[A-Z_]+|\?\w+)$/gu;

/** Code, a scope of packages, a marker of redaction, digits or letters in their order, and the keys in the manuals of AWS. */
const standIn =
  /^(?:process\.env\b[\w.?![\]"']*|os\.environ\b[\w.[\]"']*|import\.meta\b[\w.]*|secrets\.\w+|[a-z][a-z\d-]*:latest|sha(?:1|256|384|512)-[\w+/]+={0,2}|\.{3}[A-Za-z_$][\w$.]*|@[\w-]+\/[\w.-]+(?:@[\w.^~-]+)?|.*\[redacted:|\[redacted(?:: [a-z-]*)?\]?|(?:0?12345678(?:9(?:0(?!12345678))?)?|abcdef(?:ghijkl(?:mnopqr(?:stuvwxyz)?)?|gh(?:ij)?)?)+|AKIA[A-Z0-9]{9}EXAMPLE|[\w/+]{30}EXAMPLEKEY)$/iu;

/** Characters that cover a value, or the end of a cut value. */
const mask = /[*•…]+|\.{3,}|x{4,}/giu;

const words = new Set(
  (
    'password passwd pass pwd passphrase secret token key apikey api_key api-key value string str text number int integer bool boolean any unknown ' +
    'bytes object null none nil undefined true false required optional default empty unset hidden masked redacted removed omitted invalid ' +
    'missing expired wrong incorrect correct valid basic bearer digest test testing user username admin root guest postgres mysql redis ' +
    'rabbitmq mongo localhost enter new old current confirm input output field label name type prompt stdin env file self this yes no on off passed failed skipped error success ok public private'
  ).split(' '),
);
/** Words of phrases such as `your-api-key-here`: one of these, and others that go with them. */
const marks = new Set('your my example placeholder changeme change replaceme replace insert dummy fake sample here not'.split(' '));
const fillers = new Set('me with a an the real api access auth client private public id com org'.split(' '));

const isPhrase = (value: string): boolean => {
  const parts = value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/u).map((part) => part.toLowerCase());
  return (
    parts.some((part) => marks.has(part)) &&
    parts.every((part) => marks.has(part) || fillers.has(part) || words.has(part) || /^\d{0,4}$/u.test(part))
  );
};

/** A value without the ellipsis that it was cut with. */
const withoutEllipsis = (value: string): string => value.replace(/^…|(?:…|\.{3})$/gu, '');

/** Whether a value, as a whole, is one that a person put in the place of a real one. A cut value is judged by the rest of it. */
export const isStandIn = (value: string): boolean => {
  const shown = withoutEllipsis(value);
  if (words.has(shown.toLowerCase()) || standIn.test(shown) || shown.replaceAll(mask, '').length * 2 <= shown.length) return true;
  const fixed = shown.replaceAll(filledIn, '');
  return isPhrase(fixed) || (fixed !== shown && !/[A-Za-z0-9]/u.test(fixed));
};

/** The same, or of three characters at most, repeated. */
export const isPlaceholder = (value: string): boolean => new Set(withoutEllipsis(value)).size <= 3 || isStandIn(value);

/** Bits per character, by how often each one occurs. */
const computeEntropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Letters alone whose case changes more often than words begin. */
const isShuffled = (value: string): boolean => {
  if (!/^[A-Za-z]{16,}$/u.test(value)) return false;
  const capitals = value.replaceAll(/[a-z]/gu, '').length / value.length;
  return capitals >= 0.3 && capitals <= 0.7 && value.split(/(?<=[a-z])(?=[A-Z])/u).length * 5 >= value.length;
};

/** Words joined by `_`, `-`, `.`, `:` or `/`, or by capital letters, as identifiers, file names and sentences are. */
const algorithm = /(?:aes|base|ed|es|hs|md|ps|rs|rsa|secp|sha|utf|x)-?\d{1,5}/giu;

const isWords = (text: string): boolean => {
  // A percent sign and its digits stand for a symbol.
  const value = text.replaceAll(algorithm, '').replaceAll(/%[0-9A-F]{2}/gu, '-');
  return (
    !isShuffled(value) &&
    value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/u).every((part) => /^(?:[A-Za-z]{0,14}\d{0,3}|v?\d{1,4})$/u.test(part)) &&
    !/[a-z]\d[a-z]|[A-Z]\d[a-z]|\d[A-Z]\d/u.test(value)
  );
};

const isPath = (value: string): boolean =>
  /^(?:~\/|\.{1,2}\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/|\/[\w.-]+\/[\w.-]+\.\w{1,5}$)/u.test(value) ||
  // A key may begin with a slash.
  (/^\/[\w.-]+$/u.test(value) && isWords(value)) ||
  /^(?:@?[a-z][\w.-]*\/)+[\w.-]*\.[a-z]{1,5}$/iu.test(value);

/** Capital letters, small letters and digits in turn, as short keys have them. */
const isMixed = (value: string): boolean =>
  value.length >= 12 &&
  /^[A-Za-z0-9]+$/u.test(value) &&
  value.split(/(?<=[a-z])(?![a-z])|(?<=[A-Z])(?![A-Z])|(?<=\d)(?!\d)/u).length * 2 > value.length;

/** Whether a value looks random, as generated keys do: letters and digits in no order that words have, 16 characters or what a cut left. */
export const isRandom = (text: string): boolean => {
  const value = withoutEllipsis(text);
  const [minChars, minEntropy] = value === text ? [16, 2.9] : [8, 2.5];
  if ((value.length < 12 && value === text) || /^[A-Za-z_$][\w$.]*[([]/u.test(value)) return false;
  if ((value.length < minChars && !isMixed(value)) || isPlaceholder(value) || isPath(value) || isWords(value)) return false;
  if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value))
    return (
      isShuffled(value) || (value.length >= 24 && /^[^A-Z]*[A-Z][^a-z]*[a-z][^A-Z]*[A-Z]/u.test(value) && computeEntropy(value) >= 3.7)
    );
  return computeEntropy(value) >= minEntropy;
};

/**
 * Whether a key names a thing, and opens nothing: a hash or UUID, alone or behind words as in keys of caches, a path or name in a store,
 * or a public key.
 */
export const isReference = (value: string): boolean =>
  /^(?:(?:[A-Za-z]{3,20}|v?\d{1,4}|[a-z]\d{2})[:./|-])*[0-9a-f-]*$/u.test(value) ||
  /^[a-z][a-z_-]{2,40}[:/]/u.test(value) ||
  // A time, or an identifier that begins with one.
  /(?<!\d)\d{4}-\d\d-\d\dT\d\d|^(?:[a-z]{2,12}_)?01[0-9A-HJKMNP-TV-Z]{24}$/u.test(value) ||
  /^(?:pk[_-]|ssh-|ecdsa-|AAAA[A-Z][1-9]N|M(?:II[B-D][A-Za-z]jAN|IGfMA0G|IGbMBAG|FkwEw|HYwEA|FYwEA|CowBQ))/u.test(value);

/** Whether a value may be a public key without what says so in its format, such as that of a peer of WireGuard: 32 bytes or more in base64. */
export const isRawPublicKey = (value: string): boolean => /^[\w+/-]{42,}={0,2}$/u.test(value);

/** A regular expression, such as `.{8,}`. */
const isPattern = (value: string): boolean => /[.\])]\{\d+(?:,\d*)?\}|\[[^[\]]+\][+*{]|\\[wds]|\.[*+]/u.test(value);

const isCode = (value: string): boolean => /[()[\]{}<>]/u.test(value) && /^[\w$.!]+[([]|[)\]}]$|^[([{]|=>/u.test(value);

/**
 * Whether a value may be a password, which a person may have chosen. A bare one, outside of quotes, is code as often as not: it needs a
 * digit or a symbol.
 */
export const isPassword = (text: string, isQuoted: boolean): boolean => {
  const value = withoutEllipsis(text);
  if (value.length < 4 || isPlaceholder(value) || isPath(value) || (value.startsWith('/') && isWords(value))) return false;
  if (/^[A-Z][a-z]+$/u.test(value)) return false;
  if (isPattern(value) || (isQuoted ? /^[A-Za-z_$][\w$.]*\([^()]*\)$|^[([{].*[)\]}]$/u.test(value) : isCode(value))) return false;
  if (isQuoted) return value.length >= 6 || /\d/u.test(value);
  return (
    /\d|[!@#%^*~+=?]/u.test(value) && !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/u.test(value) && !/^\d{1,3}$|^\d+(?:\.\d+)+$/u.test(value)
  );
};

/** Whether a value can hardly be anything but a password, also between words of prose: letters and digits in no order that words have. */
export const isStrongPassword = (text: string): boolean => {
  const value = withoutEllipsis(text).replace(/[.,:;!?]{1,8}$/u, '');
  return value.length >= 8 && /[A-Za-z]/u.test(value) && /\d/u.test(value) && isPassword(value, false) && !isWords(value);
};

/** Whether two to four words of a password have symbols within them, as in `hR#9 blue$Kite`. */
export const isSymbolPhrase = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 64 &&
  value.split(' ').length <= 4 &&
  /^(?=.*[A-Z])(?=.*[a-z])[!-~ ]+$/u.test(value) &&
  (value.match(/[A-Za-z0-9][#$%^&*!][A-Za-z0-9]/gu)?.length ?? 0) >= 2;

/** Whether words and digits are joined as people join them for a password: `Pelican-Drum-08`. */
export const isMarkedPassword = (text: string): boolean => {
  const value = text.replace(/[.,:;?]{1,8}$/u, '').replaceAll(algorithm, '');
  return (
    isPassword(value, false) &&
    /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?:(?=.*[^A-Za-z0-9.]).{7,}\d[!@#$%^&*]*|(?=.*\w[!#$%^&*]\w).{8,})$/u.test(value)
  );
};

/** Whether a value is made of printable characters in no order, spaces included, as the salts of WordPress are. */
export const isNoise = (value: string): boolean =>
  value.length >= 32 &&
  value.length <= 128 &&
  !/[^ -~]|[A-Za-z]{9}/u.test(value) &&
  [/[a-z]/gu, /[A-Z]/gu, /\d/gu, /[^\w\s]/gu].every((kind) => (value.match(kind)?.length ?? 0) >= 4) &&
  value.split(' ').length * 8 <= value.length &&
  computeEntropy(value) >= 4.5;

/** Words that sentences about passwords have. */
const prose = new Set(
  (
    'the and for your you must should will not can cannot with this that these from have has have been are was were than when what which ' +
    'least enter please use using contain contains characters letters digits reset forgot login log sign account email change again same'
  ).split(' '),
);

/** Whether a value consists of words that make no sentence, as in `correct horse battery staple`. */
export const isPassphrase = (value: string): boolean => {
  const parts = value.split(' ');
  if (parts.length < 4 || parts.length > 12 || parts.some((part) => !/^[a-z]{3,10}$/u.test(part) || prose.has(part))) return false;
  return parts.filter((part) => words.has(part)).length <= 1;
};
