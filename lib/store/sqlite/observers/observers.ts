import type { Database } from 'better-sqlite3';
import { AppError } from '../../../domain/errors.ts';
import type { AssessmentSeverity } from '../../../domain/assessment.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../../../session/call-facts.ts';
import type {
  AssessmentKey,
  ReducerOutcome,
  ReducerResult,
  ReducerWindow,
  ObservableSession,
  ObserverHead,
  UnobservedSession,
} from '../../store.ts';
import type { Assessments } from './assessments.ts';
import type { CallFactsWindow } from '../sessions/call-facts.ts';
import type { Changes } from '../changes.ts';
import type { FoundObservations } from '../observations/found-observations.ts';
import type { Observations } from '../observations/observations.ts';
import { lastCallOfStretch, type ObserverStates } from './observer-states.ts';
import type { StaleHeads } from '../sessions/stale-heads.ts';

type Parts = {
  calls: CallFactsWindow;
  states: ObserverStates;
  staleHeads: StaleHeads;
  assessments: Assessments;
  observations: Observations;
  found: FoundObservations;
  changes: Changes;
};
type Observed = {
  cwd: string | null;
  project: string | null;
  synthetic: number;
  mark: string;
  observed: string | null;
  findings: number;
  worst: string | null;
};
type Base = { head: ObserverHead | null; isMoved: boolean };

/** What the observers of a session look at, in one word: its records and numbers, what settling made of them, the configuration. */
const mark = `revision || ' ' || settled || ' ' || @configKey`;

/** Never seen whole, changed since, or to be looked at again; in the words of the index, without which every session would be read. */
const isUnobserved = `settled > 0 AND coalesce(instr(observed, revision || ' ' || settled || ' '), 0) <> 1`;
const isOutdated = `settled > 0 AND instr(observed, revision || ' ' || settled || ' ') = 1 AND observed <> ${mark}`;

/** Folds of observers over the calls of sessions, and where they stand. */
export const makeObservers = (db: Database, { calls, states, staleHeads, assessments, observations, found, changes }: Parts) => {
  const find = db.prepare<[{ id: string; configKey: string }], Observed>(
    `SELECT cwd, project, synthetic, ${mark} AS mark, observed, findings, worst_finding AS worst FROM sessions WHERE id = @id`,
  );
  const findCwd = db.prepare<[string], { cwd: string | null }>('SELECT cwd FROM sessions WHERE id = ?');
  const findOwner = db.prepare<[string], { id: string; project: string | null; synthetic: number }>(
    'SELECT id, project, synthetic FROM sessions WHERE id = ?',
  );
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
    `SELECT id AS sessionId, title, project, tool_calls AS toolCalls FROM sessions
    WHERE tool_calls > 0 AND (@after IS NULL OR (coalesce(started_at_ms, 9e99), id) > (
      SELECT coalesce(started_at_ms, 9e99), id FROM sessions WHERE id = @after
    )) ORDER BY coalesce(started_at_ms, 9e99), id LIMIT @limit`,
  );

  /** Where a fold goes on: at the head, or at the last state before what changed since. */
  const findBase = (sessionId: string, configKey: string): Base => {
    const stored = states.findHead(sessionId);
    if (!stored) return { head: null, isMoved: false };
    const isOther = stored.configKey !== configKey;
    const head = isOther ? null : states.findState(stored, stored.callIndex);
    return { head, isMoved: head?.callIndex !== stored.callIndex || stored.staleFrom !== null };
  };

  const reduceCalls = (
    sessionId: string,
    configKey: string,
    limit: number,
    fold: (window: ReducerWindow) => ReducerOutcome,
  ): ReducerResult | null => {
    const session = find.get({ id: sessionId, configKey });
    if (!session) return null;
    const { head, isMoved } = findBase(sessionId, configKey);
    const afterCall = head?.callIndex ?? 0;
    const superseded = isMoved ? assessments.supersedeAfter(sessionId, afterCall) : 0;
    const writes = observations.begin();
    const owner = { id: sessionId, project: session.project, synthetic: session.synthetic === 1 };
    if (isMoved) {
      states.goBack(sessionId, head);
      found.goBack(writes, owner, afterCall);
    }
    const window = readWindow(sessionId, afterCall, limit);
    const last = window.calls.at(-1);
    if (!last && window.turnEnds.length === 0 && !isMoved && session.observed !== null) {
      if (session.observed !== session.mark) setMark.run(session.mark, sessionId);
      return { assessments: [], folded: 0, more: false };
    }
    const made = fold({
      head,
      about: { sessionId, cwd: session.cwd },
      project: session.project,
      calls: window.calls,
      turnEnds: window.turnEnds,
    });
    const reached = last ? { callIndex: last.callIndex, callId: last.id } : head;
    if (reached) states.moveHead(sessionId, { callIndex: reached.callIndex, callId: reached.callId, configKey, fold: made.fold });
    const saidBefore = found.listSaidBefore(owner.id, owner.project, made.detections);
    assessments.put(made.assessments);
    found.put(writes, owner, made.detections, saidBefore);
    if (!window.more) found.sweep(writes, sessionId);
    writes.finish();
    // While calls remain, all is still to be looked at: unknown stays unknown until all was seen.
    const unfinished = session.observed === null ? null : '';
    const observed = window.more ? unfinished : session.mark;
    put.run({ id: sessionId, observed, findings: made.findings, worst: made.worst });
    const isFirst = (session.observed === null) !== (observed === null);
    const isOther = session.findings !== made.findings || session.worst !== made.worst;
    const isSaid = made.assessments.length > 0 || isFirst || isOther || superseded > 0;
    if (isSaid) changes.add('assessment', sessionId);
    return { assessments: made.assessments, folded: window.calls.length, more: window.more };
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
    reduceCalls,
    listUnobserved: (limit: number): UnobservedSession[] => unobserved.all(limit),
    countUnobserved: (): number => countUnobserved.get() ?? 0,
    countOutdated: (configKey: string): number => countOutdated.get({ configKey }) ?? 0,
    markOutdatedUnobserved: (configKey: string): number => {
      const marked = markOutdatedUnobserved.run({ configKey }).changes;
      if (marked > 0) changes.add('observers', '');
      return marked;
    },
    findHead: (sessionId: string, atCall?: number): ObserverHead | null => {
      const head = states.findHead(sessionId);
      return head && states.findState(head, Math.min(atCall ?? head.callIndex, head.callIndex));
    },
    putHead: (sessionId: string, head: ObserverHead): void => {
      const callIndex = head.callIndex === 0 ? 0 : indexOf.get(sessionId, head.callId);
      if (callIndex === undefined) {
        throw new AppError('conflict', `The session ${sessionId} has no call ${head.callId}, after which this state was taken.`);
      }
      const superseded = assessments.supersedeAfter(sessionId, callIndex);
      const session = findOwner.get(sessionId);
      if (session) {
        const writes = observations.begin();
        found.goBack(writes, { ...session, synthetic: session.synthetic === 1 }, callIndex);
        writes.finish();
      }
      states.putHead(sessionId, callIndex === 0 ? null : { ...head, callIndex });
      staleHeads.unmark(sessionId);
      if (superseded > 0) changes.add('assessment', sessionId);
    },
    putSent: (sessionId: string, keys: readonly AssessmentKey[], sentAtMs: number): AssessmentKey[] => {
      const marked = keys.filter((key) => assessments.putSent({ ...key, sessionId }, sentAtMs));
      if (marked.length > 0) changes.add('assessment', sessionId);
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
