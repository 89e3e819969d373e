import { findSecrets } from '@/lib/redaction/find-secrets.ts';
import type { Secret } from '@/lib/redaction/secret.ts';

/** Longer texts are marked up to here: finding takes about 0.1 s per million characters. */
const maxChars = 500_000;

/** The parts of a text are drawn one after the other, and the lines of two that are compared by turns: the last two are kept. */
let kept: readonly { text: string; secrets: Secret[] }[] = [];

/** The secrets that are marked in a text. */
export const findMarked = (text: string): readonly Secret[] => {
  const known = kept.find((one) => one.text === text) ?? { text, secrets: findSecrets(text.slice(0, maxChars)) };
  if (kept[0] !== known) kept = [known, ...kept.filter((one) => one !== known).slice(0, 1)];
  return known.secrets;
};

/** The text that a text is a part of, and where it begins there: a secret may begin before it, or be one by what stands before it. */
export type Within = { whole: string; from: number };

/** Texts that are drawn one by one, each with its place in the text that they make, joined; that one may be a part itself. */
export const placeWithin = (texts: readonly string[], separator: string, within?: Within): { text: string; within: Within }[] => {
  const { whole, from } = within ?? { whole: texts.join(separator), from: 0 };
  let at = from;
  return texts.map((text) => {
    const placed = { text, within: { whole, from: at } };
    at += text.length + separator.length;
    return placed;
  });
};
