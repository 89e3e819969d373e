/** Letters of scripts that are written without spaces between words. Below U+0E00 are only accents that those scripts share with others. */
const unspaced =
  '(?![\\0-\\u0dff])(?=[\\p{L}\\p{M}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const unspacedRuns = new RegExp(`(?:${unspaced})+`, 'gu');
const hasUnspacedRun = new RegExp(unspaced, 'u');
/** Most texts have no such character, and this is found out faster. Emoji and typographic signs are not among them. */
const mayHaveUnspaced = /[\u0e00-\u1fff\u2e80-\ud83b\ud840-\uffff]/;
const words = /[\p{L}\p{N}\p{M}\p{Co}_]+/gu;

/** Whether a text has letters of a script that is written without spaces: those are found by pairs of letters. */
export const hasUnspaced = (text: string): boolean => mayHaveUnspaced.test(text) && hasUnspacedRun.test(text);

/** The words of a text, as they are searched: letters, digits and underscores. */
export const listWords = (text: string): string[] => text.match(words) ?? [];

/** Whether the index has a word for it: it is not made of underscores and marks alone. */
export const hasLetter = (word: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(word);

/** A word in the parts that are searched differently, in order. */
export const splitScripts = (word: string): { text: string; isUnspaced: boolean }[] => {
  const parts: { text: string; isUnspaced: boolean }[] = [];
  let from = 0;
  for (const { 0: run, index } of word.matchAll(unspacedRuns)) {
    if (index > from) parts.push({ text: word.slice(from, index), isUnspaced: false });
    parts.push({ text: run, isUnspaced: true });
    from = index + run.length;
  }
  if (from < word.length) parts.push({ text: word.slice(from), isUnspaced: false });
  return parts;
};

/** Puts spaces around what is written without them, so that a word beside it is a word. */
export const separateScripts = (text: string): string => text.replace(unspacedRuns, ' $& ');

/** Each letter with the one after it, and the last one alone: `日本語` is `日本 本語 語`. */
export const toPairs = (run: string): string[] => {
  const letters = Array.from(run);
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''));
};

/** The pairs of all runs of a text; '' if it has none. */
export const listPairs = (text: string): string => (text.match(unspacedRuns) ?? []).flatMap(toPairs).join(' ');

const folded = new Map<string, string>();
const maxFolded = 10_000;
/** Whatever may have case or accents. Chinese, kana and Korean have neither, in the index. */
export const foldableRuns = /[^\0-\x7f\u3000-\u9fff\uac00-\ud7a3]+/gu;

/** A character without case and accents; a mark of its own is ''. */
export const foldChar = (char: string): string => {
  const known = folded.get(char);
  if (known !== undefined) return known;
  const plain = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (folded.size < maxFolded) folded.set(char, plain);
  return plain;
};

const makeFoldWord =
  (fold: (char: string) => string) =>
  (word: string): string =>
    word.replace(foldableRuns, (run) => Array.from(run, fold).join('')).toLowerCase();

/** As words are compared: without case and accents. */
export const foldWord = makeFoldWord(foldChar);

/** Marks that the index leaves out behind a letter. Others part words. */
const leftOut = '\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331';
/** Characters of indexed words, as part of a pattern with the flag `u`. */
export const indexedLetter = `[\\p{L}\\p{N}\\p{Co}${leftOut}]`;
/** Marks to leave out. In scripts without spaces these are all marks: pairs of letters do without them. */
const isLeftOut = new RegExp(`^(?:[${leftOut}]|${unspaced}\\p{M})$`, 'u');
/** Latin letters that the index keeps as they are. */
const keptLetters = new Set('ǡı');
const isLatin = /^[a-z]$/u;

/** A character as the index takes it: without case, Latin letters without accents; '' for a mark that it leaves out. */
export const foldIndexed = (char: string): string => {
  if (isLeftOut.test(char)) return '';
  const lower = char.toLowerCase();
  // Letters of another form have the same upper case: ς and σ, ſ and s.
  const upper = keptLetters.has(lower) ? lower : lower.toUpperCase();
  const same = upper.length === lower.length ? upper.toLowerCase() : lower;
  const plain = foldChar(same);
  return isLatin.test(plain) && !keptLetters.has(same) ? plain : same;
};

/** A word as the index takes it. */
export const foldIndexedWord = makeFoldWord(foldIndexed);

const lastLatin = 0x1e_ff;

let known: ReadonlyMap<string, string> | null = null;
/** For each letter from a to z, those that the index takes for it: it leaves out accents of Latin letters alone. */
const listVariants = (): ReadonlyMap<string, string> => {
  if (known !== null) return known;
  const variants = new Map<string, string>();
  for (let code = 0x80; code <= lastLatin; code += 1) {
    const char = String.fromCharCode(code);
    const plain = foldIndexed(char);
    if (isLatin.test(plain)) variants.set(plain, (variants.get(plain) ?? '') + char);
  }
  known = variants;
  return variants;
};

/** The source of a pattern (with the flags `iu`) for a letter of a word and all that the index takes for the same. */
export const toLetterPattern = (char: string): string => {
  const plain = foldIndexed(char);
  if (plain === '') return '';
  const isPlain = isLatin.test(plain);
  return `[${isPlain ? plain : char}${isPlain ? (listVariants().get(plain) ?? '') : ''}][${leftOut}]*`;
};
