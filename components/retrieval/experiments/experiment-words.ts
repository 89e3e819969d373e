import type { ArmName, ExperimentKind, ExperimentStatus, VerdictCode } from '@/lib/domain/experiment.ts';

export const kindWords: Record<ExperimentKind, string> = { retrieval: 'Retrieval', feedback: 'Feedback' };
export const statusWords: Record<ExperimentStatus, string> = {
  draft: 'Draft',
  running: 'Running',
  stopped: 'Stopped',
  archived: 'Archived',
};
export const verdictWords: Record<VerdictCode, string> = {
  helps: 'Helps',
  harms: 'Harms',
  no_evidence: 'No evidence yet',
  too_few: 'Too few to say',
  no_verdict: 'No verdict',
};

const armWords: Record<ExperimentKind, Record<ArmName, string>> = {
  retrieval: { control: 'Control, no examples', treatment: 'Treatment, examples' },
  feedback: { control: 'Control, no feedback', treatment: 'Treatment, feedback' },
};

/** What an arm gets. */
export const printArm = (kind: ExperimentKind, arm: ArmName): string => armWords[kind][arm];

const dayMs = 86_400_000;

/** The day of a running experiment, from 1, or how many days a stopped one ran; null before its start. */
export const countDays = (
  { startedAtMs, stoppedAtMs }: { startedAtMs: number | null; stoppedAtMs: number | null },
  nowMs: number,
): number | null => (startedAtMs === null ? null : Math.max(1, Math.ceil(((stoppedAtMs ?? nowMs) - startedAtMs) / dayMs)));
