import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns of a grapheme, which a terminal draws as one character: at most two, whatever its parts. */
const widthOf = (grapheme: string): number => Math.min(stringWidth(grapheme), 2);

/** How many columns of a terminal a text takes, in one line and without hidden characters. */
export const computeColumns = (text: string): number => {
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += widthOf(segment);
  return columns;
};

/** A text in at most `maxColumns` columns; longer text ends in `…`. No character is cut in two. */
export const cutColumns = (text: string, maxColumns: number): string => {
  let columns = 0;
  let fitting = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    columns += widthOf(segment);
    if (columns > maxColumns) return maxColumns > 0 ? `${text.slice(0, fitting)}…` : '';
    if (columns <= maxColumns - 1) fitting = index + segment.length;
  }
  return text;
};

/** A text in exactly `columns` columns. */
export const fitColumns = (text: string, columns: number): string => {
  const cut = cutColumns(text, columns);
  return cut + ' '.repeat(columns - computeColumns(cut));
};
