import type { SessionRecord } from '../../domain/record.ts';

const before = 80;
const most = 400;

/** A match in a record or its call with surrounding text; the start of the record if the match is beyond its stored window. */
export const toSurrounding = ({ text, toolCall }: SessionRecord, needle: string): string => {
  const wanted = needle.toLowerCase();
  const texts = [text, toolCall?.params, toolCall?.resultText, toolCall?.name, toolCall?.summary].flatMap((one) => one || []);
  const held = texts.find((one) => one.toLowerCase().includes(wanted)) ?? texts[0] ?? '';
  const at = Math.max(0, held.toLowerCase().indexOf(wanted));
  const start = Math.max(0, at - before);
  const end = start + most;
  return `${start > 0 ? '…' : ''}${held.slice(start, end)}${end < held.length ? '…' : ''}`;
};
