import { observationSeverity, type ObservationSeverity } from '@/lib/domain/observation.ts';

type Severities = readonly ObservationSeverity[];

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
export const toPresentSeverities = (chosen: Severities, counted: readonly { value: ObservationSeverity; count: number }[]): Severities =>
  observationSeverity.options.filter(
    (severity) => (chosen.length === 0 || chosen.includes(severity)) && counted.some(({ value, count }) => value === severity && count > 0),
  );
