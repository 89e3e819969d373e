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

/** What an edit or a write replaces by what; empty when the arguments do not say. */
export const computeEdits = (args: Record<string, unknown> | null): TextEdit[] => {
  const many = args?.['edits'];
  return Array.isArray(many) ? many.flatMap(toEdit) : toEdit(args);
};

export type TodoState = 'pending' | 'in_progress' | 'completed';
export type Todo = { text: string; state: TodoState };

const toState = (value: unknown): TodoState => (value === 'completed' || value === 'in_progress' ? value : 'pending');

/** The items of a todo list; empty if the arguments have none. */
export const computeTodos = (args: Record<string, unknown> | null): Todo[] => {
  const list = args?.['todos'] ?? args?.['plan'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    if (item === null || typeof item !== 'object') return [];
    const entry: Record<string, unknown> = { ...item };
    const text = findText(entry, 'content', 'step', 'subject', 'title');
    return text === null ? [] : [{ text, state: toState(entry['status']) }];
  });
};

export type MultilineText = { path: string; text: string };
const maxTexts = 50;
const maxDepth = 4;

/** Texts with line breaks among arguments, where JSON is hard to read: each with its path, such as `edits[0].old_string`; at most 50, four levels deep. */
export const computeMultiline = (params: string): MultilineText[] => {
  const texts: MultilineText[] = [];
  const collect = (value: unknown, path: string, depth: number): void => {
    if (texts.length >= maxTexts) return;
    if (typeof value === 'string') {
      if (value.trimEnd().includes('\n')) texts.push({ path, text: value });
    } else if (value !== null && typeof value === 'object' && depth < maxDepth) {
      const inList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value)) {
        collect(inner, inList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, depth + 1);
      }
    }
  };
  collect(parseArguments(params), '', 0);
  return texts;
};

/** JSON text with an indent of two, or the text as it is when it cannot be read. */
export const printJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
