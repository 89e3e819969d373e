import type { Database } from 'better-sqlite3';
import type { AssessmentSeverity } from '../../../domain/assessment.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../../../session/call-facts.ts';
import type { AssessmentKey, ObservableSession, ObserverCheckpoint, UnobservedSession } from '../../observer-store.ts';
import type { ObservationPlan } from '../../../observations/plans/rows.ts';
import type { ReducedWindow, StoredWindow } from '../../observation-engine.ts';
import type { Assessments } from './assessments.ts';
import { toJson } from '../json.ts';
import type { CallFactsWindow } from '../sessions/call-facts.ts';
import type { Changes } from '../changes.ts';
import type { Observations } from '../observations/observations.ts';
import { lastCallOfStretch, type ObserverStates, type StoredCheckpoint } from './observer-states.ts';
import type { StaleCheckpoints } from '../sessions/stale-checkpoints.ts';

export type Observers = ReturnType<typeof makeObservers>;

type Parts = {
  calls: CallFactsWindow;
  states: ObserverStates;
  staleCheckpoints: StaleCheckpoints;
  assessments: Assessments;
  observations: Observations;
  changes: Changes;
};
type Observed = {
  cwd: string | null;
  project: string | null;
  folderName: string | null;
  synthetic: number;
  /** Revision and settling, without the configuration. */
  looked: string;
  observed: string | null;
  findings: number;
  worst: string | null;
};
type Base = { stored: StoredCheckpoint | null; head: ObserverCheckpoint | null; isMoved: boolean };

/** Mark of the data that a session's observers look at: its records and numbers, and the figures computed over the whole session. */
const looked = "revision || ' ' || settled || ' '";
const toMark = (session: Pick<Observed, 'looked'>, configKey: string): string => session.looked + configKey;

const toFacts = ({ project, folderName, synthetic }: Observed) => ({ project, folderName, synthetic });

/** Never seen whole, changed since, or to be looked at again; in the words of the index, without which every session would be read. */
const isUnobserved = `settled > 0 AND coalesce(instr(observed, ${looked}), 0) <> 1`;
const isOutdated = `settled > 0 AND instr(observed, ${looked}) = 1 AND observed <> ${looked} || @configKey`;

