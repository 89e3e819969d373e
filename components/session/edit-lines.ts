import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { computeDiffLines, countChanges, findFirstLine, type DiffLine } from './diff-lines.ts';
import { computeEdits, parseArguments } from './tool-arguments.ts';

const kept = new WeakMap<ToolCall, DiffLine[][]>();

/** The diff of each edit of a call, computed once a call; empty when the arguments hold no edit. */
export const computeEditLines = (call: ToolCall): DiffLine[][] => {
  const known = kept.get(call);
  if (known) return known;
  const edits = call.kind === 'edit' || call.kind === 'write' ? computeEdits(parseArguments(call.params)) : [];
  const lines = edits.map((edit) => {
    const written = call.kind === 'write' && edit.before === '';
    return computeDiffLines(edit.before, edit.after, written ? 1 : findFirstLine(call.resultText, edit.after));
  });
  kept.set(call, lines);
  return lines;
};

/** Lines added and removed by a call; null when it is no edit. */
export const computeEditSize = (call: ToolCall): { added: number; removed: number } | null => {
  const diffs = computeEditLines(call);
  if (diffs.length === 0) return null;
  return diffs.map(countChanges).reduce((sum, one) => ({ added: sum.added + one.added, removed: sum.removed + one.removed }));
};
