import { findPlaceRule } from './field.ts';
import { makeKeyNames } from './key-names.ts';
import { makeRedactField, toMarker } from './redact.ts';
import { walkJson, type JsonPart } from './walk-json.ts';

const toText = (json: string, { start, end }: JsonPart): string => {
  const inner = json.slice(start, end);
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
};

const listKeys = (json: string): string[] => {
  const keys: string[] = [];
  walkJson(json, 0, (part) => part.kind === 'key' && keys.push(toText(json, part)));
  return keys;
};

type Replaced = { start: number; end: number; text: string };

/** Valid JSON with its secrets replaced as `redactValue` does, and all else as it was written: spaces, order, and digits of numbers. */
export const redactJson = (json: string): string => {
  const replaced = new Map<number, Replaced>();
  const clean = makeRedactField();
  let toKey: ((key: string, clean: string) => string) | null = null;
  walkJson(json, 0, (part) => {
    const { kind, start, end, place } = part;
    if (kind === 'number') {
      const rule = findPlaceRule(place, json.slice(start, end), true);
      if (rule !== null) replaced.set(start, { start, end, text: JSON.stringify(toMarker(rule)) });
      return;
    }
    const text = toText(json, part);
    let safe = clean(place, text);
    if (safe === text) return;
    if (kind === 'key') {
      toKey ??= makeKeyNames(listKeys(json));
      safe = toKey(text, safe);
    }
    replaced.set(start, { start: start - 1, end: end + 1, text: JSON.stringify(safe) });
  });
  let from = 0;
  let whole = '';
  for (const { start, end, text } of [...replaced.values()].sort((a, b) => a.start - b.start)) {
    whole += json.slice(from, start) + text;
    from = end;
  }
  return whole + json.slice(from);
};
