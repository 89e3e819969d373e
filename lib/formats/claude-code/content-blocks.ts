import type { Attachment } from '../../domain/attachment.ts';
import { parseJson } from '../../domain/parse-json.ts';
import { toDecodedBytes, toInlineAttachment } from '../elements/content-parts.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';

/** Text and attachments of message content, whatever shape it has. */
export type Content = { text: string; attachments: Attachment[] };

/** The blocks of message content; a plain string is one text block. Null: neither string nor list, also where one is spread over keys. */
export const toBlocks = (content: unknown): JsonObject[] | null => {
  const text = toText(content);
  if (text !== null) return [{ type: 'text', text }];
  const list = toList(content);
  if (list) return list.flatMap((block) => toSpreadBlocks(toObject(block)) ?? [toBlock(block)]);
  return toSpreadBlocks(toObject(content));
};

/** The blocks of a message. Damaged clients leave `content` empty and spread the text over the message's own keys. */
export const toMessageBlocks = (message: JsonObject | null): JsonObject[] | null => {
  const blocks = toBlocks(message?.content);
  return blocks?.length === 0 || (message && message.content === undefined) ? (toSpreadBlocks(message) ?? blocks) : blocks;
};

const toBlock = (block: unknown): JsonObject => toObject(block) ?? { type: 'text', text: toText(block) ?? toJson(block) };

/** A text one character a key, "0", "1", …: put together again, and what it is as JSON. Null where an object holds no such text. */
const toSpreadBlocks = (object: JsonObject | null): JsonObject[] | null => {
  if (typeof object?.['0'] !== 'string') return null;
  const chars: string[] = [];
  for (let char = toText(object['0']); char !== null; char = toText(object[String(chars.length)])) chars.push(char);
  const text = chars.join('');
  const value = parseObject(text);
  return value && toText(value.type) !== null ? [value] : [{ type: 'text', text }];
};

const parseObject = (text: string): JsonObject | null => {
  try {
    return toObject(parseJson(text));
  } catch {
    return null;
  }
};

/** Content as one text: blocks on lines of their own, images and documents as attachments. */
export const toContent = (content: unknown): Content => {
  const blocks = toBlocks(content) ?? (toObject(content) ? [toObject(content) ?? {}] : []);
  const attachments = blocks.flatMap((block) => toAttachment(block) ?? []);
  const texts = blocks.flatMap((block) => (toAttachment(block) ? [] : [toBlockText(block)]));
  return { text: texts.join('\n'), attachments };
};

const toBlockText = (block: JsonObject): string => {
  if (block.type === 'tool_reference') return `Tool: ${toText(block.tool_name) ?? toJson(block)}`;
  return toText(block.text) ?? toText(toObject(block.source)?.data) ?? toJson(block);
};

/** An image or a document that is not plain text; null for any other block. Size 0: not in the file. */
export const toAttachment = (block: JsonObject): Attachment | null => {
  if (block.type !== 'image' && block.type !== 'document') return null;
  const inline = toInlineAttachment(block);
  if (inline) return inline;
  const source = toObject(block.source) ?? {};
  if (source.type === 'text') return null;
  const fallback = block.type === 'image' ? 'image/*' : 'application/octet-stream';
  return { mediaType: toName(source.media_type, 128) ?? fallback, bytes: toDecodedBytes(toText(source.data) ?? '') };
};
