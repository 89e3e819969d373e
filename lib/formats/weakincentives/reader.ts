import { normalizeTexts } from '../../domain/normalize-texts.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { toPrompt } from '../../trajectories/descriptor.ts';
import { eventKinds, listEvents, mergeEvents, type EventLists } from '../../trajectories/events.ts';
import { parsePythonJson } from '../../trajectories/python-json.ts';
import { toSnapshot } from '../../trajectories/snapshot.ts';
import { toTypeName } from '../../trajectories/type-name.ts';
import { checkSnapshot } from '../../trajectories/validate.ts';
import { readAsLines } from '../elements/read-as-lines.ts';
import { toExcerptText } from '../excerpt.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { DocumentDrafts, Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toEpochMs } from '../instant.ts';
import { toName, toObject, toText } from '../narrow.ts';
import { addRecordDraft } from '../record-drafting.ts';
import { addEvent, findPromptChanges, findResponses, type EventContext } from './event-drafts.ts';
import { fromState, toState, type ReaderState } from './reader-state.ts';

/** Reads a dump: each line is a snapshot of a session, and repeats the events of the session's snapshots before it. */
export const openSnapshots = (_hints: SourceHints, stored: unknown): LineReader => {
  const state = fromState(stored);
  return {
    read: (line, value, out) => {
      const reading = toSnapshot(value);
      if ('flaws' in reading) out.issues.push(toRefusal(line, reading.flaws));
      else readSnapshot(state, line, reading.snapshot, out);
    },
    // Python writes NaN and Infinity, and reads them.
    parse: (text) => normalizeTexts(parsePythonJson(text, Number)),
    state: () => toState(state),
  };
};

/** Reads one snapshot whose JSON is spread over lines. */
export const readSnapshotDocument = (document: unknown, hints: SourceHints): Iterable<DocumentDrafts> =>
  readAsLines([document], openSnapshots(hints, undefined));

const toRefusal = (line: Line, flaws: readonly string[]): Drafts['issues'][number] => ({
  line: line.number,
  code: 'bad_snapshot',
  message: `Line ${line.number} is not a valid snapshot: ${flaws.slice(0, 5).join('; ')}. It was skipped.`,
  excerpt: toExcerptText(line.text),
});

const readSnapshot = (state: ReaderState, line: Line, snapshot: Snapshot, out: Drafts): void => {
  const lists = listEvents(snapshot);
  const session = toSession(snapshot, lists) ?? state.current ?? `unnamed-${line.hash}`;
  state.current = session;
  const stateKey = fingerprintOf(session);
  const before = state.sessions.get(stateKey) ?? null;
  const { history, grows } = checkSnapshot(before, snapshot, lists);
  state.sessions.set(stateKey, history);

  const atMs = toEpochMs(snapshot.createdAt.atMs);
  out.sessions.push({ nativeId: session, line: line.number, atMs, ...toTitle(lists), ...toParent(snapshot, session) });
  const events = mergeEvents(lists);
  const context: EventContext = {
    ...{ out, line, session, lastMs: 0, placed: 0 },
    ...{ changes: findPromptChanges(events), responses: findResponses(lists.tool) },
  };
  const known = before !== null && grows ? before.events : null;
  for (const event of events) if (known === null || event.index >= known[event.kind][0]) addEvent(context, event);
  addRecordDraft({ out, line, session, nextBlock: 0 }, 'meta', summarize(snapshot, lists), {
    nativeKey: `snapshot:${line.hash}`,
    subtype: 'snapshot',
    snapshot: { createdUs: snapshot.createdAt.atUs, hasEvents: events.length > 0 },
    atMs,
    order: [Math.max(context.lastMs, atMs ?? 0), line.number, context.placed],
  });
};

/** Until tags came, only events named their session. */
const toSession = ({ tags }: Snapshot, lists: EventLists): string | null =>
  toName(tags.session_id, 256) ??
  eventKinds.map((kind) => toName(lists[kind][0]?.fields.session_id, 256)).find((id) => id !== null) ??
  null;

const toParent = ({ parentId, tags }: Snapshot, session: string) => {
  const parentNativeId = parentId ?? toName(tags.parent_session_id, 256);
  return parentNativeId === null || parentNativeId === session ? {} : { parentNativeId, relation: 'subagent' as const };
};

/** The first prompt's name, and the first text that it was rendered with. */
const toTitle = ({ rendered }: EventLists) => {
  const first = rendered[0];
  const name = toName(first?.fields.prompt_name, 200) ?? toName(toPrompt(first)?.key, 200);
  if (name === null) return {};
  const inputs = Array.isArray(first?.fields.render_inputs) ? first.fields.render_inputs : [];
  const texts = inputs.flatMap((input) => Object.values(toObject(input) ?? {})).map((text) => toText(text)?.trim() ?? '');
  const words = texts.find((text) => text !== '');
  return { title: (words === undefined ? name : `${name}: ${words}`).slice(0, 200), titleRank: 2 as const };
};

const maxSummary = 2_000;

/** Contents of a snapshot, in words: events, and the items of each slice. */
const summarize = ({ slices }: Snapshot, { rendered, tool, executed }: EventLists): string => {
  const events = [[rendered, 'prompts'], [tool, 'tool calls'], [executed, 'answers']] as const; // prettier-ignore
  const counted = events.map(([list, words]) => `${list.length} ${words}`).join(', ');
  const held = slices.map(({ sliceType, items }) => `${toTypeName(sliceType)} ${items.length}`).join(', ');
  return `${counted}; slices: ${held === '' ? 'none' : held}`.slice(0, maxSummary);
};
