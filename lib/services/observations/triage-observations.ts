import { AppError } from '../../domain/errors.ts';
import type { Observation, ResolutionReason, TriageAction } from '../../domain/observation.ts';
import type { TriageCommand, TriageResult, UndoResult } from '../../domain/triage.ts';
import { redact } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { getObservation, resolveNames } from './read-observations.ts';

export type TriageDeps = {
  store: Store;
  now: () => number;
  /** Id shared by all changes of a request. */
  makeId: () => string;
  /** Default actor. */
  person: string;
  /** Whether secrets are replaced before anything is stored. */
  redacts: () => boolean;
};

/** `by` overrides the default actor. */
type By = { by?: string };
/** `version`: the version that the caller saw. Fails with `conflict` if it changed since. */
type Act = By & { id: string; note: string | null; version?: number };
/** `changeId` is for undo; null if nothing changed. */
type Acted = { observation: Observation; changeId: string | null };

export type Triage = {
  acknowledge(input: Act): Promise<Acted>;
  resolve(input: Act & { reason: ResolutionReason }): Promise<Acted>;
  reopen(input: Act): Promise<Acted>;
  /** Changes a selection, or all matches of a filter, in one transaction. */
  triage(input: Omit<TriageCommand, 'by' | 'atMs' | 'changeId'> & By): Promise<TriageResult>;
  undo(input: By & { changeId: string }): Promise<UndoResult>;
  /** Archives resolved observations: of one session, or all of them (null). */
  clearResolved(input: By & { sessionId: string | null }): Promise<{ cleared: number; changeId: string | null }>;
};

/** Triage actions. Refusals and stale versions fail with `conflict`. */
export const makeTriage = ({ store, now, makeId, person, redacts }: TriageDeps): Triage => {
  const clean = (note: string | null) => (note !== null && redacts() ? redact(note) : note);
  const act = async (action: TriageAction, reason: ResolutionReason, { id, note, version, by = person }: Act): Promise<Acted> => {
    const target = { observations: [{ id, ...(version !== undefined && { version }) }] };
    const { refusals, changeId } = await store.triage({ action, reason, note: clean(note), by, atMs: now(), changeId: makeId(), target });
    const [refusal] = refusals;
    if (refusal) throw new AppError('conflict', `${action} ${id}: ${refusal.why}`, { state: refusal.state });
    return { observation: await getObservation(store, id), changeId };
  };
  return {
    acknowledge: (input) => act('acknowledge', 'fixed', input),
    resolve: ({ reason, ...input }) => act('resolve', reason, input),
    reopen: (input) => act('reopen', 'fixed', input),
    triage: async ({ by = person, target: asked, ...command }) => {
      // The names of a filter mean what they mean in the list that the caller saw.
      const target = 'filter' in asked ? { ...asked, filter: await resolveNames(store, asked.filter) } : asked;
      return store.triage({ ...command, target, note: clean(command.note), by, atMs: now(), changeId: makeId() });
    },
    undo: ({ changeId, by = person }) => store.undoTriage(changeId, by, now()),
    clearResolved: async ({ sessionId: name, by = person }) => {
      const changeId = makeId();
      const sessionId = name === null ? null : await getSessionId(store, name);
      const cleared = await store.clearResolved(sessionId, by, now(), changeId);
      return { cleared, changeId: cleared > 0 ? changeId : null };
    },
  };
};

/** Our session id for any accepted id. Fails with `not_found`. */
export const getSessionId = async (store: Store, name: string): Promise<string> => {
  const found = await store.findSession(name);
  if (!found) throw new AppError('not_found', `There is no session ${name}. Omit it for an observation without a session.`);
  return found.id;
};
