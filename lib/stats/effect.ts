import { toMeanEstimate, type Estimate } from './clustered.ts';
import { computeWeightedRatio, type Cluster, type WeightedRatio } from './weighted-ratio.ts';

/** One session of a randomized experiment with its turns of known value. */
export type ArmSession = Cluster & { arm: 'control' | 'treatment' };

/**
 * `effect` is treatment − control per turn. `sd` is the standard deviation of a session's influence on it, so that the standard error is
 * sd / √n over `n` sessions; null if unknown, as with fewer than 2 sessions in an arm, or if neither arm varies in what is
 * no proportion.
 */
export type Effect = { effect: number; sd: number | null; n: number; control: Estimate; treatment: Estimate };

/**
 * The difference of two arms as a mean of one influence value per session, (sumᵢ − mean of its arm · nᵢ) / (share of its arm · turns per
 * session of its arm), which sequential methods treat as a random walk. The arm's share is the realized or the planned one (between 0 and
 * 1, exclusive), whichever gives the larger `sd`: the random walk follows the plan, and a lopsided start must not look more certain.
 * `isProportion`: sums count turns. Sessions without a known value do not count. Null if an arm has none that count.
 */
export const estimateEffect = (sessions: readonly ArmSession[], treatmentShare: number, isProportion = false): Effect | null => {
  const ofArm = (arm: ArmSession['arm']): readonly Cluster[] => sessions.filter((session) => session.arm === arm);
  const [control, treatment] = [computeWeightedRatio(ofArm('control')), computeWeightedRatio(ofArm('treatment'))];
  if (!control || !treatment) return null;
  const effect = treatment.value - control.value;
  if (!Number.isFinite(effect)) return null;
  return {
    effect,
    sd: computeSd([control, treatment], treatmentShare, isProportion),
    n: control.clusters + treatment.clusters,
    control: toMeanEstimate(control),
    treatment: toMeanEstimate(treatment),
  };
};

/**
 * Variance of an arm. If all sessions agree on a proportion, two sessions are added: one with every turn of that kind, and one with none. A
 * variance of 0 would judge by the other arm alone, or not at all (A. Agresti and B. Caffo, The American Statistician 54, 2000). The
 * addition vanishes with more sessions, so the estimate stays consistent, which is all that confidence sequences require.
 */
const computeArmVariance = ({ value, variance, effectiveClusters: size }: WeightedRatio, isProportion: boolean): number => {
  if (variance > 0 || !isProportion) return variance;
  const rate = (value * size + 1) / (size + 2);
  return (rate * (1 - rate)) / size;
};

/**
 * Variances of both arms. A session of the arm that is planned smaller varies at least as much as one of the other arm. Few sessions show
 * too few rare events or none, and then also too small a variance: with 5 % treated, one in four experiments without an effect was decided
 * wrongly (bench/statistics-experiments.ts). This correction is exact if there is no effect, and makes intervals wider, never shorter.
 */
const computeVariances = (control: WeightedRatio, treatment: WeightedRatio, treatmentShare: number, isProportion: boolean) => {
  const [ofControl, ofTreatment] = [computeArmVariance(control, isProportion), computeArmVariance(treatment, isProportion)];
  const ratio = control.effectiveClusters / treatment.effectiveClusters;
  return {
    control: treatmentShare > 0.5 ? Math.max(ofControl, ofTreatment / ratio) : ofControl,
    treatment: treatmentShare < 0.5 ? Math.max(ofTreatment, ofControl * ratio) : ofTreatment,
  };
};

const computeSd = (arms: readonly [control: WeightedRatio, treatment: WeightedRatio], treatmentShare: number, isProportion: boolean) => {
  const [control, treatment] = arms;
  if (control.clusters < 2 || treatment.clusters < 2) return null;
  const { control: ofControl, treatment: ofTreatment } = computeVariances(control, treatment, treatmentShare, isProportion);
  const realized = (control.clusters + treatment.clusters) * (ofControl + ofTreatment);
  const planned = (control.clusters * ofControl) / (1 - treatmentShare) + (treatment.clusters * ofTreatment) / treatmentShare;
  const sd = Math.sqrt(Math.max(realized, planned));
  return sd > 0 && Number.isFinite(sd) ? sd : null;
};
