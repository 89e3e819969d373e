import { parseAnsiSequences, type ParseToken } from 'ansi-sequence-parser';
import { keepColors, toVisibleOutput } from './visible-text.ts';

/** The colors of a terminal that are kept apart; bright ones count as the plain ones, those of a table or by red, green and blue as none. */
export type AnsiTone = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'dim';
export type AnsiPiece = { text: string; tone: AnsiTone | null; isBold: boolean };

const tones: Record<string, AnsiTone> = {
  red: 'red',
  brightRed: 'red',
  green: 'green',
  brightGreen: 'green',
  yellow: 'yellow',
  brightYellow: 'yellow',
  blue: 'blue',
  brightBlue: 'blue',
  magenta: 'magenta',
  brightMagenta: 'magenta',
  cyan: 'cyan',
  brightCyan: 'cyan',
  brightBlack: 'dim',
};

const toTone = ({ foreground, decorations }: ParseToken): AnsiTone | null => {
  const named = foreground?.type === 'named' ? (tones[foreground.name] ?? null) : null;
  return named ?? (decorations.has('dim') ? 'dim' : null);
};

/** Longer texts are not colored: each change of color is an element of the page. */
const maxColoredChars = 100_000;

/**
 * Text as a terminal would print it, line by line, in pieces of one color. Nothing is hidden, whatever the text asks for; other escape
 * sequences are removed.
 */
export const splitAnsiLines = (text: string): AnsiPiece[][] => {
  const isColored = text.length <= maxColoredChars && text.includes('\u001b[');
  const pieces = isColored
    ? parseAnsiSequences(keepColors(text)).map((token) => ({
        text: token.value,
        tone: toTone(token),
        isBold: token.decorations.has('bold'),
      }))
    : [{ text, tone: null, isBold: false }];
  const lines: AnsiPiece[][] = [[]];
  for (const { text: part, ...look } of pieces) {
    for (const [at, line] of toVisibleOutput(part).split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push({ text: line, ...look });
    }
  }
  return lines;
};
