import type { ToolKind } from '../domain/tool-call.ts';
import { clip, clipPath } from './clip.ts';

const ofFiles: ReadonlySet<ToolKind> = new Set(['read', 'edit', 'write']);

/** What tells a call from others, in so many bytes: of a file, its name stays. */
export const clipSummary = (kind: ToolKind, summary: string, maxBytes: number): string =>
  ofFiles.has(kind) ? clipPath(summary, maxBytes) : clip(summary, maxBytes);
