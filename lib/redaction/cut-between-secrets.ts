import { cutText } from '../print/cut-text.ts';
import { findSecrets } from './find-secrets.ts';

/** How far from the cut secrets are looked for, and what reveals them, such as the end of the URL that holds a password. */
const maxDistance = 4_096;

/** The same for armored keys, which are longer. */
const maxArmor = 65_536;

/**
 * The first `maxChars` UTF-16 units of a text at most, never ending in half a character. It ends before a secret that the cut would divide,
 * or that only the part behind the cut reveals: nobody would find what is left of it. For texts that are cut before they are redacted.
 */
export const cutBetweenSecrets = (text: string, maxChars: number): string => {
  if (text.length <= maxChars) return text;
  const cut = cutText(text, maxChars);
  const from = Math.max(0, cut.length - maxDistance);
  const near = cut.slice(from);
  const whole = findSecrets(text.slice(from, maxChars + maxDistance)).filter(({ start }) => start < near.length);
  if (whole.length === 0) return cut;
  const found = findSecrets(near);
  const isFound = ({ start, end }: (typeof whole)[number]): boolean =>
    end <= near.length && found.some((one) => one.start <= start && one.end >= end);
  const lost = whole.find((secret) => !isFound(secret));
  return lost ? cut.slice(0, from + lost.start).trimEnd() : cut;
};

/** The same; a text that is cut ends in `…`. */
export const clipBetweenSecrets = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${cutBetweenSecrets(text, maxChars - 1)}…`;

/** The end of a text alike: it begins behind such a secret. */
export const cutStartBetweenSecrets = (text: string, maxChars: number): string => {
  if (text.length <= maxChars) return text;
  const from = text.length - maxChars;
  const earliest = Math.max(0, from - maxArmor);
  const armor = text.slice(earliest, from).lastIndexOf('-----BEGIN ');
  const before = Math.max(0, armor < 0 ? from - maxDistance : Math.min(from - maxDistance, earliest + armor));
  const behind = from + (armor < 0 ? maxDistance : maxArmor);
  const whole = findSecrets(text.slice(before, behind)).map(({ start, end }) => ({ start: start + before, end: end + before }));
  const near = whole.filter(({ end }) => end > from);
  const found = near.length === 0 ? [] : findSecrets(text.slice(from, behind));
  const lost = near.findLast(({ start, end }) => !found.some((one) => one.start + from <= start && one.end + from >= end));
  return text.slice(lost ? lost.end : from).replace(/^[\udc00-\udfff]/u, '');
};
