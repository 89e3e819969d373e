import { AppError } from '../../domain/errors.ts';
import type { ResolutionReason, TriageAction } from '../../domain/observation.ts';
import type { Store } from '../../store/store.ts';
import type { Answer, Asked, Writes } from './endpoints.ts';
import { getObservation } from './read-observations.ts';

export type TriageDeps = {
  store: Store;
  now: () => number;
  /** Names what one request changes. */
  makeId: () => string;
  /** Who acts, unless a request says so. */
  person: string;
};

export type Triage = Writes<'acknowledge' | 'resolve' | 'reopen' | 'triage' | 'undo' | 'clearResolved'>;

type Acting = Asked<'acknowledge'>;

/** What people and agents do to observations. A refusal, and a version that is another one now, fail with `conflict`. */
export const makeTriage = ({ store, now, makeId, person }: TriageDeps): Triage => {
  const act = async (
    action: TriageAction,
    reason: ResolutionReason,
    { params: { id }, body }: Pick<Acting, 'params' | 'body'>,
  ): Promise<Answer<'acknowledge'>> => {
    const { note, by = person, version } = body;
    const target = { observations: [{ id, ...(version !== undefined && { version }) }] };
    const { refusals, changeId } = await store.triage({ action, reason, note, by, atMs: now(), changeId: makeId(), target });
    const [refusal] = refusals;
    if (refusal) throw new AppError('conflict', `${action} ${id}: ${refusal.why}`, { state: refusal.state });
    return { observation: await getObservation(store, id), changeId };
  };
  return {
    acknowledge: (request) => act('acknowledge', 'fixed', request),
    resolve: (request) => act('resolve', request.body.reason, request),
    reopen: (request) => act('reopen', 'fixed', request),
    triage: ({ body: { by = person, ...command } }) => store.triage({ ...command, by, atMs: now(), changeId: makeId() }),
    undo: ({ body: { changeId, by = person } }) => store.undoTriage(changeId, by, now()),
    clearResolved: async ({ body: { sessionId: name, by = person } }) => {
      const changeId = makeId();
      const sessionId = name === null ? null : await getSessionId(store, name);
      const cleared = await store.clearResolved(sessionId, by, now(), changeId);
      return { cleared, changeId: cleared > 0 ? changeId : null };
    },
  };
};

/** Ours of an id that may be an agent's. Fails with `not_found` for a session that is not there. */
export const getSessionId = async (store: Store, name: string): Promise<string> => {
  const found = await store.findSession(name);
  if (!found) throw new AppError('not_found', `There is no session ${name}. Leave it out for an observation without a session.`);
  return found.id;
};
