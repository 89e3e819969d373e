import { toMeanEstimate, type Estimate } from './clustered.ts';
import { computeWeightedRatio, type Cluster, type WeightedRatio } from './weighted-ratio.ts';

/** One session of a randomized experiment with its turns of known value. */
export type ArmSession = Cluster & { arm: 'control' | 'treatment' };

/**
 * `effect` is treatment − control per turn. `sd` is the standard deviation of a session's influence on it, so that the standard error is
 * sd / √n over `n` sessions; null if unknown, as with fewer than 2 sessions in an arm, or if neither arm varies.
 */
export type Effect = { effect: number; sd: number | null; n: number; control: Estimate; treatment: Estimate };

/**
 * The difference of two arms as a mean of one influence value per session, (sumᵢ − mean of its arm · nᵢ) / (share of its arm · turns per
 * session of its arm), which sequential methods treat as a random walk. The arm's share is the realized or the planned one (between 0 and
 * 1, exclusive), whichever gives the larger `sd`: the random walk follows the plan, and a lopsided start must not look more certain.
 * Sessions without a known value do not count. Null if an arm has none that count.
 */
export const estimateEffect = (sessions: readonly ArmSession[], treatmentShare: number): Effect | null => {
  const ofArm = (arm: ArmSession['arm']): readonly Cluster[] => sessions.filter((session) => session.arm === arm);
  const [control, treatment] = [computeWeightedRatio(ofArm('control')), computeWeightedRatio(ofArm('treatment'))];
  if (!control || !treatment) return null;
  const effect = treatment.value - control.value;
  if (!Number.isFinite(effect)) return null;
  return {
    effect,
    sd: computeSd(control, treatment, treatmentShare),
    n: control.clusters + treatment.clusters,
    control: toMeanEstimate(control),
    treatment: toMeanEstimate(treatment),
  };
};

const computeSd = (control: WeightedRatio, treatment: WeightedRatio, treatmentShare: number): number | null => {
  if (control.clusters < 2 || treatment.clusters < 2) return null;
  const realized = (control.clusters + treatment.clusters) * (control.variance + treatment.variance);
  const planned = (control.clusters * control.variance) / (1 - treatmentShare) + (treatment.clusters * treatment.variance) / treatmentShare;
  const sd = Math.sqrt(Math.max(realized, planned));
  return sd > 0 && Number.isFinite(sd) ? sd : null;
};
