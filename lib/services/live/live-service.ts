import { AppError } from '../../domain/errors.ts';
import type { LiveAnswer, LiveCalls } from '../../domain/live-call.ts';
import { redactPlain, redactValue, type Redacted } from '../../redaction/redact.ts';
import { appendLive } from './append-live.ts';
import { findLiveSession } from './find-live-session.ts';
import { nothingObserved, observeLive, type LiveDeps } from './observe-live.ts';
import { makeRecomputeSoon } from './recompute-soon.ts';

export type LiveService = {
  /** Without `report`, nothing is marked as reported to the agent, and the section is empty. */
  record(sessionName: string, calls: LiveCalls, options?: { report: boolean }): Promise<Redacted<LiveAnswer>>;
  /** Pending reports for the agent of a session, as a section of its prompt, marked as reported; '' if nothing is pending. */
  report(sessionId: string): Promise<Redacted<string>>;
  close(): Promise<void>;
};

/** Records live reports of running agents and returns what the observers report: plain text without secrets. Calls of one session run one after another. */
export const makeLiveService = (deps: LiveDeps): LiveService => {
  const { store, now, warn } = deps;
  const lines = new Map<string, Promise<unknown>>();
  const recomputing = makeRecomputeSoon(store, (error) => warn('recompute', { error: String(error) }));
  const inLine = <Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> => {
    const before = lines.get(sessionId) ?? Promise.resolve();
    const own = before.then(work, work);
    lines.set(sessionId, own);
    const leave = () => {
      if (lines.get(sessionId) === own) lines.delete(sessionId);
    };
    own.then(leave, leave);
    return own;
  };
  type Options = { fromCall: number | null; report: boolean };
  const observe = async (sessionId: string, changed: ReadonlySet<string>, options: Options) => {
    try {
      for (const id of changed) await recomputing.recomputeAggregates(id);
      return { observed: true, ...(await observeLive(deps, sessionId, options)) };
    } catch (error) {
      // The calls are stored: an error would have them sent again.
      if (!(error instanceof AppError && error.code === 'store_busy')) throw error;
      warn('not_observed', { sessionId, error: error.message });
      return { observed: false, ...nothingObserved };
    }
  };
  return {
    record: async (sessionName, calls, { report } = { report: true }) => {
      const stored = deps.loadFeedback().redacts ? redactValue(calls) : calls;
      const session = await findLiveSession(store, sessionName, calls.session);
      return inLine(session.sessionId, async () => {
        const { sessionId } = session;
        const { places, added, changed } = await appendLive(store, session, stored, now());
        const callIndexes = places.map(({ callIndex }) => callIndex);
        const own = places.flatMap((place) => (place.sessionId === sessionId ? place.callIndex : []));
        const fromCall = own.length > 0 ? Math.min(...own) : null;
        return redactPlain({ sessionId, callIndexes, added, ...(await observe(sessionId, changed, { fromCall, report })) });
      });
    },
    report: (sessionId) => inLine(sessionId, async () => (await observe(sessionId, new Set(), { fromCall: null, report: true })).section),
    close: () => recomputing.close(),
  };
};
