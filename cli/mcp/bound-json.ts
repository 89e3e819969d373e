/** Maximum length of a tool result, in characters: an agent reads all of it. */
export const maxAnswerChars = 40_000;

/** From no limits to increasingly strict ones. */
const levels = [
  { chars: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY },
  { chars: 4_000, items: 200 },
  { chars: 1_000, items: 100 },
  { chars: 200, items: 50 },
  { chars: 60, items: 20 },
];

type Level = (typeof levels)[number];

const cutText = (text: string, { chars }: Level): string =>
  text.length <= chars ? text : `${text.slice(0, chars)}… (truncated; ${text.length} characters)`;

const cut = (value: unknown, level: Level): unknown => {
  if (typeof value === 'string') return cutText(value, level);
  if (Array.isArray(value)) {
    const kept = value.slice(0, level.items).map((one) => cut(one, level));
    return value.length > kept.length ? [...kept, `… and ${value.length - kept.length} more`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.slice(0, level.items).map(([name, one]) => [cutText(name, level), cut(one, level)] as const);
  return Object.fromEntries(entries.length > kept.length ? [...kept, ['…', `and ${entries.length - kept.length} more`]] : kept);
};

/** JSON of a value, at most `maxAnswerChars` long: long texts and lists are cut and marked. */
export const toBoundedJson = (value: unknown): string => {
  let text = '';
  for (const level of levels) {
    text = JSON.stringify(cut(value, level), null, 1);
    if (text.length <= maxAnswerChars) return text;
  }
  return toBoundedText(text);
};

/** A text, cut at `maxAnswerChars`. */
export const toBoundedText = (text: string): string => {
  if (text.length <= maxAnswerChars) return text;
  const note = `\n… (truncated; ${text.length} characters in total)`;
  return text.slice(0, maxAnswerChars - note.length) + note;
};
