import { observationSeverity, type ObservationSeverity } from '@/lib/domain/observation.ts';
import type { Heads } from '@/components/observations/list-rows.ts';

type Severities = readonly ObservationSeverity[];
type Counted = readonly { value: ObservationSeverity; count: number }[];

/**
 * The severities that are asked for while some are folded, so that nothing acts on what nobody sees. One is left at least, since none
 * would mean all.
 */
export const toListedSeverities = (chosen: Severities, folded: Severities): Severities => {
  if (folded.length === 0) return chosen;
  const all = chosen.length === 0 ? observationSeverity.options : chosen;
  const open = all.filter((severity) => !folded.includes(severity));
  return open.length === 0 ? all.slice(0, 1) : open;
};

/** Severities of which something matches, worst first, by the counts that ignore which ones are chosen. */
export const toPresentSeverities = (chosen: Severities, counted: Counted): Severities =>
  observationSeverity.options.filter(
    (severity) => (chosen.length === 0 || chosen.includes(severity)) && counted.some(({ value, count }) => value === severity && count > 0),
  );

/** Whether anything that matches is folded. */
export const isAnyCollapsed = (heads: Heads | null): boolean => heads?.present.some((severity) => heads.folded.has(severity)) ?? false;

/** How many that match are shown, and how many are folded. */
export type ListedCounts = { shown: number; folded: number };

/** `total`: how many the list has; null before the first answer. With all severities folded it has one of them (`toListedSeverities`). */
export const countListed = (total: number | null, heads: Heads | null, counted: Counted): ListedCounts | null => {
  if (total === null) return null;
  const present = heads?.present ?? [];
  const isCollapsed = (severity: ObservationSeverity) => present.includes(severity) && (heads?.folded.has(severity) ?? false);
  const folded = counted.reduce((sum, { value, count }) => (isCollapsed(value) ? sum + count : sum), 0);
  return { shown: present.length > 0 && present.every(isCollapsed) ? 0 : total, folded };
};
