import { computeFingerprint } from '../observations/fingerprint.ts';
import { toCategory } from './category.ts';
import type { ReviewFinding } from './match.ts';
import { findPlaces, withoutPlaces } from './place.ts';
import { readWording } from './wording.ts';

/** Where a finding was made. `within`: the project, or the session if that is unknown. */
type Review = { reviewer: string; root: string | null; within: string };

/**
 * Fingerprint of a new finding: that of the same reviewer, category, file and significant words, whatever the line, so that the same
 * finding in another session of the project is in the same group. `taken`: the fingerprints of the session's observations; another problem
 * in the same words gets the next number, the same in each session.
 */
export const toFindingFingerprint = (finding: ReviewFinding, { reviewer, root, within }: Review, taken: ReadonlySet<string>): string => {
  const { words, names } = readWording(withoutPlaces(finding.content));
  const file = findPlaces(finding, root)[0]?.file ?? null;
  const category = finding.category === null ? null : toCategory(finding.category);
  const described = [...new Set([...words, ...names.keys()])].sort();
  for (let number = 1; ; number += 1) {
    const subject = JSON.stringify(['finding', file, described, number]);
    const fingerprint = computeFingerprint({ observer: reviewer, category, subject, within });
    if (!taken.has(fingerprint)) return fingerprint;
  }
};
