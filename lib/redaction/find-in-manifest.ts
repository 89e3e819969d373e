import { findValueEnd, findWordEnd } from './find-value-end.ts';
import { isPassword } from './is-plausible.ts';
import type { Secret } from './secret.ts';

const newline = '(?:\\r?\\n|\\\\{1,7}n)';
const mark = '(?:\\\\{0,8}["\'])?';
/** Groups: where a manifest of Kubernetes begins, that it is a secret, and its values. */
const marks = new RegExp(
  `(---(?=${newline})|apiVersion${mark}:)|(kind${mark}:[ ]{0,4}${mark}Secret\\b)|(?:(?<![\\w.])|(?<=\\\\n))((?:stringData|data)${mark}:[ ]{0,4}(?:\\{|(?=${newline})))`,
  'gu',
);
const field = new RegExp(
  `(?:${newline}|[\\s,]){0,8}?([ ]{0,40})${mark}[\\w.-]{1,200}${mark}:[ ]{0,4}(?:[|>][+-]?${newline}[ ]{1,40})?(?:(\\\\{0,8}["'])|([^\\s"'\\\\,{}]{4,})${mark})`,
  'uy',
);

const readValues = (text: string, begin: number): Secret[] => {
  const found: Secret[] = [];
  let indent: number | null = null;
  field.lastIndex = begin;
  for (let match = field.exec(text); match; match = field.exec(text)) {
    const [whole, spaces = '', quote, bare = ''] = match;
    indent ??= spaces.length;
    if (spaces.length < indent) break;
    const from = quote === undefined ? match.index + whole.lastIndexOf(bare) : match.index + whole.length;
    const end = quote === undefined ? from + bare.length : findWordEnd(text, from, findValueEnd(text, from, quote));
    const value = text.slice(from, end);
    if (quote !== undefined) field.lastIndex = end + quote.length;
    // Several words are a file or a sentence, which other rules read.
    if (!/\s|\\[nrt]/u.test(value) && isPassword(value.slice(0, 64), true)) found.push({ start: from, end, rule: 'kubernetes-secret' });
  }
  return found;
};

/** Values in secrets of Kubernetes, whatever their names: `kind: Secret` stands before or behind them. */
export const findInManifest = (text: string): Secret[] => {
  if (!/kind\\{0,8}["']?:\s{0,4}\\{0,8}["']?Secret\b/u.test(text)) return [];
  const found: Secret[] = [];
  let isSecret = false;
  let values: number[] = [];
  const end = (): void => {
    if (isSecret) found.push(...values.flatMap((from) => readValues(text, from)));
    isSecret = false;
    values = [];
  };
  for (const { index, 0: whole, 1: begin, 2: kind } of text.matchAll(marks)) {
    if (begin !== undefined) end();
    else if (kind !== undefined) isSecret = true;
    else values.push(index + whole.length);
  }
  end();
  return found;
};
