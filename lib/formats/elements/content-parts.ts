import type { Attachment } from '../../domain/attachment.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';

export type PartsContent = { text: string; attachments: Attachment[] };

/** Text and attachments of content that is a text, a list of parts, or anything else (as JSON text). Absent: empty. */
export const toPartsContent = (content: unknown): PartsContent => {
  if (content === null || content === undefined) return { text: '', attachments: [] };
  const text = toText(content);
  if (text !== null) return { text, attachments: [] };
  const parts = toList(content) ?? [content];
  const attachments: Attachment[] = [];
  const texts: string[] = [];
  for (const part of parts) {
    const attachment = toAttachment(toObject(part) ?? {});
    if (attachment) attachments.push(attachment);
    else texts.push(toText(part) ?? toText(toObject(part)?.text) ?? toJson(part));
  }
  return { text: texts.join('\n'), attachments };
};

const inlineTypes: ReadonlySet<unknown> = new Set(['image', 'audio', 'file', 'media']);

/** The media type of a part that names none. */
const toFallbackType = (type: unknown): string => (type === 'image' || type === 'audio' ? `${type}/*` : 'application/octet-stream');

/** An image, a sound or a file that is itself in the part, as MCP and the AI SDK write it; null: it is not. */
export const toInlineAttachment = (part: JsonObject): Attachment | null => {
  const data = inlineTypes.has(part.type) ? (toText(part.data) ?? toText(part.image)) : null;
  if (data === null) return null;
  const fallback = toFallbackType(part.type);
  const isUrl = /^\w{1,16}:/u.test(data.slice(0, 20));
  const held = isUrl ? toUrlAttachment(data, fallback) : { mediaType: fallback, bytes: toDecodedBytes(data) };
  return { ...held, mediaType: toName(part.mimeType, 128) ?? toName(part.mediaType, 128) ?? held.mediaType };
};

/** An image, a sound or a file; size 0 where its bytes are not in the document. */
const toAttachment = (part: JsonObject): Attachment | null => {
  const inline = toInlineAttachment(part);
  if (inline) return inline;
  const type = toName(part.type, 64);
  if (type === 'image_url') return toUrlAttachment(toText(toObject(part.image_url)?.url) ?? toText(part.image_url) ?? '');
  if (type === 'input_image') return toUrlAttachment(toText(part.image_url) ?? '');
  if (type === 'input_audio') {
    const audio = toObject(part.input_audio) ?? {};
    return { mediaType: `audio/${toName(audio.format, 32) ?? '*'}`, bytes: toDecodedBytes(toText(audio.data) ?? '') };
  }
  if (type !== 'image' && type !== 'file' && type !== 'audio' && type !== 'document') return null;
  const source = toObject(part.source) ?? toObject(part.file) ?? {};
  return { mediaType: toName(source.media_type, 128) ?? toFallbackType(type), bytes: toDecodedBytes(toText(source.data) ?? '') };
};

const toUrlAttachment = (url: string, fallback = 'image/*'): Attachment => {
  const [, mediaType, data] = /^data:([\w.+/-]{1,128})[^,]{0,64},(.*)$/su.exec(url) ?? [];
  return { mediaType: mediaType ?? fallback, bytes: toDecodedBytes(data ?? '') };
};

/** Number of bytes that a base64 text decodes to. */
export const toDecodedBytes = (base64: string): number => {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
};