/** Observers' checkpoints and states, and which sessions they have not seen. */
export const makeObservers = (db: Database, { calls, states, staleCheckpoints, assessments, observations, changes }: Parts) => {
  const find = db.prepare<[string], Observed>(
    `SELECT cwd, project, folder_name AS folderName, synthetic, ${looked} AS looked, observed, findings, worst_finding AS worst FROM sessions WHERE id = ?`,
  );
  const findCwd = db.prepare<[string], { cwd: string | null }>('SELECT cwd FROM sessions WHERE id = ?');
  const put = db.prepare<[{ id: string; observed: string | null; findings: number; worst: AssessmentSeverity | null }]>(
    'UPDATE sessions SET observed = @observed, findings = @findings, worst_finding = @worst WHERE id = @id',
  );
  const setMark = db.prepare<[string, string]>('UPDATE sessions SET observed = ? WHERE id = ?');
  const unobserved = db.prepare<[number], UnobservedSession>(
    `SELECT id AS sessionId, revision || ' ' || settled AS version FROM sessions INDEXED BY sessions_unobserved
    WHERE ${isUnobserved} ORDER BY started_at_ms DESC, id LIMIT ?`,
  );
  const countUnobserved = db
    .prepare<[], number>(`SELECT count(*) FROM sessions INDEXED BY sessions_unobserved WHERE ${isUnobserved}`)
    .pluck();
  const countOutdated = db.prepare<[{ configKey: string }], number>(`SELECT count(*) FROM sessions WHERE ${isOutdated}`).pluck();
  const markOutdatedUnobserved = db.prepare<[{ configKey: string }]>(`UPDATE sessions SET observed = '' WHERE ${isOutdated}`);
  const indexOf = db.prepare<[string, string], number>('SELECT call_index FROM tool_calls WHERE session_id = ? AND id = ?').pluck();
  const observable = db.prepare<[{ after: string | null; limit: number }], ObservableSession>(
    `SELECT id AS sessionId, title, folder_name AS folderName, tool_calls AS toolCalls FROM sessions
    WHERE tool_calls > 0 AND (@after IS NULL OR (coalesce(started_at_ms, 9e99), id) > (
      SELECT coalesce(started_at_ms, 9e99), id FROM sessions WHERE id = @after
    )) ORDER BY coalesce(started_at_ms, 9e99), id LIMIT @limit`,
  );

  /** Where a reducer continues: at the checkpoint, or at the last state before a later change. */
  const findBase = (sessionId: string, configKey: string): Base => {
    const stored = states.findCheckpoint(sessionId);
    if (!stored) return { stored, head: null, isMoved: false };
    const isOther = stored.configKey !== configKey;
    const head = isOther ? null : states.findState(stored, stored.callIndex);
    return { stored, head, isMoved: head?.callIndex !== stored.callIndex || stored.staleFrom !== null };
  };

  const toVersion = ({ looked, observed, cwd, project, folderName, synthetic }: Observed, stored: StoredCheckpoint | null): string =>
    // Whatever moves the state moves the head, or, where only a turn ended, the mark.
    toJson([looked, observed, cwd, project, folderName, synthetic, stored]);
  const findVersion = (sessionId: string): string | null => {
    const session = find.get(sessionId);
    return session ? toVersion(session, states.findCheckpoint(sessionId)) : null;
  };

  const readReducerWindow = (sessionId: string, configKey: string, limit: number): StoredWindow | null => {
    const session = find.get(sessionId);
    if (!session) return null;
    const { stored, head, isMoved } = findBase(sessionId, configKey);
    const afterCall = head?.callIndex ?? 0;
    const { more, ...window } = readWindow(sessionId, afterCall, limit);
    const isMarked = session.observed === toMark(session, configKey);
    // The end of a turn at an unchanged checkpoint was seen where the session is as it was then.
    const hasNews = window.calls.length > 0 || (window.turnEnds.length > 0 && !isMarked);
    const isCurrent = !hasNews && !isMoved && session.observed !== null;
    return {
      checkpoint: head,
      about: { sessionId, cwd: session.cwd },
      folderName: session.folderName,
      ...window,
      version: toVersion(session, stored),
      session: toFacts(session),
      more,
      wasComplete: session.observed !== null && session.observed !== '' && !isMoved,
      rewindTo: isMoved ? afterCall : null,
      state: !isCurrent ? 'pending' : isMarked ? 'current' : 'unmarked',
    };
  };

  const applyReducedWindow = (reduced: ReducedWindow): true | null => {
    const { sessionId, configKey, version, rewindTo, more, checkpoint: head, assessments: said, findings, worst, plan } = reduced;
    const session = find.get(sessionId);
    if (!session || findVersion(sessionId) !== version) return null;
    const superseded = rewindTo === null ? 0 : assessments.supersedeAfter(sessionId, rewindTo);
    if (rewindTo !== null) states.goBack(sessionId, findBase(sessionId, configKey).head);
    if (head) states.moveCheckpoint(sessionId, head);
    assessments.put(said);
    if (!observations.apply(plan)) return null;
    // While calls remain, all is still to be looked at: unknown stays unknown until all was seen.
    const unfinished = session.observed === null ? null : '';
    const observed = more ? unfinished : toMark(session, configKey);
    put.run({ id: sessionId, observed, findings, worst });
    const isFirst = (session.observed === null) !== (observed === null);
    const isOther = session.findings !== findings || session.worst !== worst;
    if (said.length > 0 || isFirst || isOther || superseded > 0) changes.add('assessment', sessionId);
    return true;
  };

  const dropState = (sessionId: string, callIndex: number, version: string): void => {
    if (findVersion(sessionId) === version) states.dropState(sessionId, callIndex);
  };

  const applyObserverCheckpoint = (sessionId: string, head: ObserverCheckpoint, version: string, plan: ObservationPlan): true | null => {
    if ((findVersion(sessionId) ?? '') !== version) return null;
    const superseded = assessments.supersedeAfter(sessionId, head.callIndex);
    if (!observations.apply(plan)) return null;
    states.putCheckpoint(sessionId, head.callIndex === 0 ? null : head);
    staleCheckpoints.unmark(sessionId);
    if (superseded > 0) changes.add('assessment', sessionId);
    return true;
  };

  const readWindow = (sessionId: string, afterCall: number, limit: number): { calls: CallFacts[]; turnEnds: TurnEnd[]; more: boolean } => {
    const lastEnded = calls.findLastEnded(sessionId, afterCall);
    if (lastEnded === null) return { calls: [], turnEnds: calls.listTurnEnds(sessionId, afterCall, afterCall), more: false };
    const found = calls.list(sessionId, afterCall, Math.min(lastEnded, lastCallOfStretch(afterCall + 1)), limit);
    // Nothing of one's own lies in the stretch: it is passed over.
    const window = found.length > 0 ? found : firstStretch(sessionId, afterCall, lastEnded, limit);
    const toCall = window.at(-1)?.callIndex ?? afterCall;
    return {
      calls: window,
      turnEnds: calls.listTurnEnds(sessionId, afterCall, toCall),
      more: (window.at(-1)?.callIndex ?? lastEnded) < lastEnded,
    };
  };
  const firstStretch = (sessionId: string, afterCall: number, lastEnded: number, limit: number): CallFacts[] => {
    const [first] = calls.list(sessionId, afterCall, lastEnded, 1);
    return first ? calls.list(sessionId, afterCall, Math.min(lastEnded, lastCallOfStretch(first.callIndex)), limit) : [];
  };

  return {
    readReducerWindow,
    applyReducedWindow,
    dropState,
    isReplaying: (sessionId: string): boolean => find.get(sessionId)?.observed === '',
    markObserved: (sessionId: string, configKey: string, version: string): boolean => {
      const session = find.get(sessionId);
      if (!session || findVersion(sessionId) !== version) return false;
      setMark.run(toMark(session, configKey), sessionId);
      return true;
    },
    readPlace: (sessionId: string, { callIndex, callId }: Pick<ObserverCheckpoint, 'callIndex' | 'callId'>) => {
      const at = callIndex === 0 ? 0 : indexOf.get(sessionId, callId);
      if (at === undefined) return null;
      const session = find.get(sessionId) ?? null;
      return {
        callIndex: at,
        version: findVersion(sessionId) ?? '',
        session: session && toFacts(session),
      };
    },
    applyObserverCheckpoint,
    listUnobserved: (limit: number): UnobservedSession[] => unobserved.all(limit),
    countToObserve: (configKey: string) => ({ unobserved: countUnobserved.get() ?? 0, outdated: countOutdated.get({ configKey }) ?? 0 }),
    markOutdatedUnobserved: (configKey: string): number => {
      const marked = markOutdatedUnobserved.run({ configKey }).changes;
      if (marked > 0) changes.add('observers', '');
      return marked;
    },
    findCheckpoint: (sessionId: string, atCall?: number): ObserverCheckpoint | null => {
      const head = states.findCheckpoint(sessionId);
      return head && states.findState(head, Math.min(atCall ?? head.callIndex, head.callIndex));
    },
    putSent: (sessionId: string, keys: readonly AssessmentKey[], sentAtMs: number): AssessmentKey[] => {
      const marked = keys.filter((key) => assessments.putSent({ ...key, sessionId }, sentAtMs));
      if (marked.length > 0) for (const topic of ['assessment', 'observation'] as const) changes.add(topic, sessionId);
      return marked;
    },
    listCallFacts: (
      sessionId: string,
      afterCall: number,
      limit: number,
    ): { about: SessionAbout; calls: CallFacts[]; turnEnds: TurnEnd[] } => {
      const listed = calls.list(sessionId, afterCall, calls.findLastEnded(sessionId, afterCall) ?? afterCall, limit);
      return {
        about: { sessionId, cwd: findCwd.get(sessionId)?.cwd ?? null },
        calls: listed,
        turnEnds: calls.listTurnEnds(sessionId, afterCall, listed.at(-1)?.callIndex ?? afterCall),
      };
    },
    listObservable: (afterId: string | null, limit: number) => observable.all({ after: afterId, limit }),
  };
};
