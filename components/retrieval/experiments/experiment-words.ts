import type { ArmName, ExperimentAnalysis, ExperimentKind, ExperimentStatus } from '@/lib/domain/experiment.ts';

export const kindWords: Record<ExperimentKind, string> = { retrieval: 'Retrieval', feedback: 'Feedback' };
export const statusWords: Record<ExperimentStatus, string> = {
  draft: 'Draft',
  running: 'Running',
  stopped: 'Stopped',
  archived: 'Archived',
};

const armWords: Record<ExperimentKind, Record<ArmName, string>> = {
  retrieval: { control: 'Control, no examples', treatment: 'Treatment, examples' },
  feedback: { control: 'Control, no feedback', treatment: 'Treatment, feedback' },
};

/** Why no figure of an experiment is valid, in a few words; null if they are. */
export const findFault = ({ sampleRatio, missing }: Pick<ExperimentAnalysis, 'sampleRatio' | 'missing'>): string | null => {
  if (sampleRatio?.isMismatch) return 'the split is broken';
  return missing?.isMismatch ? 'it depends on the arm what is unknown' : null;
};

/** Treatment of an arm. */
export const printArm = (kind: ExperimentKind, arm: ArmName): string => armWords[kind][arm];

const dayMs = 86_400_000;

/** The day of a running experiment, from 1, or how many days a stopped one ran; null before its start. */
export const countDays = (
  { startedAtMs, stoppedAtMs }: { startedAtMs: number | null; stoppedAtMs: number | null },
  nowMs: number,
): number | null => (startedAtMs === null ? null : Math.max(1, Math.ceil(((stoppedAtMs ?? nowMs) - startedAtMs) / dayMs)));
