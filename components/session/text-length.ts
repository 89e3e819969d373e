import type { SessionRecord } from '@/lib/domain/record.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The length of a text: in words, or in bytes if it has no spaces or only part of it is loaded. */
export const printLength = ({ text, textBytes }: Pick<SessionRecord, 'text' | 'textBytes'>): string => {
  if (textBytes > text.length * 4 || textBytes >= 8_000 || unspaced.test(text)) return printBytes(textBytes);
  return printCounted(text.split(/\s+/u).filter((word) => word !== '').length, 'word');
};
