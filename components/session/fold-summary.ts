import type { ToolCall } from '@/lib/domain/tool-call.ts';

/** `Read ×4, Grep ×2, Edit ×1`: tools by how often they were called, at most five names. */
export const computeToolCounts = (calls: readonly Pick<ToolCall, 'name'>[]): string => {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  const names = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = names.slice(0, 5).map(([name, count]) => `${name} ×${count}`);
  return names.length > 5 ? `${shown.join(', ')}, …` : shown.join(', ');
};

/** Sum of what is known; null when nothing is. */
export const sumKnown = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
