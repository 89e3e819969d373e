/** At most 200 characters of a source, for an issue; whole code points. */
export const toExcerptText = (text: string): string => Array.from(text.slice(0, 400)).slice(0, 200).join('');
