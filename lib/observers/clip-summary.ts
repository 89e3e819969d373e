import type { ToolKind } from '../domain/tool-call.ts';
import { clip, clipPath } from './clip.ts';

const ofFiles: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'write']);

/** Summarizes a call within a number of bytes; of a path, the file name stays. */
export const clipSummary = (kind: ToolKind, summary: string, maxBytes: number): string =>
  ofFiles.has(kind) ? clipPath(summary, maxBytes) : clip(summary, maxBytes);
