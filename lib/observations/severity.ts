import { observationSeverity, type ObservationSeverity } from '../domain/observation.ts';

/** Most severe first. */
export const severities: readonly ObservationSeverity[] = observationSeverity.options;

/** For sorting: below 0 where the first is the more severe one. */
export const compareSeverities = (a: ObservationSeverity, b: ObservationSeverity): number => severities.indexOf(a) - severities.indexOf(b);
