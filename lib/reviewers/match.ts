import type { ObservationDraft, ObservationState } from '../domain/observation.ts';
import { computeEvidence, locate, mayBeSamePlace, read, weigh } from './evidence.ts';

/** What a reviewer found. */
export type ReviewFinding = Pick<ObservationDraft, 'content' | 'severity' | 'sourceRef'> & { category: string | null };

/** An observation of the same reviewer in the session. */
export type KnownFinding = ReviewFinding & { id: string; fingerprint: string; state: ObservationState };

/**
 * Log-odds of each kind of evidence that two findings are the same problem: a logistic regression over the development sets in
 * `__fixtures__`. Pairs of the review passes count twice, and each finding was also compared on its own, so that small batches are judged
 * as well. Severity is no evidence: the adversarial set varies it at will.
 */
const weights = {
  // Set by hand: the sets have too few verbatim repeats.
  sameWords: 3,
  sharedWording: 1.48,
  sharedNearby: 1.07,
  nearness: 3.39,
  unknownDistance: 2.85,
  sameOfOtherName: -3.59,
  otherCategory: -1.03,
  closerRival: -1.55,
  // Set by hand: at 0, only 29 of 39 lone pairs that match in the adversarial development set are right, now 19 of 20.
  noRival: -0.7,
};
const intercept = -4.13;
const kinds = Object.keys(weights) as (keyof typeof weights)[];

/**
 * Pairs that are less likely than this are taken for different problems: the least at which 9 in 10 matches of the adversarial development
 * set are right. It is above one half, because a wrong match hides a new problem and a missed one only lists a problem twice.
 */
const minChance = 0.74;

/** One finding and one known observation that may be the same. */
type Pair = { finding: number; known: number; evidence: ReturnType<typeof computeEvidence> };

/** The highest of the other pairs of each finding, or of each known one; 0 if it has no other. */
const findRivals = (pairs: readonly Pair[], side: 'finding' | 'known', values: readonly number[]): number[] => {
  const highest = new Map<number, [first: number, second: number]>();
  for (const [at, pair] of pairs.entries()) {
    const [first, second] = highest.get(pair[side]) ?? [0, 0];
    const value = values[at] ?? 0;
    highest.set(pair[side], value > first ? [value, first] : [first, Math.max(second, value)]);
  }
  return pairs.map((pair, at) => {
    const [first, second] = highest.get(pair[side]) ?? [0, 0];
    return values[at] === first ? second : first;
  });
};

/** The odds of each pair by its evidence. A rival is another pair of the same finding, or of the same known one, that shares a word. */
const computeOdds = (pairs: readonly Pair[]): number[] => {
  const wordings = pairs.map(({ evidence }) => evidence.sharedWording);
  const [ofFinding, ofKnown] = [findRivals(pairs, 'finding', wordings), findRivals(pairs, 'known', wordings)];
  return pairs.map(({ evidence }, at) => {
    const rival = Math.max(ofFinding[at] ?? 0, ofKnown[at] ?? 0);
    const all = { ...evidence, closerRival: rival > evidence.sharedWording ? 1 : 0, noRival: rival === 0 ? 1 : 0 };
    return Math.exp(kinds.reduce((sum, kind) => sum + weights[kind] * all[kind], intercept));
  });
};

/**
 * The chance that each pair is the same problem: its odds against those that the finding is new, another known one, or that another
 * finding is the known one.
 */
const computeChances = (pairs: readonly Pair[]): { pair: Pair; chance: number }[] => {
  const odds = computeOdds(pairs);
  const [ofFinding, ofKnown] = [findRivals(pairs, 'finding', odds), findRivals(pairs, 'known', odds)];
  return pairs.map((pair, at) => {
    const own = odds[at] ?? 0;
    return { pair, chance: own / (1 + own + (ofFinding[at] ?? 0) + (ofKnown[at] ?? 0)) };
  });
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
