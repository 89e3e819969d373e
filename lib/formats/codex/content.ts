import type { Attachment } from '../../domain/attachment.ts';
import { toInlineAttachment } from '../elements/content-parts.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';

export type Content = { text: string; attachments: Attachment[] };

/** The parts of a message's content; a plain text is one part. */
export const toParts = (content: unknown): JsonObject[] => {
  const text = toText(content);
  if (text !== null) return [{ type: 'text', text }];
  const parts = toList(content) ?? (toObject(content) ? [content] : []);
  return parts.map((part) => toObject(part) ?? { type: 'text', text: toText(part) ?? toJson(part) });
};

/** Text of a part; '' for images and what cannot be read. */
export const toPartText = (part: JsonObject): string => {
  const text = toText(part.text);
  if (text !== null) return text;
  const type = toName(part.type, 128) ?? '';
  return /image|audio|encrypted/u.test(type) ? '' : toJson(part);
};

/** The text of a message with its images, whichever of its forms it has. */
export const toContent = (content: unknown): Content => {
  const parts = toParts(content);
  return {
    text: parts
      .map(toPartText)
      .filter((text) => text !== '')
      .join('\n'),
    attachments: parts.flatMap((part) => toImage(part.image_url) ?? toInlineAttachment(part) ?? []),
  };
};

/** An image given as a data URL or an address; null for anything else. Size 0: not in the file. */
export const toImage = (value: unknown): Attachment | null => {
  const url = toText(value);
  if (url === null || url === '') return null;
  const [head = '', mediaType] = /^data:([\w.+/-]{1,128});base64,/u.exec(url.slice(0, 200)) ?? [];
  if (mediaType === undefined) return { mediaType: 'image/*', bytes: 0 };
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  return { mediaType, bytes: Math.max(0, Math.floor(((url.length - head.length) * 3) / 4) - padding) };
};
