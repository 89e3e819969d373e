/** A file that a patch names, and the word for its change. */
export type PatchedFile = { verb: 'Add' | 'Update' | 'Delete' | 'Move'; path: string };

const maxCharacters = 65_536;
/**
 * Markers at the beginning of a line, where no line that a patch adds, removes or keeps has them: in plain text, which `<<-` may indent by
 * tabs, in JSON or another text with escapes, and in JSON within JSON. The first of these that finds a file holds.
 */
const named: readonly RegExp[] = [
  /^\t*\*\*\* (?:(Add|Update|Delete) File|Move to): ([^\n]{1,300})/gmu,
  /(?<=(?<!\\)\\n)\*\*\* (?:(Add|Update|Delete) File|Move to): ((?:[^\n\\"]|\\(?![nr"\\])){1,300})/gu,
  /(?<=(?<!\\)\\\\n)\*\*\* (?:(Add|Update|Delete) File|Move to): ((?:[^\n\\"]|\\(?![nr"\\])){1,300})/gu,
];

const findNamed = (text: string): RegExpExecArray[] => {
  for (const pattern of named) {
    const found = [...text.matchAll(pattern)];
    if (found.length > 0) return found;
  }
  return [];
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
