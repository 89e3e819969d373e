import type { SearchKind } from '@/lib/domain/search.ts';

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

/** How well a record matches: `11.81`. */
export const printScore = (score: number): string => score.toFixed(2);
