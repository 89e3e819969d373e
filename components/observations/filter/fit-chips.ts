/** Px of a token: characters of a code font of 11 px, its padding and cross, and the gap after it. */
const toChipPx = (text: string): number => text.length * 6.7 + 32;
const morePx = 36;

export type Fit = { /** Tokens that stand in the line, the first ones. */ count: number; /** Room that is left, in px. */ leftPx: number };

/** How many tokens have room in one line; where not all have, with room for `+2`. */
export const fitChips = (texts: readonly string[], roomPx: number): Fit => {
  const all = texts.reduce((sum, text) => sum + toChipPx(text), 0);
  if (all <= roomPx) return { count: texts.length, leftPx: roomPx - all };
  let [count, leftPx] = [0, roomPx - morePx];
  for (const text of texts) {
    if (toChipPx(text) > leftPx) break;
    leftPx -= toChipPx(text);
    count += 1;
  }
  return { count, leftPx: Math.max(0, leftPx) };
};

/** Px of a text beside the tokens. */
export const toSummaryPx = (text: string): number => text.length * 6.2 + 8;

/** The longest of the texts that has room; none where none has. */
export const fitText = (texts: readonly string[], roomPx: number): string => texts.find((text) => toSummaryPx(text) <= roomPx) ?? '';
