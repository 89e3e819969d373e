/** A file that a patch names, and the word for its change. */
export type PatchedFile = { verb: 'Add' | 'Update' | 'Delete' | 'Move'; path: string };

const maxCharacters = 65_536;
/** At the beginning of a line, where no line that a patch adds, removes or keeps has it. */
const inText = /^\*\*\* (?:(Add|Update|Delete) File|Move to): ([^\n]{1,300})/gmu;
const inJson = /(?<=(?<!\\)\\n)\*\*\* (?:(Add|Update|Delete) File|Move to): ((?:[^\n\\"]|\\(?![nr"\\])){1,300})/gu;
/** Whether a text may be JSON, in which no line begins with a marker; a shell's `[` or `{` may be followed by a patch as well. */
const mayBeJson = (text: string): boolean => /^\s{0,20}[{["]/u.test(text);

const findNamed = (text: string): RegExpExecArray[] => {
  const found = [...text.matchAll(inText)];
  return found.length > 0 || !mayBeJson(text) ? found : [...text.matchAll(inJson)];
};

/**
 * The files of a patch as `apply_patch` takes it, plain or within JSON, in its order; where the new name of a moved file stands, its verb is
 * `Move`.
 */
export const listPatchedFiles = (text: string): PatchedFile[] =>
  findNamed(text.slice(0, maxCharacters)).map(([, verb, path = '']) => ({
    verb: verb === 'Add' || verb === 'Update' || verb === 'Delete' ? verb : 'Move',
    path: path.trim(),
  }));

/** Paths of the files that a patch adds, updates or deletes. */
export const listPatchedPaths = (text: string): string[] =>
  listPatchedFiles(text).flatMap(({ verb, path }) => (verb === 'Move' ? [] : [path]));
