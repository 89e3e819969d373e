import type { ObservationDraft } from '../domain/observation.ts';
import { findPlaces, isSameFile, listLines, withoutPlaces, type Lines, type Place } from './place.ts';
import { readWording, type Wording } from './wording.ts';

type Finding = Pick<ObservationDraft, 'content' | 'sourceRef'> & { code?: string | null };

/** A finding, and where it is. */
export type Located = {
  content: string;
  /** The reference itself where it names no file: the id of a message, or any text. */
  reference: string | null;
  places: readonly Place[];
  /** Lines that the content mentions, for places without lines of their own. */
  mentioned: readonly Lines[];
  code: string | null;
};

/** Characters that say what the problem is, even in a short finding. */
const minLead = 60;

/** A finding as it is compared. `lead`: the words of the first half of its text, which says what the problem is. */
export type Read = Located & Wording & { lead: ReadonlySet<string> };

/** `root`: folder of the session; paths below it become relative. Null if it is unknown. */
export const locate = ({ content, sourceRef, code = null }: Finding, root: string | null): Located => {
  const places = findPlaces({ content, sourceRef }, root);
  const mentioned = places.some(({ lines }) => lines === null) ? listLines(content) : [];
  const reference = places.length === 0 ? sourceRef : null;
  return { content, reference, places, mentioned, code };
};

export const read = (located: Located): Read => {
  const text = withoutPlaces(located.content);
  return { ...located, ...readWording(text), lead: readWording(text.slice(0, Math.max(minLead, text.length / 2))).words };
};

/** Whether two findings may be in one file: it is the same one, or that of either is unknown. */
export const mayBeSamePlace = (a: Located, b: Located): boolean =>
  a.places.length === 0 || b.places.length === 0 || a.places.some(({ file }) => b.places.some((other) => isSameFile(file, other.file)));

/** Lines between two findings, 0 if they overlap or refer to the same message; null if that is unknown. */
const computeDistance = (a: Located, b: Located): number | null => {
  if (a.reference !== null && a.reference === b.reference) return 0;
  let nearest: number | null = null;
  for (const one of a.places) {
    for (const other of b.places) {
      if (!isSameFile(one.file, other.file)) continue;
      for (const x of one.lines ? [one.lines] : a.mentioned)
        for (const y of other.lines ? [other.lines] : b.mentioned)
          nearest = Math.min(nearest ?? Infinity, Math.max(0, x.from - y.to, y.from - x.to));
    }
  }
  return nearest;
};

/** A finding with the weights of its words, and their sum. */
export type Weighed = Read & { weights: ReadonlyMap<string, number>; weight: number };

/**
 * A word weighs from 0 to 1: 1 if one or two of the findings have it, which is what a pair shares, and less the more have it. One that is
 * only in the second half weighs half: that says what follows from the problem, what to do, or what else is wrong.
 */
export const weigh = (findings: readonly Read[]): Weighed[] => {
  const counts = new Map<string, number>();
  for (const { words } of findings) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.log(1 + findings.length);
  const rarities = new Map<string, number>();
  for (const [word, count] of counts) rarities.set(word, Math.log(1 + findings.length / Math.max(1, count - 1)) / most);
  return findings.map((finding) => {
    const weights = new Map<string, number>();
    let weight = 0;
    for (const word of finding.words) {
      const own = (rarities.get(word) ?? 0) * (finding.lead.has(word) ? 1 : 0.5);
      weights.set(word, own);
      weight += own;
    }
    return { ...finding, weights, weight };
  });
};

/** The weight of the words that both have, between what each weighs in both. */
const weighShared = (a: Weighed, b: Weighed): number => {
  let shared = 0;
  for (const [word, weight] of a.weights) {
    const other = b.weights.get(word);
    if (other !== undefined) shared += Math.sqrt(weight * other);
  }
  return shared;
};

/** Whether `a` names something that `b` does not mention. */
const namesOther = (a: Read, b: Read): boolean => {
  for (const [name, parts] of a.names) if (!b.names.has(name) && !parts.every((part) => b.prose.has(part))) return true;
  return false;
};

/** Whether `b` has all words of something that `a` names. */
const mentionsNameOf = (a: Read, b: Read): boolean => {
  for (const parts of a.names.values()) if (parts.every((part) => b.words.has(part))) return true;
  return false;
};

/** Evidence that two findings are the same problem, or not; each kind is 0 where nothing is known. */
export const computeEvidence = (a: Weighed, b: Weighed) => {
  const shared = weighShared(a, b);
  const distance = computeDistance(a, b);
  const knowsCode = a.code !== null && b.code !== null;
  return {
    /** The mean of the weight that they share, which grows with their length, and of its share in both. */
    sharedWording: shared === 0 ? 0 : shared / Math.sqrt(Math.sqrt(a.weight * b.weight)),
    sharedName: mentionsNameOf(a, b) || mentionsNameOf(b, a) ? 1 : 0,
    nearness: distance === null ? 0 : 1 / (1 + distance / 20),
    unknownDistance: distance === null ? 1 : 0,
    /** The share of the shorter one that the other says too, if each names something of its own: the same problem elsewhere. */
    sameOfOtherName: shared > 0 && namesOther(a, b) && namesOther(b, a) ? shared / Math.min(a.weight, b.weight) : 0,
    /** The text of a line stays when it moves, and the same problem in another function is in another line. */
    sameCode: knowsCode && a.code === b.code ? 1 : 0,
    otherCode: knowsCode && a.code !== b.code ? 1 : 0,
  };
};
