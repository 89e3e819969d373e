import { isShownImage } from '@/lib/domain/shown-image.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { isAsking, readCallContent } from '@/lib/session/call-content.ts';

/** Whether the body of a call shows until somebody opens or closes it: failures that are not repeats, images, edits, plans, questions and todo lists. */
export const isOpenAtFirst = (call: ToolCall | null | undefined): boolean => {
  if (!call || call.sameAs !== null) return false;
  if (call.outcome === 'error' || call.resultAttachments.some(isShownImage)) return true;
  return call.kind === 'edit' || isAsking(call.name) || (call.kind === 'todo' && readCallContent(call) !== null);
};
