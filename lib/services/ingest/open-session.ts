import { titleBasis } from '../../domain/session.ts';
import type { SessionDraft } from '../../formats/format.ts';
import { initialDeriveState, type DeriveState } from '../../session/derive.ts';
import {
  listModels,
  mergeFacts,
  toFacts,
  toReportedTotals,
  toSpokenFacts,
  type SessionFacts,
  type Statement,
} from '../../session/facts.ts';
import { listTurnOutcomes } from '../../session/turn-outcomes.ts';
import { liveFormat, sessionIdOf } from '../../session/ids.ts';
import type { SessionRow, StoredSessionRow } from '../../store/rows.ts';
import type { LiveRecord } from '../../store/ingest-store.ts';

/** Live records of a session that no file has, as of a revision. */
export type LiveSoFar = { revision: number; records: LiveRecord[] };

/** A session while a file is read into it. */
export type OpenSession = {
  id: string;
  nativeId: string;
  family: string;
  format: string;
  /** The format of the stored row; null for none. */
  storedFormat: string | null;
  facts: SessionFacts;
  head: DeriveState;
  /** Revision of the stored row from which `head` goes on; 0 without a stored row. */
  revision: number;
  synthetic: boolean;
  /** It is written to by a running agent, not by a file. */
  isLive?: boolean;
  /** Its live-only records, if loaded. */
  reported?: LiveSoFar;
};

/** Records came that belong before stored ones: numbers are provisional until it is derived again. */
export const isOutOfOrder = (session: OpenSession): boolean => session.head.disturbed !== undefined;

/** A session to be written to: as it is stored, or new. */
export const toOpenSession = (
  nativeId: string,
  of: { family: string; format: string; synthetic: boolean },
  stored: StoredSessionRow | undefined,
): OpenSession => ({
  // An id that an older version made of a name as it came cannot be made of the name as it is stored.
  id: stored?.id ?? sessionIdOf(of.family, nativeId),
  nativeId,
  family: of.family,
  format: stored ? pickFormat(stored.format, of.format) : of.format,
  storedFormat: stored?.format ?? null,
  facts: stored ? readFacts(stored) : {},
  head: stored ? readHead(stored) : initialDeriveState(),
  revision: stored?.revision ?? 0,
  synthetic: stored ? stored.synthetic && of.synthetic : of.synthetic,
});

/** The smaller name of two formats of one family, so that the order of files does not matter. A file's format wins over the live one. */
const pickFormat = (a: string, b: string): string => {
  if (a === liveFormat || b === liveFormat) return a === liveFormat ? b : a;
  return a < b ? a : b;
};

// Both columns are written by toSessionRow alone, from these very types.
const readFacts = (row: SessionRow): SessionFacts => row.facts as SessionFacts;
export const readHead = (row: SessionRow): DeriveState => row.head as DeriveState;

/** Drops the facts from files, which are all read again. Facts from a running agent stay. */
export const forgetFacts = (session: OpenSession, format: string): void => {
  session.facts = session.facts.live ? { live: session.facts.live } : {};
  session.format = format;
};

/** Takes over what another writer stored of the session meanwhile; of facts that were reset, only what a running agent said. */
export const catchUp = (session: OpenSession, stored: StoredSessionRow | undefined, isReset = false): void => {
  session.head = stored ? readHead(stored) : initialDeriveState();
  session.revision = stored?.revision ?? 0;
  session.storedFormat = stored?.format ?? null;
  if (stored) {
    const { live, ...said } = readFacts(stored);
    session.facts = mergeFacts({ ...(isReset ? {} : said), ...(live && { live }) }, session.facts);
    session.format = pickFormat(stored.format, session.format);
    session.synthetic = stored.synthetic && session.synthetic;
  }
};

/** Adds what a source says of the session. */
export const addStatement = (session: OpenSession, said: Statement): void => {
  session.facts = mergeFacts(session.facts, session.isLive === true ? { live: toFacts(said) } : toFacts(said));
};

/** Facts of a draft, with the place where it states them. */
export const toStatement = (draft: SessionDraft): Statement => ({ ...draft, at: [draft.atMs ?? 0, draft.line] });

/** The row of a session: its facts resolved, and the state to go on from. */
export const toSessionRow = (session: OpenSession): SessionRow => {
  const { head } = session;
  const facts = toSpokenFacts(session.facts);
  const cwd = facts.cwd?.value ?? null;
  const parent = facts.parentNativeId?.value;
  const reported = toReportedTotals(facts);
  return {
    id: session.id,
    nativeId: session.nativeId,
    family: session.family,
    format: session.format,
    title: facts.title?.value ?? null,
    // Ranks begin at −1, with the first answer.
    titleBasis: facts.title ? (titleBasis.options[facts.title.rank + 1] ?? null) : null,
    cwd,
    folderName: toFolderName(cwd),
    repository: facts.repository?.value ?? null,
    mainFolder: facts.mainFolder?.value ?? null,
    worktreeName: facts.worktree?.value ?? null,
    gitBranch: facts.gitBranch?.value ?? null,
    agentVersion: facts.agentVersion?.value ?? null,
    agentName: facts.agentName?.value ?? null,
    models: listModels(facts),
    parentId: parent === undefined ? null : sessionIdOf(session.family, parent),
    relation: facts.relation?.value ?? null,
    continues: facts.continues?.value ?? null,
    synthetic: session.synthetic,
    ...toDerivedColumns(head),
    reportedCostUsd: reported.costUsd,
    reportedTokens: reported.tokens,
    outcome: toOutcome(facts),
    facts: session.facts,
  };
};

const toFolderName = (cwd: string | null): string | null => cwd?.split(/[/\\]/u).findLast((segment) => segment !== '') ?? null;

const toOutcome = (facts: SessionFacts): SessionRow['outcome'] => {
  const outcome = {
    reward: facts.reward?.value ?? null,
    exitStatus: facts.exitStatus?.value ?? null,
    turns: listTurnOutcomes(facts.turnOutcomes),
  };
  return outcome.reward === null && outcome.exitStatus === null && outcome.turns.length === 0 ? null : outcome;
};

/** Columns that follow from the derivation alone. */
export const toDerivedColumns = (head: DeriveState): Pick<SessionRow, 'head' | 'startedAtMs' | 'endedAtMs' | 'activeMs' | 'waitingMs'> => {
  return {
    head,
    startedAtMs: head.startedAtMs,
    endedAtMs: head.endedAtMs ?? head.asideMs ?? null,
    activeMs: head.startedAtMs === null ? null : head.activeMs,
    waitingMs: head.startedAtMs === null ? null : (head.waitingMs ?? 0),
  };
};
