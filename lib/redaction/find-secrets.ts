import { findAssigned } from './find-assigned.ts';
import { findInColumns } from './find-in-columns.ts';
import { findInCommands } from './find-in-commands.ts';
import { findInJson } from './find-in-json.ts';
import { findInManifest } from './find-in-manifest.ts';
import { findStructured } from './find-structured.ts';
import { isStandIn } from './is-plausible.ts';
import { gluedRules, providerRules } from './provider-rules.ts';
import type { Secret } from './secret.ts';
import { toAlternatives } from './to-alternatives.ts';

/** Not within a word; an escape such as `\\n` or `%3D`, which is not part of one, is the group. Looking behind for it takes longer. */
const boundary = '(?:(?<![\\w-])|(\\\\[nrtbf]|%[0-9A-F]{2}|\\\\u[0-9a-f]{4}|(?<![\\w-])(?:Bearer|Token)-|/bot))';

/** Keys by all rules, and each rule by itself: the first one that matches at a place names the key. */
const toKeys = (rules: typeof providerRules, lead: string) => ({
  any: new RegExp(`${lead}(?:${toAlternatives(rules.map(([, pattern]) => pattern))})`, 'gu'),
  rules: rules.map(([name, pattern]) => ({ name, pattern: new RegExp(pattern, 'uy') })),
});
const keys = [
  // Most words are shorter than what is left of a key that was cut.
  toKeys(providerRules, `${boundary}(?=[\\w.:/$~-]{7})`),
  toKeys(gluedRules, '()'),
];

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

const findProvided = (text: string, { any, rules }: ReturnType<typeof toKeys>): Secret[] => {
  const found: Secret[] = [];
  any.lastIndex = 0;
  for (let match = any.exec(text); match; match = any.exec(text)) {
    const start = match.index + (match[1]?.length ?? 0);
    const rule = rules.find(({ pattern }) => {
      pattern.lastIndex = start;
      return pattern.test(text);
    });
    if (!rule) continue;
    let end = rule.pattern.lastIndex;
    if (!isReal(text.slice(start, end))) continue;
    // A path is cut in its middle: what follows the ellipsis is the end of the key.
    const after = /…[\w+=-]+/uy;
    after.lastIndex = end;
    if (after.test(text)) end = after.lastIndex;
    any.lastIndex = end;
    found.push({ start, end, rule: rule.name });
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
    ...keys.flatMap((one) => findProvided(text, one)),
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
