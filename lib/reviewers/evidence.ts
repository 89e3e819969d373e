import type { ObservationDraft } from '../domain/observation.ts';
import { findPlaces, listLines, withoutPlaces, type Lines, type Place } from './place.ts';
import { listGroups } from './thesaurus.ts';
import { readWording, type Wording } from './wording.ts';

/** A finding, and where it is. */
export type Located = {
  content: string;
  /** The reference itself where it names no file: the id of a message, or any text. */
  reference: string | null;
  places: readonly Place[];
  /** Lines that the content mentions, for places without lines of their own. */
  mentioned: readonly Lines[];
};

/** A finding as it is compared. */
export type Read = Located & Wording & { groups: ReadonlySet<number> };

/** `root`: folder of the session; paths below it become relative. Null if it is unknown. */
export const locate = ({ content, sourceRef }: Pick<ObservationDraft, 'content' | 'sourceRef'>, root: string | null): Located => {
  const places = findPlaces({ content, sourceRef }, root);
  const mentioned = places.some(({ lines }) => lines === null) ? listLines(content) : [];
  return { content, reference: places.length === 0 ? sourceRef : null, places, mentioned };
};

export const read = (located: Located): Read => {
  const wording = readWording(withoutPlaces(located.content));
  const groups = new Set<number>();
  for (const stem of wording.words) for (const group of listGroups(stem)) groups.add(group);
  return { ...located, ...wording, groups };
};

/** Whether two paths may name one file: `b.ts` may be short for `a/b.ts`. */
const isSameFile = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);

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

/** How much each of the words, names or groups of some findings says, from 0 to 1: what few of them have says more. */
const computeRarity = <Item>(findings: readonly Iterable<Item>[]): ReadonlyMap<Item, number> => {
  const counts = new Map<Item, number>();
  for (const items of findings) for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const [item, count] of counts) counts.set(item, Math.log(1 + findings.length / count) / Math.log(1 + findings.length));
  return counts;
};

type WeighedWord = { stem: string; weight: number; groups: { group: number; weight: number }[] };

/** A finding with the weights of what it says, among the findings that it is compared with. */
export type Weighed = Read & {
  weighedWords: WeighedWord[];
  wordWeight: number;
  weighedNames: { name: string; weight: number; parts: readonly string[] }[];
};

/** The weight of each word and name, and of the groups of each word, the rarest first. */
export const weigh = (findings: readonly Read[]): Weighed[] => {
  const rarityOfWord = computeRarity(findings.map(({ words }) => words));
  const rarityOfName = computeRarity(findings.map(({ names }) => names.keys()));
  const rarityOfGroup = computeRarity(findings.map(({ groups }) => groups));
  const weighed = new Map<string, WeighedWord>();
  for (const [stem, weight] of rarityOfWord) {
    const groups = listGroups(stem).map((group) => ({ group, weight: Math.min(weight, rarityOfGroup.get(group) ?? 0) }));
    weighed.set(stem, { stem, weight, groups: groups.sort((a, b) => b.weight - a.weight) });
  }
  return findings.map((finding) => {
    const weighedWords = [...finding.words].flatMap((stem) => weighed.get(stem) ?? []);
    const weighedNames = [...finding.names].map(([name, parts]) => ({ name, weight: rarityOfName.get(name) ?? 0, parts }));
    return { ...finding, weighedWords, wordWeight: weighedWords.reduce((sum, { weight }) => sum + weight, 0), weighedNames };
  });
};

/** How much of what `a` says `b` says in the same words, and how much in words of the same groups. */
const computeOverlap = (a: Weighed, b: Weighed): { shared: number; related: number } => {
  let [shared, related] = [0, 0];
  for (const { stem, weight, groups } of a.weighedWords) {
    if (b.words.has(stem)) shared += weight;
    else related += groups.find(({ group }) => b.groups.has(group))?.weight ?? 0;
  }
  return { shared, related };
};

/** The share of the names of `a` that `b` mentions, null if `a` has none; and whether `b` lacks one of several words. */
const computeMentions = (a: Weighed, b: Weighed): { share: number | null; isLacking: boolean } => {
  let [mentioned, total, isLacking] = [0, 0, false];
  for (const { name, weight, parts } of a.weighedNames) {
    total += weight;
    if (b.names.has(name) || parts.every((part) => b.prose.has(part))) mentioned += weight;
    else isLacking ||= parts.length > 1;
  }
  return { share: total === 0 ? null : mentioned / total, isLacking };
};

const haveSameWords = (a: Read, b: Read): boolean =>
  a.words.size > 0 && a.words.size === b.words.size && [...a.words].every((word) => b.words.has(word));

/** Evidence that two findings are the same problem, or not; each kind is 0 where nothing is known. */
export const computeEvidence = (a: Weighed, b: Weighed) => {
  const [there, back] = [computeOverlap(a, b), computeOverlap(b, a)];
  const [named, namedBack] = [computeMentions(a, b), computeMentions(b, a)];
  const relatedWords = (there.related + back.related) / 2;
  const sharedNames = Math.max(named.share ?? 0, namedBack.share ?? 0);
  const areOther = named.share !== null && namedBack.share !== null && sharedNames === 0;
  const sharedShare = there.shared / (Math.min(a.wordWeight, b.wordWeight) || 1);
  const distance = computeDistance(a, b);
  return {
    sameWords: haveSameWords(a, b) ? 1 : 0,
    sharedWords: there.shared,
    relatedWords,
    sharedNames,
    otherNames: areOther ? 1 : 0,
    sameOfOtherName: areOther || (named.isLacking && namedBack.isLacking) ? sharedShare : 0,
    nearness: distance === null ? 0 : 1 / (1 + distance / 10),
    sameLine: distance === 0 ? 1 : 0,
    unknownDistance: distance === null ? 1 : 0,
    /** How much both say the same: from 0 to 2, which is that of the same words. */
    resemblance: (there.shared + relatedWords / 2) * (1 / (a.wordWeight || 1) + 1 / (b.wordWeight || 1)),
  };
};
