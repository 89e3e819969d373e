import type { ArmName, Experiment, ExperimentInput, ExperimentKind, ExperimentStatus } from '../domain/experiment.ts';
import type { MetricName } from '../domain/metric.ts';

/** One assigned session. `metrics`: sums over its turns from the assignment on, as in `TurnSums`. */
export type AssignedSession = {
  sessionId: string;
  arm: ArmName;
  assignedAtMs: number;
  turns: number;
  withoutOutcome: number;
  metrics: Record<MetricName, { n: number; sum: number }>;
};

export interface ExperimentStore {
  putExperiment(experiment: Omit<Experiment, 'assigned'>): Promise<void>;
  /** Replaces a definition that has no data; false if it has, or is gone. */
  updateExperiment(id: string, input: ExperimentInput): Promise<boolean>;
  /** Moves it from one status to another; false if it is not in `from`. At most one of a kind runs at a time: `conflict` otherwise. */
  moveExperiment(
    id: string,
    from: readonly ExperimentStatus[],
    to: ExperimentStatus,
    atMs: number,
    plannedSessions?: number,
  ): Promise<boolean>;
  findExperiment(id: string): Promise<Experiment | null>;
  /** Running ones first, then the newest. */
  listExperiments(): Promise<Experiment[]>;
  findRunning(kind: ExperimentKind): Promise<Experiment | null>;
  deleteExperiment(id: string): Promise<boolean>;
  /** Stores the arm of a session unless it has one, and returns the one that holds. `turnIdx`: the first turn that counts. */
  assign(assignment: { experimentId: string; sessionId: string; arm: ArmName; turnIdx: number; atMs: number }): Promise<ArmName>;
  findAssignment(experimentId: string, sessionId: string): Promise<ArmName | null>;
  /** In the order of assignment; without running turns. */
  listAssignedSessions(experimentId: string, nowMs: number): Promise<AssignedSession[]>;
}
