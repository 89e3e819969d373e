import type { HitSession, SearchKind } from '@/lib/domain/search.ts';
import { cutText } from '@/lib/print/cut-text.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

export const kindLabels: Record<SearchKind, string> = {
  prompt: 'Prompt',
  response: 'Response',
  reasoning: 'Reasoning',
  tool_call: 'Call',
  tool_result: 'Result',
  system: 'System',
  boundary: 'Boundary',
  meta: 'Metadata',
  observation: 'Observation',
  summary: 'Summary',
};

const maxTitleChars = 200;

/** The title of a session on one line; without one, its ID. */
export const printHitTitle = ({ id, title }: Pick<HitSession, 'id' | 'title'>): string =>
  title === null || title.trim() === '' ? `Untitled ${id.slice(0, 8)}` : toVisibleText(cutText(title.replace(/\s+/gu, ' '), maxTitleChars));

/** How well a record matches: `11.81`. */
export const printScore = (score: number): string => score.toFixed(2);
