import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { computeDiffLines, countChanges, findFirstLine, type DiffLine } from './diff-lines.ts';
import { parsePatch, type PatchFile, type PatchHunk } from './patch-files.ts';
import { computeEdits, parseArguments } from './tool-arguments.ts';

/** Change of a call in one place. `file` is null if the call's own line names the file. */
export type EditDiff = { file: Pick<PatchFile, 'path' | 'action' | 'movedTo'> | null; lines: DiffLine[] };

const kept = new WeakMap<ToolCall, EditDiff[]>();

/** The diff of each edit, or of each file of a patch, computed once a call; empty when the arguments hold none. */
export const computeEditDiffs = (call: ToolCall): EditDiff[] => {
  const known = kept.get(call);
  if (known) return known;
  const patched = call.kind === 'edit' || call.kind === 'shell' ? parsePatch(call.params) : [];
  const diffs = patched.length > 0 ? patched.map((file) => ({ file, lines: toPatchLines(file) })) : toEditDiffs(call);
  kept.set(call, diffs);
  return diffs;
};

/** Lines added and removed by a call; null if it is no edit, or has no lines. */
export const computeEditSize = (call: ToolCall): { added: number; removed: number } | null => {
  const diffs = computeEditDiffs(call).filter(({ lines }) => lines.length > 0);
  if (diffs.length === 0) return null;
  return diffs
    .map(({ lines }) => countChanges(lines))
    .reduce((sum, one) => ({ added: sum.added + one.added, removed: sum.removed + one.removed }));
};

const toEditDiffs = (call: ToolCall): EditDiff[] => {
  const edits = call.kind === 'edit' || call.kind === 'write' ? computeEdits(parseArguments(call.params)) : [];
  return edits.map(({ before, after }) => {
    const written = call.kind === 'write' && before === '';
    return { file: null, lines: computeDiffLines(before, after, written ? 1 : findFirstLine(call.resultText, after)) };
  });
};

const toPatchLines = ({ hunks }: PatchFile): DiffLine[] =>
  hunks.flatMap((hunk, at) => {
    const isSeparate = at > 0 || hunk.title !== '';
    const head: DiffLine = { kind: 'cut', before: null, after: null, parts: [{ text: hunk.title, marked: false }] };
    return [...(isSeparate ? [head] : []), ...toHunkLines(hunk)];
  });

const toHunkLines = ({ lines, firstBefore, firstAfter }: PatchHunk): DiffLine[] => {
  const sideOf = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return computeDiffLines(sideOf('+'), sideOf('-'), firstBefore, firstAfter);
};
