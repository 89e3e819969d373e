import { observationSeverity, type ObservationSeverity } from '@/lib/domain/observation.ts';
import type { Heads } from '@/components/observations/list-rows.ts';

type Severities = readonly ObservationSeverity[];
type Counted = readonly { value: ObservationSeverity; count: number }[];

/**
 * The severities to request while some are collapsed, so that no action affects rows nobody sees. At least one remains, since none
 * would mean all.
 */
export const toListedSeverities = (chosen: Severities, collapsed: Severities): Severities => {
  if (collapsed.length === 0) return chosen;
  const all = chosen.length === 0 ? observationSeverity.options : chosen;
  const open = all.filter((severity) => !collapsed.includes(severity));
  return open.length === 0 ? all.slice(0, 1) : open;
};

/** Severities of which something matches, worst first, by the counts that ignore which ones are chosen. */
export const toPresentSeverities = (chosen: Severities, counted: Counted): Severities =>
  observationSeverity.options.filter(
    (severity) => (chosen.length === 0 || chosen.includes(severity)) && counted.some(({ value, count }) => value === severity && count > 0),
  );

/** Whether any match is collapsed. */
export const isAnyCollapsed = (heads: Heads | null): boolean => heads?.present.some((severity) => heads.collapsed.has(severity)) ?? false;

/** Numbers of shown and collapsed matches. */
export type ListedCounts = { shown: number; collapsed: number };

/** `total`: how many the list has; null before the first answer. With all severities collapsed it has one of them (`toListedSeverities`). */
export const countListed = (total: number | null, heads: Heads | null, counted: Counted): ListedCounts | null => {
  if (total === null) return null;
  const present = heads?.present ?? [];
  const isCollapsed = (severity: ObservationSeverity) => present.includes(severity) && (heads?.collapsed.has(severity) ?? false);
  const collapsed = counted.reduce((sum, { value, count }) => (isCollapsed(value) ? sum + count : sum), 0);
  return { shown: present.length > 0 && present.every(isCollapsed) ? 0 : total, collapsed };
};
