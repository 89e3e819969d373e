import { metricsVersion, type Experiment } from '../domain/experiment.ts';

/** A definition for tests: a draft of retrieval, half and half. */
export const buildExperiment = (over: Partial<Experiment> & { id: string }): Omit<Experiment, 'assigned'> => ({
  name: `Experiment ${over.id}`,
  kind: 'retrieval',
  hypothesis: '',
  arms: { control: 0.5, treatment: 0.5 },
  primaryMetric: 'completed',
  smallestEffect: 0.08,
  withinCalls: 10,
  project: null,
  status: 'draft',
  createdAtMs: 1,
  startedAtMs: null,
  stoppedAtMs: null,
  archivedAtMs: null,
  metricsVersion,
  plannedSessions: null,
  synthetic: false,
  ...over,
});
