import type { Drafts, RecordDraft, ResultDraft } from '../../formats/format.ts';
import { lineKeyOf, recordIdOf, sessionIdOf } from '../../session/ids.ts';
import { computeCallKey, computeErrorKey, computeResultKey } from '../../session/keys.ts';
import type { OrderKey } from '../../session/order.ts';
import { toToolKind } from '../../session/tool-kind.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import type { ToolCallRow, ToolResultRow } from '../../store/store.ts';

/** A record's draft with its id, its place, and all else that follows from its file alone. Plain data. */
export type PlacedDraft = {
  draft: RecordDraft;
  id: string;
  order: OrderKey;
  nativeKey: string | null;
  nativeAtMs: number | null;
  call: Pick<ToolCallRow, 'kind' | 'summary' | 'callKey'> | null;
  /** Of a result, and of an ending that is told apart. */
  result: Pick<ToolResultRow, 'resultKey' | 'errorKey'> | null;
};

/**
 * Where the reading of a session in one file stands; plain JSON, kept with the file. `runningMs` is the latest time so far,
 * carried forward into order keys; to `lineKey`, the key of the last line, keys of lines without an id of their own are chained.
 */
export type PlaceCursor = { runningMs: number; lineKey: string; lastLine: number };

export type Placer = {
  /** Drafts of one session must come in the order of its file. */
  place(drafts: Pick<Drafts, 'sessions' | 'records'>): PlacedDraft[];
  /** Cursors of all sessions so far, by native id. */
  cursors(): Record<string, PlaceCursor>;
};

type Open = PlaceCursor & { id: string; family: string };

/** Places the drafts of one file, going on at `cursors`; `family` is that of sessions that say none. */
export const makePlacer = (family: string, cursors: Readonly<Record<string, PlaceCursor>> = {}): Placer => {
  const families = new Map<string, string>();
  const sessions = new Map<string, Open>();
  const cursorOf = (nativeId: string): PlaceCursor =>
    (Object.hasOwn(cursors, nativeId) ? cursors[nativeId] : undefined) ?? { runningMs: 0, lineKey: '', lastLine: 0 };
  const open = (nativeId: string): Open => {
    const known = sessions.get(nativeId);
    if (known) return known;
    const own = families.get(nativeId) ?? family;
    const fresh = { id: sessionIdOf(own, nativeId), family: own, ...cursorOf(nativeId) };
    sessions.set(nativeId, fresh);
    return fresh;
  };
  return {
    place: ({ sessions: said, records }) => {
      for (const session of said) if (session.family !== undefined) families.set(session.nativeId, session.family);
      return records.map((draft) => placeDraft(open(draft.session), draft));
    },
    cursors: () => ({
      ...cursors,
      ...Object.fromEntries(
        [...sessions].map(([nativeId, { runningMs, lineKey, lastLine }]) => [nativeId, { runningMs, lineKey, lastLine }]),
      ),
    }),
  };
};

const placeDraft = (session: Open, draft: RecordDraft): PlacedDraft => {
  if (draft.line !== session.lastLine) {
    session.lineKey = draft.nativeKey ?? lineKeyOf(session.lineKey, draft.lineHash);
    session.lastLine = draft.line;
  }
  session.runningMs = Math.max(session.runningMs, draft.atMs ?? 0);
  const key = draft.nativeKey ?? session.lineKey;
  // What several files tell, each tells at a time and place of its own.
  const id = draft.ownsKey === true ? recordIdOf(session.id, key, 0, null) : recordIdOf(session.id, key, draft.block, draft.atMs);
  const result = draft.result ?? draft.ending;
  return {
    draft,
    id,
    order: draft.order ?? [session.runningMs, draft.line, draft.block],
    nativeKey: toNativeKey(session.family, draft),
    nativeAtMs: toNativeTime(draft),
    call: draft.call ? toCallFacts(draft.call, id) : null,
    result: result ? toResultFacts(result, draft.text) : null,
  };
};

/** What copies of an entry in other sessions share. An id alone may meet another by chance; with time and length it does not. */
const toNativeKey = (family: string, draft: RecordDraft): string | null =>
  draft.nativeKey === null ? null : `${family}:${draft.nativeKey}:${draft.block}:${toNativeTime(draft)}:${draft.text.length}`;

const toNativeTime = ({ copiedAnew, atMs }: RecordDraft): number | null => (copiedAnew ? null : atMs);

const toCallFacts = ({ name, params }: NonNullable<RecordDraft['call']>, id: string) => ({
  kind: toToolKind(name),
  summary: computeToolSummary(params),
  // A call of unknown arguments is like no other.
  callKey: computeCallKey(name, params === '' ? id : params),
});

const toResultFacts = (result: ResultDraft, text: string) => ({
  resultKey: computeResultKey(text),
  errorKey: isSurelyOk(result) ? null : computeErrorKey(text),
});

/** No ending that is told apart makes an error of it: the key would never be read. */
const isSurelyOk = ({ outcome, outcomeSource }: ResultDraft): boolean => outcome === 'ok' && outcomeSource === 'flag';
