import type { SummaryField, SummarySentence } from '@/lib/domain/summary.ts';

/** A part of a summary's text; `recordId` where it is a sentence that was taken from a record. */
export type QuotedPart = { text: string; recordId: string | null };

/** A text of a summary, split into its sentences and what is between them. Together the parts are the text. */
export const splitQuotes = (text: string, sentences: readonly SummarySentence[], field: SummaryField): QuotedPart[] => {
  const parts: QuotedPart[] = [];
  let from = 0;
  for (const sentence of sentences.filter((one) => one.field === field)) {
    const at = text.indexOf(sentence.text, from);
    if (at < 0) continue;
    if (at > from) parts.push({ text: text.slice(from, at), recordId: null });
    parts.push({ text: sentence.text, recordId: sentence.record_id });
    from = at + sentence.text.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), recordId: null });
  return parts;
};
