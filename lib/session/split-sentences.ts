/** Abbreviations whose period does not end a sentence. */
const abbreviations = new Set(
  'e.g i.e etc vs cf approx fig figs no nos eq sec ch vol pp mr mrs ms dr prof st jr sr inc ltd co corp al resp incl excl ca a.m p.m u.s u.k dept est max min avg'.split(
    ' ',
  ),
);
/** Ends of sentences, with closing quotes and brackets; in Chinese and Japanese no space follows. */
const end = /(?:[.!?…]{1,10}["'”’)\]]{0,3}(?=\s))|(?:[。！？｡]{1,10}[」』”’）]{0,3})/gu;
/** Possible beginnings of the next sentence; names in code begin in lower case, too. */
const begins = /^\s*["'“‘([]*(?:[\p{Lu}\p{Lo}\p{N}`]|\p{L}{1,20}(?:_|\p{Lu}|\(|\.\p{L}))/u;
const lastWord = /(?:^|[\s("“])([\p{L}.]{1,12})$/u;

/** The sentences of a paragraph, in order: together they are the paragraph. */
export const splitSentences = (paragraph: string): string[] => {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of paragraph.matchAll(end)) {
    const to = index + mark.length;
    if (mark.startsWith('.')) {
      const before = lastWord.exec(paragraph.slice(Math.max(from, index - 14), index))?.[1]?.toLowerCase();
      if (before !== undefined && (abbreviations.has(before) || /^\p{L}$/u.test(before))) continue;
      if (!begins.test(paragraph.slice(to, to + 30))) continue;
    }
    sentences.push(paragraph.slice(from, to).trim());
    from = to;
  }
  const rest = paragraph.slice(from).trim();
  return [...sentences, ...(rest === '' ? [] : [rest])];
};
