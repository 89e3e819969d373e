/** Arguments of a call as an object; null when they are no object or were cut. */
export const parseArguments = (params: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(params);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};

/** The first of these arguments that is text; null if none is. */
export const findText = (args: Record<string, unknown> | null, ...names: string[]): string | null => {
  for (const name of names) {
    const value = args?.[name];
    if (typeof value === 'string') return value;
  }
  return null;
};

export type TextEdit = { before: string; after: string };

const toEdit = (value: unknown): TextEdit[] => {
  if (value === null || typeof value !== 'object') return [];
  const entry: Record<string, unknown> = { ...value };
  const before = findText(entry, 'old_string', 'old_str', 'old_text');
  const after = findText(entry, 'new_string', 'new_str', 'new_text', 'new_source', 'content', 'file_text');
  return before === null && after === null ? [] : [{ before: before ?? '', after: after ?? '' }];
};

/** Texts that an edit or a write replaces, and their replacements; empty when the arguments name none. */
export const computeEdits = (args: Record<string, unknown> | null): TextEdit[] => {
  const many = args?.['edits'];
  return Array.isArray(many) ? many.flatMap(toEdit) : toEdit(args);
};

/** JSON text with an indent of two, or the text as it is when it cannot be read. */
export const printJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
