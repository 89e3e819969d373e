import type { ReviewerDefinition } from '../../domain/bundle.ts';
import type { Observation } from '../../domain/observation.ts';
import type { Session } from '../../domain/session.ts';
import type { ModelRequest } from '../../models/model-request.ts';
import { toShortId } from '../../observations/short-id.ts';
import { printCounted } from '../../print/number.ts';
import { defaultMaxFindings, toReviewRequest } from '../../reviewers/prompt.ts';
import { listChangedFiles, type ReviewerStates } from '../../reviewers/states.ts';
import type { Store } from '../../store/store.ts';
import { compressTurn } from '../../summaries/compress-turn.ts';
import type { Look } from './look.ts';
import { readFiles, type ReadFile, type ReadFiles } from './read-files.ts';

export type BuiltRequest = {
  request: ModelRequest;
  /** Description of the watched content that the request lacks; null: it is complete. */
  leftOut: string | null;
  /** Paths of the files in it, those and the ones that aren't text, and those that are in it as a whole. */
  sent: ReadonlySet<string>;
  looked: ReadonlySet<string>;
  whole: ReadonlySet<string>;
  /** The files as they are in it. */
  files: readonly ReadFile[];
  /** Observations of the reviewer that it is told of. */
  reported: readonly Observation[];
};

type Of = {
  reviewer: ReviewerDefinition;
  session: Pick<Session, 'id'>;
  look: Look;
  /** State that the reviewer looked at last; null: it never looked. */
  before: ReviewerStates | null;
  /** In characters. */
  budget: number;
  signal?: AbortSignal;
};

const maxKnown = 500;
const maxReported = 50;
/** Share of the budget, if there are files, too. */
const conversationShare = 0.4;

const noFiles: ReadFiles = { files: [], unread: [], leftOut: null };

/** Observations of a reviewer in a session, in any state. */
export const listKnown = async (
  store: Pick<Store, 'listObservations'>,
  { sessionId, reviewerId, nowMs }: { sessionId: string; reviewerId: string; nowMs: number },
): Promise<Observation[]> => {
  const filter = { sessionId, observers: [reviewerId], withCleared: true };
  const { items } = await store.listObservations({ filter, sort: 'last_seen', descending: true, cursor: null, limit: maxKnown, nowMs });
  return items;
};

/** Request for a reviewer about the current state of its watched content, without secrets. */
export const buildRequest = async (
  { store, now }: { store: Pick<Store, 'listObservations'>; now: () => number },
  { reviewer, session, look, before, budget, signal }: Of,
): Promise<BuiltRequest> => {
  const { conversation, files, root } = look;
  const conversationBudget = files.length === 0 ? budget : Math.floor(budget * conversationShare);
  // Messages are named by their positions, so that a finding leads to one.
  const messages = (await conversation?.readNewest()) ?? [];
  const compressed = conversation && compressTurn({ records: messages }, conversationBudget, ({ seq }) => seq + 1);
  const unread = (conversation?.count ?? 0) - messages.length;
  const changed = new Set(listChangedFiles(before?.files ?? null, look.states.files)?.changed);
  const read =
    root === null || files.length === 0
      ? noFiles
      : await readFiles(root, files, { budget: budget - (compressed?.text.length ?? 0), changed, ...(signal && { signal }) });
  const known = await listKnown(store, { sessionId: session.id, reviewerId: reviewer.id, nowMs: now() });
  const conversationLeftOut = [
    ...(unread > 0 ? [`${printCounted(unread, 'earlier message')} ${unread === 1 ? 'was' : 'were'} left out`] : []),
    ...(compressed?.leftOut ? [compressed.leftOut] : []),
  ].join('; ');
  const notes = [...look.problems, ...(read.leftOut === null ? [] : [`Of the files, ${read.leftOut}.`])];
  const reported = known.slice(0, maxReported);
  const request = toReviewRequest({
    reviewer,
    parts: [
      ...read.files.map((file) => ({ kind: 'file' as const, ...file })),
      ...(compressed ? [{ kind: 'conversation' as const, text: compressed.text, leftOut: conversationLeftOut || null }] : []),
    ],
    notes,
    reported: reported.map(({ id, ...one }) => ({ ...one, id: toShortId(id) })),
    maxFindings: defaultMaxFindings,
  });
  const leftOut = [...notes, ...(conversationLeftOut === '' ? [] : [`Of the conversation, ${conversationLeftOut}.`])].join(' ') || null;
  return {
    request,
    leftOut,
    sent: new Set(read.files.map(({ path }) => path)),
    looked: new Set([...read.files.map(({ path }) => path), ...read.unread]),
    whole: new Set(read.files.flatMap(({ path, isCut }) => (isCut ? [] : path))),
    files: read.files,
    reported,
  };
};
