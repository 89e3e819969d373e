import type { ToolCall, ToolKind } from '../domain/tool-call.ts';
import { toLastStates } from '../print/visible-text.ts';

/** Whether a tool's result is what a program printed, rather than the content of a file, in which a carriage return is content. */
export const isPrinted = (kind: ToolKind): boolean => kind !== 'read';

/** A result as one reads it: of lines that were written several times, as progress is, the last state. */
export const toReadableResult = ({ kind }: Pick<ToolCall, 'kind'>, text: string): string => (isPrinted(kind) ? toLastStates(text) : text);
