const vowel = /[aeiouy]/u;
const stems = new Map<string, string>();
const maxStems = 20_000;

const strip = (word: string, ending: RegExp, minLeft: number): string => {
  const left = word.replace(ending, '');
  return left.length >= minLeft && vowel.test(left) ? left : word;
};

/** Short forms of words, and other spellings that endings do not explain. */
const shortForms: Readonly<Record<string, string>> = {
  arg: 'argument',
  auth: 'authentication',
  authn: 'authentication',
  authz: 'authorization',
  caught: 'catch',
  config: 'configuration',
  creds: 'credential',
  db: 'database',
  docs: 'document',
  docstring: 'document',
  err: 'error',
  fn: 'function',
  id: 'identifier',
  ids: 'identifier',
  msg: 'message',
  param: 'parameter',
  params: 'parameter',
  args: 'argument',
  passwd: 'password',
  pwd: 'password',
  repo: 'repository',
  thrown: 'throw',
  written: 'write',
};

const computeStem = (written: string): string => {
  const word = shortForms[written] ?? written;
  if (word.length < 4 || !/^[a-z]+$/u.test(word)) return word;
  let stem = word.length > 6 && !/^(?:under|uni|until)/u.test(word) ? word.replace(/^(?:un|non)(?=[a-z]{4})/u, '') : word;
  stem = stem
    .replace(/ies$/u, 'y')
    .replace(/(ss|[xz]|[cs]h)es$/u, '$1')
    .replace(/(?<=[^su])s$/u, '');
  stem = strip(strip(stem, /ed(?:ly)?$/u, 3), /ing(?:ly)?$/u, 3).replace(/([bdgklmnprt])\1$/u, '$1');
  stem = strip(strip(stem, /(?:ness|ly)$/u, 4), /e$/u, 3);
  stem = strip(strip(strip(stem, /(?:er|or|ion)$/u, 4), /at$/u, 5), /i[sz]$/u, 5);
  stem = strip(stem, /(?:ment|abilit?y|abl|ibilit?y|ibl|it?y|al|iv|anc|enc|ant|ent)$/u, 4);
  return stem.replace(/is$/u, 'iz').replace(/y$/u, 'i');
};

/** The part of an English word that its forms share: `validation`, `validated` and `unvalidated` are `valid`. */
export const toStem = (word: string): string => {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = computeStem(word);
  if (stems.size < maxStems) stems.set(word, stem);
  return stem;
};
