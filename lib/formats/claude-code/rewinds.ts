import { fingerprintOf, toShortKey } from '../fingerprint.ts';
import { toText } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { remember, type ReaderState } from './reader-state.ts';

/** Characters of a prompt that tell it from the one before; what the client keeps of it is cut somewhere behind them. */
const promptChars = 40;

const toPromptKey = (text: string): string => fingerprintOf(text.replaceAll(/\s+/gu, ' ').trim().slice(0, promptChars));

/**
 * Follows the path of entries that each name the one before them. A prompt behind an entry that newer prompts followed already is one
 * that the person went back for: the prompts in between are taken back, and a boundary says how many. Answers the number of prompts on
 * the path up to the line's entry, itself included; null: it has no place on it. `from`: where the line's records begin.
 */
export const notePath = (state: ReaderState, context: LineContext, from: number): number | null => {
  const { entry, session, out } = context;
  const known = state.known.get(session);
  if (!known || context.isChild || entry.isPrinted) return null;
  if (entry.type === 'last-prompt') {
    noteLeaf(state, context);
    return null;
  }
  if (entry.uuid === null) return null;
  const own = state.recent.get(toShortKey(entry.uuid));
  // An entry that stands twice.
  if (own?.session === session) return own.depth;
  const parent = findDepth(state, session, entry.parentUuid);
  const prompts = out.records.slice(from).filter(({ kind, session: owner }) => kind === 'prompt' && owner === session);
  const [prompt] = prompts;
  const before = parent ?? (startsAnew(context) && known.isChained ? 0 : known.depth);
  const isChained = known.isChained || entry.parentUuid !== null;
  if (!prompt) {
    if (isChained !== known.isChained) remember(state, session, { ...known, isChained });
    return before;
  }
  if (before < known.depth) takeBack(context, known.depth - before, from);
  const depth = before + prompts.length;
  remember(state, session, { ...known, isChained, depth, prompt: toPromptKey(prompt.text) });
  if (entry.parentUuid !== null) state.followed.set(toFollowedKey(session, entry.parentUuid), before);
  return depth;
};

/** The client's note of where the conversation stands: behind an entry that newer prompts followed, those were taken back. */
const noteLeaf = (state: ReaderState, context: LineContext): void => {
  const { entry, session } = context;
  const known = state.known.get(session);
  const depth = findDepth(state, session, toText(entry.value.leafUuid));
  const last = toText(entry.value.lastPrompt);
  // The note may be older than the prompt that it names.
  if (!known || depth === null || depth >= known.depth || (last !== null && toPromptKey(last) === known.prompt)) return;
  takeBack(context, known.depth - depth, null);
  remember(state, session, { ...known, depth });
};

/** Prompts on the path up to an entry of the session, which may be far back where a prompt followed it; null: not known. */
const findDepth = (state: ReaderState, session: string, uuid: string | null): number | null => {
  if (uuid === null) return null;
  const recent = state.recent.get(toShortKey(uuid));
  return recent?.session === session ? recent.depth : (state.followed.get(toFollowedKey(session, uuid)) ?? null);
};

const toFollowedKey = (session: string, uuid: string): string => fingerprintOf(`${session}\0${uuid}`);

/** The conversation begins again, where the entry before is not merely left out, as behind a compaction. */
const startsAnew = ({ entry: { parentUuid, value } }: LineContext): boolean =>
  parentUuid === null && value.parentUuid === null && typeof value.logicalParentUuid !== 'string';

/** Adds the boundary, before the records from `from` on: null: behind all. */
const takeBack = (context: LineContext, takesBack: number, from: number | null): void => {
  const { records } = context.out;
  const later = from === null ? [] : records.splice(from);
  const text = `Taken back: ${takesBack} ${takesBack === 1 ? 'turn' : 'turns'}`;
  const block = context.nextBlock;
  // Records keep the blocks that they have without it.
  if (from !== null) context.nextBlock = -1;
  addRecord(context, 'boundary', text, { subtype: 'taken_back', aboutTurn: { takesBack } });
  if (from !== null) context.nextBlock = block;
  records.push(...later);
};
