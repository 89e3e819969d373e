/** What a patch does to a file that it names. */
export type PatchedFile = { verb: 'Add' | 'Update' | 'Delete' | 'Move'; path: string };

const maxCharacters = 65_536;
/** In plain text and within JSON. */
const named = /\*\*\* (?:(Add|Update|Delete) File|Move to): ((?:[^\n\\"]|\\(?![nr"\\])){1,300})/gu;

/** The files of a patch as `apply_patch` takes it, in its order; where the new name of a moved file stands, its verb is `Move`. */
export const listPatchedFiles = (text: string): PatchedFile[] =>
  [...text.slice(0, maxCharacters).matchAll(named)].map(([, verb, path = '']) => ({
    verb: verb === 'Add' || verb === 'Update' || verb === 'Delete' ? verb : 'Move',
    path: path.trim(),
  }));

/** Paths of the files that a patch adds, updates or deletes. */
export const listPatchedPaths = (text: string): string[] =>
  listPatchedFiles(text).flatMap(({ verb, path }) => (verb === 'Move' ? [] : [path]));
