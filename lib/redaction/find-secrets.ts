import { findAssigned } from './find-assigned.ts';
import { findStructured } from './find-structured.ts';
import { isPlaceholder } from './is-plausible.ts';
import { providerRules } from './provider-rules.ts';
import type { Secret } from './secret.ts';

/** Not within a word; an escape such as `\n` or `%3D` is not part of one. */
const boundary = '(?<![\\w-])|(?<=\\\\[nrtbf]|%[0-9A-F]{2}|\\\\u[0-9a-f]{4}|(?<![\\w-])(?:Bearer|Token)-|/bot)';
const provided = new RegExp(`(?:${boundary})(?:${providerRules.map(([, pattern]) => `(${pattern})`).join('|')})`, 'gu');

/** The part after a prefix such as `sk-proj-`, which is no placeholder if the key is real. */
const toBody = (value: string): string => /[^_-]*$/u.exec(value)?.[0] ?? value;

const findProvided = (text: string): Secret[] => {
  const found: Secret[] = [];
  provided.lastIndex = 0;
  for (let match = provided.exec(text); match; match = provided.exec(text)) {
    const [value, ...groups] = match;
    const rule = providerRules[groups.findIndex((group: string | undefined) => group !== undefined)]?.[0] ?? '';
    const isReal = !isPlaceholder(value) && (value.length < 20 || new Set(toBody(value)).size > 3 || toBody(value).length < 8);
    if (isReal) found.push({ start: match.index, end: match.index + value.length, rule });
  }
  return found;
};

/**
 * The secrets in a text, in order, without overlaps: keys by provider, private keys, credentials in headers and URLs, cookies, and values
 * of names such as `password`. In time that is linear in the text.
 */
export const findSecrets = (text: string): Secret[] => {
  if (text.length < 8) return [];
  const found = [...findProvided(text), ...findStructured(text), ...findAssigned(text)].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Secret[] = [];
  for (const one of found) {
    const last = merged.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
};
