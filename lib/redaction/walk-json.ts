import { isPairName, isPairValue, toOuter, toPairName, type Place } from './field.ts';

/** A key, string or number of JSON: UTF-16 offsets without quotes, the end exclusive. */
export type JsonPart = { kind: 'key' | 'string' | 'number'; start: number; end: number; place: Place };

/** A list or object that is open, or what stands before the first one. */
type Frame = { isList: boolean; outer: string | null; key: string | null; pairName: string | null; pairValue: JsonPart | null };

const makeFrame = (isList: boolean, outer: string | null): Frame => ({ isList, outer, key: null, pairName: null, pairValue: null });

const tokens = /"|\\+["nrt]?|[{}[\],:]|[^\s\\"{}[\],:]+/gu;
const space = '(?:\\s|\\\\+[nrt])*';
const beforeColon = new RegExp(`${space}:`, 'uy');
const beforeOther = new RegExp(`${space}(?:[,}\\]"]|$)`, 'uy');
const cutString = /[^\s"\\]{4,256}?(?:…|\.{3})(?=[\s)\]}]|$)/uy;
const startsAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

/** Deeper text is no settings. */
const maxLevels = 60_000;

/** Where the string that begins at `from` ends, before its last quote; null where it has none. */
const findStringEnd = (text: string, from: number, escapes: number): number | null => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = 0;
    while (at - before > from && text[at - before - 1] === '\\') before += 1;
    if (before < escapes) return null;
    // Each level of escaping doubles the backslashes and adds one.
    if (((before + 1) / (escapes + 1)) % 2 === 1) return at - escapes;
  }
  return null;
};

/**
 * Visits the keys, strings and numbers of the JSON in a text, also where other text is around it or its begin or end is missing. `escapes`
 * are the backslashes before its quotes: 0, or 1, 3 or 7 where it is a string of JSON itself. The value of a pair whose name follows is
 * visited again with that name. In time that is linear in the text.
 */
export const walkJson = (text: string, escapes: number, visit: (part: JsonPart) => void): void => {
  let frame = makeFrame(false, null);
  let frames = [frame];
  const reset = (): void => {
    frame = makeFrame(false, null);
    frames = [frame];
  };
  const toPlace = (): Place => {
    const { key, pairName, outer } = frame;
    return { key: key !== null && pairName !== null && isPairValue(key) ? pairName : key, outer };
  };
  const toValue = (kind: 'string' | 'number', start: number, end: number): void => {
    const part: JsonPart = { kind, start, end, place: toPlace() };
    visit(part);
    if (frame.key === null) return;
    if (isPairValue(frame.key)) frame.pairValue = part;
    if (kind !== 'string' || !isPairName(frame.key)) return;
    frame.pairName = toPairName(text.slice(start, end));
    if (frame.pairValue) visit({ ...frame.pairValue, place: { key: frame.pairName, outer: frame.outer } });
  };
  const toString = (start: number): void => {
    const end = findStringEnd(text, start, escapes);
    const next = end === null ? start : end + escapes + 1;
    if (end !== null && startsAt(beforeColon, text, next) && !frame.isList) {
      visit({ kind: 'key', start, end, place: { key: null, outer: null } });
      frame.key = text.slice(start, end);
    } else if (end !== null && startsAt(beforeOther, text, next)) toValue('string', start, end);
    else if (startsAt(cutString, text, start)) return toValue('string', start, (tokens.lastIndex = cutString.lastIndex));
    // A quote of other text: what follows it may be JSON.
    else return reset();
    tokens.lastIndex = next;
  };
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [token] = match;
    const after = match.index + token.length;
    tokens.lastIndex = after;
    if (token.endsWith('"')) {
      if (token.length === escapes + 1) toString(after);
      else reset();
    } else if (token === '{' || token === '[') {
      frame = makeFrame(token === '[', toOuter(toPlace()));
      frames.push(frame);
      if (frames.length > maxLevels) reset();
    } else if (token === '}' || token === ']') {
      frames.pop();
      frame = frames.at(-1) ?? makeFrame(false, null);
      if (frames.length === 0) frames.push(frame);
    } else if (token === ',') frame.key = null;
    else if (/^-?\d[\d.eE+-]*$/u.test(token)) toValue('number', match.index, after);
    else if (token !== ':' && !/^(?:true|false|null|\\+[nrt])$/u.test(token)) reset();
  }
};
