import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline, Token } from 'markdown-it';

/** A reference to a note, and the note itself: `number` in the order of the first references; `nth` reference to the note, from 1. */
export type NoteRef = { number: number; nth: number };
export type NoteMeta = { number: number; references: number };

type Note = { number: number | null; references: number };
/** Notes of one text, by label. */
type Notes = { byLabel: Map<string, Note>; numbered: number };
type Env = { notes?: Notes };

const definition = /^\[\^([^\s[\]]{1,60})\]:[ \t]*/u;
const reference = /\[\^([^\s[\]]{1,60})\]/uy;
/** Lines that belong to a note are indented by this much, as on GitHub. */
const noteIndent = 4;

const notesOf = (env: Env): Notes => (env.notes ??= { byLabel: new Map(), numbered: 0 });

/** `[^label]: text`, and the lines below it that go on. References lead to the first definition of a label. */
const readDefinition = (state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean => {
  const { bMarks, tShift, sCount, blkIndent, parentType } = state;
  const start = (bMarks[startLine] ?? 0) + (tShift[startLine] ?? 0);
  const [head = '', label] = definition.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
  if (label === undefined || (sCount[startLine] ?? 0) - blkIndent >= noteIndent) return false;
  if (silent) return true;
  const { byLabel } = notesOf(state.env as Env);
  const note: Note = { number: null, references: 0 };
  if (!byLabel.has(label)) byLabel.set(label, note);
  const line = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  state.push('note_open', 'note', 1).meta = note;
  state.blkIndent += noteIndent;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = [start + head.length, 0, state.blkIndent];
  // As in a quote, a paragraph may go on without the indent.
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = line;
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.push('note_close', 'note', -1);
  return true;
};

/** `[^label]`, where the text has such a note. */
const readReference = (state: StateInline, silent: boolean): boolean => {
  reference.lastIndex = state.pos;
  const [all, label = ''] = reference.exec(state.src) ?? [];
  const notes = notesOf(state.env as Env);
  const note = notes.byLabel.get(label);
  if (all === undefined || !note || reference.lastIndex > state.posMax) return false;
  if (!silent) {
    note.number ??= notes.numbered += 1;
    note.references += 1;
    const ref: NoteRef = { number: note.number, nth: note.references };
    state.push('note_ref', '', 0).meta = ref;
  }
  state.pos += all.length;
  return true;
};

/** The notes stand behind the text, in the order of their numbers. Those that nothing refers to come last. */
const moveNotes = (tokens: readonly Token[], notes: Notes): Token[] => {
  const text: Token[] = [];
  const moved: { number: number; tokens: Token[] }[] = [];
  const open = [text];
  for (const token of tokens) {
    if (token.type === 'note_open') {
      const note = token.meta as Note;
      const number = note.number ?? (notes.numbered += 1);
      const meta: NoteMeta = { number, references: note.references };
      token.meta = meta;
      const inside: Token[] = [];
      open.push(inside);
      moved.push({ number, tokens: inside });
    }
    open.at(-1)?.push(token);
    if (token.type === 'note_close') open.pop();
  }
  return [...text, ...moved.toSorted((a, b) => a.number - b.number).flatMap((note) => note.tokens)];
};

/** Teaches a parser footnotes, as GitHub writes them. */
export const addFootnotes = (parser: MarkdownIt): void => {
  parser.block.ruler.before('reference', 'note', readDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.after('image', 'note_ref', readReference);
  parser.core.ruler.after('inline', 'notes', (state) => {
    const { notes } = state.env as Env;
    if (notes && notes.byLabel.size > 0) state.tokens = moveNotes(state.tokens, notes);
  });
};
