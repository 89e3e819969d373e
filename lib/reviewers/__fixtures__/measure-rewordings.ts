import { readFileSync } from 'node:fs';
import { matchFindings, type ReviewFinding } from '../match.ts';

/** The adversarial wordings have no code. */
type Labeled = Omit<ReviewFinding, 'code'> & { code?: string | null };

type Case = {
  id: string;
  known: (Labeled & { key: string })[];
  found: (Labeled & { same: string | null })[];
};

/** Adversarial wordings, and those of two passes of one reviewer; each has a set for development and one for the final measurement. */
export type LabeledSet = 'dev' | 'test' | 'passes-dev' | 'passes-test';

/** Findings of a labeled set: those matched with a known one, those of them matched rightly, and those that have one. */
export type Measured = { matched: number; right: number; same: number };

/** Matches each case of a labeled set and compares the pairs with its labels. */
export const measureRewordings = (set: LabeledSet): Measured => {
  const file = new URL(`rewordings-${set}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };
  const measured = { matched: 0, right: 0, same: 0 };
  for (const { known, found } of cases) {
    const findings = found.map((one) => ({ ...one, code: one.code ?? null }));
    const observations = known.map((one) => ({ ...one, code: one.code ?? null, id: one.key, fingerprint: one.key, state: 'open' as const }));
    for (const [at, match] of matchFindings(findings, observations, null).entries()) {
      const same = found[at]?.same ?? null;
      if (same !== null) measured.same += 1;
      if (match) measured.matched += 1;
      if (match && match.id === same) measured.right += 1;
    }
  }
  return measured;
};
