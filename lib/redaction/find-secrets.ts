import { controlSequence } from '../print/visible-text.ts';
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

/** Not within a word; an escape such as `\\n`, `%3D` or that of a color, which is not part of one, is the group. Looking behind for it takes longer. */
const boundary =
  '(?:(?<![\\w-])|(\\\\[nrtbf]|%[0-9A-F]{2}|\\\\u[0-9a-f]{4}|\\[\\d{1,3}(?:;\\d{1,3}){0,5}m|(?<![\\w-])(?:Bearer|Token)-|/bot))';

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

const findKeys = (text: string): Secret[] => keys.flatMap((one) => findProvided(text, one));

const findInPlain = (text: string): Secret[] => [
  ...findKeys(text),
  ...[findStructured, findAssigned, findInCommands, findInColumns, findInManifest, findInJson].flatMap((find) => find(text)),
];

/** The escape character: raw, as its picture, or as JSON and source code write it. */
const escape = '(?:\\u001b|␛|\\\\{1,4}(?:u001b|x1b|033|e))';
/**
 * Text that terminals and pages do not show, and that may thus divide a key: escape sequences (colors, clearing a line, links, character
 * sets), a character that the next one overprints, and invisible characters, each also as its picture or its escape.
 */
const unseen = new RegExp(
  [
    `${escape}\\[${controlSequence}`,
    `(?:\\u009b|⟨U\\+009B⟩)${controlSequence}`,
    `${escape}[\\]PX^_][^\\u0007\\u001b␇␛\\\\]{0,4096}(?:\\u0007|␇|\\\\{1,4}(?:u0007|x07|a)|${escape}\\\\{1,2})`,
    '[\\u001b␛](?:[ -/]{1,4}[0-~]|[0-Zc-~])',
    '[^\\s\\u0008␈][\\u0008␈]',
    '[\\u0000-\\u0007\\u000e-\\u001a\\u007f\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff␀-␇␎-␚␡]{1,1000}',
    '(?:⟨U\\+(?:00AD|200[B-F]|206[0-4]|FEFF)⟩){1,1000}',
    '(?:\\\\{1,4}u(?:00ad|200[b-f]|206[0-4]|feff|0000)){1,1000}',
  ].join('|'),
  'giu',
);

/** Escape sequences that are shorter hold no secret. */
const minHolder = 16;
const ending = /(?:\u0007|\u001b\\)$/u;

/** A key is looked for this far behind what is not seen. */
const maxKeyChars = 4_096;
const minKeyChars = 8;

/** The secrets of a text as a person sees it: a color may stand between a name and its value, between a word and a key, or within one. */
const findInShown = (text: string): Secret[] => {
  /** Where each part that is seen begins: in the text, and without what is not. Numbers alone: a text may have millions of them. */
  const [starts, plainStarts] = [[0], [0]];
  const found: Secret[] = [];
  const add = (secrets: readonly Secret[], from: number): void => {
    for (const one of secrets) found.push({ ...one, start: from + one.start, end: from + one.end });
  };
  let left = 0;
  for (const { index, 0: whole } of text.matchAll(unseen)) {
    const end = index + whole.length;
    // A link or a title holds text of its own.
    if (whole.length >= minHolder) add(findInPlain(whole.replace(ending, '')), index);
    left += whole.length;
    starts.push(end);
    plainStarts.push(end - left);
  }
  if (left === 0) return findInPlain(text);
  // Hidden text separates a key from a word before it.
  for (const [at, start] of starts.entries()) {
    const end = Math.min(start + maxKeyChars, starts[at + 1] ?? text.length);
    if (at > 0 && end - start >= minKeyChars) add(findKeys(text.slice(start, end)), start);
  }
  let part = 0;
  const toAt = (plainAt: number): number => {
    while (plainAt < (plainStarts[part] ?? 0)) part -= 1;
    while (plainAt >= (plainStarts[part + 1] ?? Infinity)) part += 1;
    return plainAt - (plainStarts[part] ?? 0) + (starts[part] ?? 0);
  };
  for (const one of findInPlain(text.replaceAll(unseen, ''))) found.push({ ...one, start: toAt(one.start), end: toAt(one.end - 1) + 1 });
  return found;
};

/**
 * The secrets in a text, in order, without overlaps: keys by provider, private keys, credentials in headers and URLs, cookies, and values
 * of names such as `password`. In time that is linear in the text.
 */
export const findSecrets = (text: string): Secret[] => {
  if (text.length < 8) return [];
  const found = findInShown(text);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Secret[] = [];
  for (const one of found) {
    const last = merged.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
};
