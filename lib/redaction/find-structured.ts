import type { Secret } from './secret.ts';
import { structuredRules } from './structured-rules.ts';

/** Private keys, credentials in URLs and headers, cookies, and passwords in SQL, calls, scripts and settings of their own form. */
export const findStructured = (text: string): Secret[] =>
  structuredRules.flatMap(([pattern, findPart]) => {
    const found: Secret[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const part = findPart(match);
      if (!part) continue;
      // A value in a lookbehind may begin before the match.
      const end = match.index + match[0].length;
      const start = text.lastIndexOf(part.value, end - part.value.length);
      found.push({ start, end: start + part.value.length, rule: part.rule });
    }
    return found;
  });
