import type { experiments } from '../../../../db/schema.ts';
import { experimentKind, experimentMetric, experimentStatus, type Experiment } from '../../../domain/experiment.ts';
import { parseStored } from '../json.ts';

export type StoredExperiment = typeof experiments.$inferSelect & { assigned: number };

/** Without the digits that a difference of binary fractions leaves behind: 1 − 0.7 is 0.3. */
const toRest = (share: number): number => Number((1 - share).toFixed(12));

export const toExperiment = ({ treatmentShare, synthetic, ...row }: StoredExperiment): Experiment => ({
  ...row,
  kind: parseStored(experimentKind, row.kind),
  primaryMetric: parseStored(experimentMetric, row.primaryMetric),
  status: parseStored(experimentStatus, row.status),
  arms: { control: toRest(treatmentShare), treatment: treatmentShare },
  synthetic: synthetic === 1,
});

export const toExperimentRow = ({ arms, synthetic, ...experiment }: Omit<Experiment, 'assigned'>): typeof experiments.$inferSelect => ({
  ...experiment,
  treatmentShare: arms.treatment,
  synthetic: synthetic ? 1 : 0,
});

/** Fields that cannot change once sessions are assigned: the figures depend on them. */
export const toFixed = ({ status, stoppedAtMs, archivedAtMs, ...rest }: Omit<Experiment, 'assigned'>): Partial<Experiment> => ({
  ...rest,
  assigned: 0,
});
