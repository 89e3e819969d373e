/** The longest start of a text that is at most `limit` bytes of UTF-8; no character is cut in two. */
export const cutAtBytes = (text: string, limit: number): string => {
  if (text.length * 3 <= limit) return text;
  const bytes = Buffer.from(text.slice(0, limit));
  if (bytes.length <= limit) return text.length <= limit ? text : bytes.toString();
  let end = Math.max(0, limit);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
};
