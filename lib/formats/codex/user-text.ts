import { toList, toName, toObject, type JsonObject } from '../narrow.ts';
import { toParts, toPartText, toImage } from './content.ts';
import { addRecord, isCopy, type Channel, type LineContext } from './drafting.ts';

/** Text that Codex itself adds to user messages, by its beginning. */
const injected: readonly (readonly [string, RegExp])[] = [
  ['environment_context', /^<environment_context>/u],
  ['agents_md', /^# AGENTS\.md/u],
  ['user_instructions', /^<(?:user_instructions|INSTRUCTIONS)>/u],
  ['turn_aborted', /^<turn_aborted>/u],
  ['skill', /^<skill>/u],
  ['subagent_notification', /^<subagent_notification>/u],
  ['permissions', /^<permissions instructions>/u],
  ['user_shell_command', /^<user_shell_command>/u],
  ['hook', /^<hook_prompt\b/u],
];

/** Gives a session no title. */
const slashCommand = /^\/[a-z][\w-]{0,40}(?:\s|$)/u;

const ideRequest = /^# Context from my IDE setup:[\s\S]*?\n## My request for Codex:\s*\n/u;

/** New clients mark the parts of a message that Codex added, and their kind. */
const toAddedKind = (payload: JsonObject, index: number): string | undefined => {
  const about = toObject(payload.internal_chat_message_metadata_passthrough);
  const provenance = toObject(toObject(toList(about?.content_item_metadata)?.[index])?.provenance);
  if (provenance?.type !== 'harness') return undefined;
  return toName(toList(about?.content_item_kinds)?.[index], 128)?.split('.').at(-1) ?? 'context';
};

/** The user's words as a prompt, once; what Codex put around them follows as system records. */
export const addUserContent = (context: LineContext, content: unknown, channel: Channel, images: readonly unknown[] = []): void => {
  const words: string[] = [];
  const around: [string, string][] = [];
  const parts = toParts(content);
  for (const [index, part] of parts.entries()) {
    const text = toPartText(part);
    const subtype = injected.find(([, start]) => start.test(text.trimStart().slice(0, 80)))?.[0] ?? toAddedKind(context.payload, index);
    const ide = subtype === undefined ? ideRequest.exec(text)?.[0] : undefined;
    if (subtype !== undefined) around.push([subtype, text]);
    else if (ide === undefined) words.push(text);
    else {
      around.push(['ide_context', ide]);
      words.push(text.slice(ide.length));
    }
  }
  const text = words.filter((word) => word.trim() !== '' && !/^<\/?image\b[^>]*>$/u.test(word.trim())).join('\n\n');
  const attachments = [...parts.map((part) => part.image_url), ...images].flatMap((image) => toImage(image) ?? []);
  const isNew = (text !== '' || attachments.length > 0) && !isCopy(context.state, 'user', text, channel);
  if (isNew) addRecord(context, 'prompt', text, { attachments, ...(slashCommand.test(text) && { subtype: 'command' }) });
  for (const [subtype, added] of around) {
    if (!isCopy(context.state, subtype, added, channel)) addRecord(context, 'system', added, { subtype });
  }
  if (context.nextBlock === 0) addRecord(context, 'meta', '', { subtype: 'copy_of_prompt' });
};
