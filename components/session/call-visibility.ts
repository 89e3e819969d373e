import { isShownImage } from '@/lib/domain/shown-image.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { computeTodos, parseArguments } from './tool-arguments.ts';

/** Whether the body of a call shows until somebody opens or closes it: failures that are not repeats, images, edits, and todo lists. */
export const isOpenAtFirst = (call: ToolCall | null | undefined): boolean => {
  if (!call || call.sameAs !== null) return false;
  if (call.outcome === 'error' || call.resultAttachments.some(isShownImage)) return true;
  return call.kind === 'edit' || (call.kind === 'todo' && computeTodos(parseArguments(call.params)).length > 0);
};
