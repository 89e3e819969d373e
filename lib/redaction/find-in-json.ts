import { findPlaceRule } from './field.ts';
import { mayNameInJson } from './secret-names.ts';
import type { Secret } from './secret.ts';
import { walkJson } from './walk-json.ts';

/** Backslashes before the quotes of JSON, and of JSON in a string of JSON, and so on. */
const levels = [0, 1, 3, 7];

/** Values of JSON in a text that the name of a pair tells, or the key of a list or object that they are in. */
export const findInJson = (text: string): Secret[] => {
  if (!mayNameInJson(text)) return [];
  const found: Secret[] = [];
  for (const escapes of levels) {
    if (!text.includes(`${'\\'.repeat(escapes)}"`)) break;
    walkJson(text, escapes, ({ kind, start, end, place }) => {
      if (kind === 'key') return;
      const rule = findPlaceRule(place, text.slice(start, end), kind === 'number');
      if (rule !== null) found.push({ start, end, rule });
    });
  }
  return found;
};
