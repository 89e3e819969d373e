import type { Drafts, RecordDraft, ResponseDraft } from '../../formats/format.ts';
import { lineKeyOf, recordIdOf, sessionIdOf } from '../../session/ids.ts';
import { isBetterPlace, printedLines } from './better-place.ts';
import { mergeResponses, toRecordRows, toResponseRow, type RecordRows, type Rows } from './to-rows.ts';

/**
 * Where the reading of a session in one file stands; plain JSON, kept with the file. `runningMs` is the latest time so far,
 * carried forward into order keys; to `lineKey`, the key of the last line, keys of lines without an id of their own are chained.
 */
export type PlaceCursor = { runningMs: number; lineKey: string; lastLine: number };

export type Placer = {
  /** Drafts of one session must be in file order. The better one of two duplicates is kept. */
  place(drafts: Pick<Drafts, 'sessions' | 'records' | 'responses'>): Rows;
  /** Cursors of all sessions so far, by native id. */
  cursors(): Record<string, PlaceCursor>;
};

/** The file whose drafts are placed; `family` is that of sessions that say none. */
export type PlacedSource = { sourceId: string; family: string };

type Open = PlaceCursor & { id: string; family: string };

/** Makes rows of the drafts of one file, going on at `cursors`. */
export const makePlacer = ({ sourceId, family }: PlacedSource, cursors: Readonly<Record<string, PlaceCursor>> = {}): Placer => {
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
    place: ({ sessions: said, records, responses }) => {
      for (const session of said) if (session.family !== undefined) families.set(session.nativeId, session.family);
      const placed = keepBest(records.map((draft) => placeDraft(open(draft.session), sourceId, draft)));
      return {
        records: placed.map(({ record }) => record),
        calls: placed.flatMap(({ call }) => call ?? []),
        results: placed.flatMap(({ result }) => result ?? []),
        outcomeOverrides: placed.flatMap(({ outcomeOverride }) => outcomeOverride ?? []),
        snapshots: placed.flatMap(({ snapshot }) => snapshot ?? []),
        earlyPairs: [],
        responses: mergeAll(responses).map((draft) => toResponseRow(draft, open(draft.session).id)),
      };
    },
    cursors: () => ({
      ...cursors,
      ...Object.fromEntries(
        [...sessions].map(([nativeId, { runningMs, lineKey, lastLine }]) => [nativeId, { runningMs, lineKey, lastLine }]),
      ),
    }),
  };
};

const placeDraft = (session: Open, sourceId: string, draft: RecordDraft): RecordRows => {
  if (draft.line !== session.lastLine) {
    session.lineKey = draft.nativeKey ?? lineKeyOf(session.lineKey, draft.lineHash);
    session.lastLine = draft.line;
  }
  session.runningMs = Math.max(session.runningMs, draft.atMs ?? 0);
  const key = draft.nativeKey ?? session.lineKey;
  return toRecordRows(draft, {
    sessionId: session.id,
    sourceId,
    // Files may repeat records at different times and places.
    id: draft.ownsKey === true ? recordIdOf(session.id, key, 0, null) : recordIdOf(session.id, key, draft.block, draft.atMs),
    order: draft.order ?? [session.runningMs, draft.line + (draft.isPrinted === true ? printedLines : 0), draft.block],
    nativeKey: toNativeKey(session.family, draft),
    nativeAtMs: toNativeTime(draft),
  });
};

const keepBest = (placed: readonly RecordRows[]): RecordRows[] => {
  const best = new Map<string, RecordRows>();
  for (const one of placed) {
    const before = best.get(one.record.id);
    if (!before || isBetterPlace(one.record, before.record)) best.set(one.record.id, one);
  }
  return best.size === placed.length ? [...placed] : [...best.values()];
};

const mergeAll = (drafts: readonly ResponseDraft[]): ResponseDraft[] => {
  const merged = new Map<string, ResponseDraft>();
  for (const draft of drafts) {
    const key = `${draft.session}\0${draft.nativeId}`;
    const before = merged.get(key);
    merged.set(key, before ? mergeResponses(before, draft) : draft);
  }
  return [...merged.values()];
};

/** Key that copies of an entry in other sessions share. An id alone may match another entry by chance; with time and length it does not. */
const toNativeKey = (family: string, draft: RecordDraft): string | null =>
  draft.nativeKey === null ? null : `${family}:${draft.nativeKey}:${draft.block}:${toNativeTime(draft)}:${draft.text.length}`;

const toNativeTime = ({ copiedAnew, atMs }: RecordDraft): number | null => (copiedAnew ? null : atMs);
