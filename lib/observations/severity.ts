import { observationSeverity, type ObservationSeverity } from '../domain/observation.ts';

/** Most severe first. */
export const severities: readonly ObservationSeverity[] = observationSeverity.options;

/** 0 critical to 4 info: how rows store a severity. */
export const toSeverityRank = (severity: ObservationSeverity): number => severities.indexOf(severity);

/** The severity of a rank. Throws where no severity has it. */
export const toSeverity = (rank: number): ObservationSeverity => observationSeverity.parse(severities[rank]);

/** For sorting: below 0 where the first is the more severe one. */
export const compareSeverities = (a: ObservationSeverity, b: ObservationSeverity): number => toSeverityRank(a) - toSeverityRank(b);
