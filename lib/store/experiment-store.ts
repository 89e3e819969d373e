import type { ArmName, Assignment, Experiment, ExperimentKind } from '../domain/experiment.ts';
import type { MetricName } from '../domain/metric.ts';

/** By metric: turns of one session with a known value, and their sum; of `duration`, of natural logarithms of at least 1 ms. */
export type MetricSums = Record<MetricName, { n: number; sum: number; atLeast?: number }>;

/**
 * One assigned session. `metrics`: over its turns from the assignment on, and those of assigned sessions of the same arm that continue or fork
 * it: they go on with what it was given, and are not independent.
 */
export type AssignedSession = {
  sessionId: string;
  arm: ArmName;
  assignedAtMs: number;
  turns: number;
  withoutOutcome: number;
  metrics: MetricSums;
};

export interface ExperimentStore {
  putExperiment(experiment: Omit<Experiment, 'assigned'>): Promise<void>;
  /**
   * Replaces what was read by `next`, as one change: definition, plan, status and times. False if it is not stored as `seen` any more, but for
   * new assignments, or if sessions are assigned and more than its status, its end and its archiving would change. At most one of a kind runs
   * at a time: `conflict` otherwise.
   */
  replaceExperiment(seen: Experiment, next: Omit<Experiment, 'assigned'>): Promise<boolean>;
  findExperiment(id: string): Promise<Experiment | null>;
  /** Running ones first, then the newest. */
  listExperiments(): Promise<Experiment[]>;
  /** Never one of the demo. */
  findRunning(kind: ExperimentKind): Promise<Experiment | null>;
  deleteExperiment(id: string): Promise<boolean>;
  /**
   * Stores the arm of a session unless it has one, and returns the one that holds; null if the experiment is not stored as `seen` any more, but
   * for new assignments, or does not run. `turnIdx`: the first turn that counts.
   */
  assign(
    seen: Omit<Experiment, 'assigned'>,
    assignment: { sessionId: string; arm: ArmName; turnIdx: number; atMs: number },
  ): Promise<ArmName | null>;
  /** The arm of a session in an experiment of a kind, running or not; the latest, if there are several. */
  findAssignment(kind: ExperimentKind, sessionId: string): Promise<Assignment | null>;
  /** In the order of assignment; without running turns. */
  listAssignedSessions(experimentId: string, nowMs: number): Promise<AssignedSession[]>;
  /** The newest `limit` sessions with turns, of a project or of all; without subagents, demo sessions and running turns. */
  listPastSessions(project: string | null, nowMs: number, limit: number): Promise<MetricSums[]>;
}
