import { findAssigned } from './find-assigned.ts';
import { findInColumns } from './find-in-columns.ts';
import { findInCommands } from './find-in-commands.ts';
import { findInJson } from './find-in-json.ts';
import { findInManifest } from './find-in-manifest.ts';
import { findStructured } from './find-structured.ts';
import { isStandIn } from './is-plausible.ts';
import { gluedRules, providerRules } from './provider-rules.ts';
import type { Secret } from './secret.ts';

/** Not within a word; an escape such as `\n` or `%3D` is not part of one. */
const boundary = '(?<![\\w-])|(?<=\\\\[nrtbf]|%[0-9A-F]{2}|\\\\u[0-9a-f]{4}|(?<![\\w-])(?:Bearer|Token)-|/bot)';
type Rules = typeof providerRules;
const toAlternatives = (rules: Rules): string => `(?:${rules.map(([, pattern]) => `(${pattern})`).join('|')})`;
const provided = { rules: providerRules, pattern: new RegExp(`(?:${boundary})(?=[\\w.:/$~-]{7})${toAlternatives(providerRules)}`, 'gu') };
const glued = { rules: gluedRules, pattern: new RegExp(toAlternatives(gluedRules), 'gu') };

/** Characters of the longest prefixes, such as `sk-ant-admin01-`. */
const maxPrefix = 16;

/** Whether a key is real: neither what follows a prefix, such as `sk-ant-`, nor its last part stands for one. */
const isReal = (key: string): boolean => {
  const parts = key.split(/[-_]/u);
  const rests = [0, 1, 2, 3].map((from) => parts.slice(from).join('-'));
  // A key may end in `-no` or `_test`: what is no more than its prefix must be before it.
  if (rests.some((rest) => rest !== '' && key.length - rest.length <= maxPrefix && isStandIn(rest))) return false;
  const last = parts.at(-1) ?? '';
  return key.length < 20 || last.length < 8 || new Set(last).size > 3;
};

const findProvided = (text: string, { rules, pattern }: { rules: Rules; pattern: RegExp }): Secret[] => {
  const found: Secret[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [value, ...groups] = match;
    const rule = rules[groups.findIndex((group: string | undefined) => group !== undefined)]?.[0] ?? '';
    if (!isReal(value)) continue;
    // A path is cut in its middle: what follows the ellipsis is the end of the key.
    const after = /…[\w+=-]+/uy;
    after.lastIndex = match.index + value.length;
    const end = after.test(text) ? after.lastIndex : match.index + value.length;
    found.push({ start: match.index, end, rule });
  }
  return found;
};

/**
 * The secrets in a text, in order, without overlaps: keys by provider, private keys, credentials in headers and URLs, cookies, and values
 * of names such as `password`. In time that is linear in the text.
 */
export const findSecrets = (text: string): Secret[] => {
  if (text.length < 8) return [];
  const found = [
    ...[provided, glued].flatMap((keys) => findProvided(text, keys)),
    ...[findStructured, findAssigned, findInCommands, findInColumns, findInManifest, findInJson].flatMap((find) => find(text)),
  ];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Secret[] = [];
  for (const one of found) {
    const last = merged.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
};
