import type { ObservationDraft, ObservationState } from '../domain/observation.ts';
import { computeEvidence, locate, mayBeSamePlace, read, weigh } from './evidence.ts';

/** Finding of a reviewer. `code`: the text of the lines that it refers to, as `findCode` reads it; null if that is unknown. */
export type ReviewFinding = Pick<ObservationDraft, 'content' | 'severity' | 'sourceRef'> & { category: string | null; code: string | null };

/** An observation of the same reviewer in the session. */
export type KnownFinding = ReviewFinding & { id: string; fingerprint: string; state: ObservationState };

/**
 * Contribution of each kind of evidence to the log-odds that two findings are the same problem: a multinomial logistic regression of the
 * chances that `computeChances` computes, over the development sets in `__fixtures__`. The review passes were compared with their code and
 * without it, and each finding also on its own, so that small batches are judged as well. Severity and category are not evidence: models
 * vary them for the same problem.
 */
const weights = {
  sharedWording: 3.54,
  sharedName: 0.7,
  nearness: 4,
  unknownDistance: 4.65,
  sameOfOtherName: -4.21,
  sameCode: 1.6,
  otherCode: -2.11,
  // Set by hand, so that a lone pair is judged with care.
  noRival: -1,
};
const intercept = -6.48;
const kinds = Object.keys(weights) as (keyof typeof weights)[];

/**
 * Pairs that are less likely than this are taken for different problems: in cross-validation, 98 % of the matches of review passes and 93 %
 * of the adversarial ones are right. It is above one half, because a wrong match hides a new problem and a missed one only lists a problem
 * twice.
 */
const minChance = 0.77;

/** One finding and one known observation that may be the same. */
type Pair = { finding: number; known: number; evidence: ReturnType<typeof computeEvidence> };

/** For each pair, the sum of its own value and those of the other pairs of its finding and of its known one. */
const sumAround = (pairs: readonly Pair[], values: readonly number[]): number[] => {
  const [ofFinding, ofKnown] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, { finding, known }] of pairs.entries()) {
    const value = values[at] ?? 0;
    ofFinding.set(finding, (ofFinding.get(finding) ?? 0) + value);
    ofKnown.set(known, (ofKnown.get(known) ?? 0) + value);
  }
  return pairs.map(({ finding, known }, at) => (ofFinding.get(finding) ?? 0) + (ofKnown.get(known) ?? 0) - (values[at] ?? 0));
};

/** The odds of each pair by its evidence. A rival is another pair of the same finding, or of the same known one, that shares a word. */
const computeOdds = (pairs: readonly Pair[]): number[] => {
  const sharing = pairs.map(({ evidence }) => (evidence.sharedWording > 0 ? 1 : 0));
  const sums = sumAround(pairs, sharing);
  return pairs.map(({ evidence }, at) => {
    const all = { ...evidence, noRival: sums[at] === sharing[at] ? 1 : 0 };
    return Math.exp(kinds.reduce((sum, kind) => sum + weights[kind] * all[kind], intercept));
  });
};

/**
 * The chance that each pair is the same problem: its odds against those that the finding is new, another known one, or that another
 * finding is the known one.
 */
const computeChances = (pairs: readonly Pair[]): { pair: Pair; chance: number }[] => {
  const odds = computeOdds(pairs);
  const sums = sumAround(pairs, odds);
  return pairs.map((pair, at) => ({ pair, chance: (odds[at] ?? 0) / (1 + (sums[at] ?? 0)) }));
};

/**
 * The known observation that each finding of one answer words anew, null for a new problem; in the order of the findings. Each known one is
 * taken once, by the likeliest pair first. Different files never match. `root`: folder of the session; paths below it become relative.
 */
export const matchFindings = <Known extends KnownFinding>(
  findings: readonly ReviewFinding[],
  known: readonly Known[],
  root: string | null,
): (Known | null)[] => {
  const located = findings.map((finding) => locate(finding, root));
  const candidates = known
    .map((observation) => ({ observation, place: locate(observation, root) }))
    .filter(({ place }) => located.some((one) => mayBeSamePlace(one, place)));
  const weighed = weigh([...located, ...candidates.map(({ place }) => place)].map(read));
  const others = weighed.slice(findings.length);
  const pairs = weighed
    .slice(0, findings.length)
    .flatMap((one, finding) =>
      others.flatMap((other, at) => (mayBeSamePlace(one, other) ? { finding, known: at, evidence: computeEvidence(one, other) } : [])),
    );
  const matched: (Known | null)[] = findings.map(() => null);
  const taken = new Set<number>();
  for (const { pair, chance } of computeChances(pairs).sort((a, b) => b.chance - a.chance)) {
    if (chance < minChance) break;
    if (matched[pair.finding] || taken.has(pair.known)) continue;
    matched[pair.finding] = candidates[pair.known]?.observation ?? null;
    taken.add(pair.known);
  }
  return matched;
};
