import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { reduceCalls, startReducer, type ReducerState } from '../../observers/run.ts';
import type { Store } from '../../store/store.ts';
import { findReducerState } from './observe-session.ts';

const windowCalls = 1_000;

/** Where the observers of a session stood after a call; from the newest state that is kept, whatever the session's length. */
export const reduceTo = async (store: Store, set: ObserverSet, sessionId: string, atCall: number): Promise<ReducerState> => {
  const head = await store.findObserverCheckpoint(sessionId, atCall);
  const known = head?.configKey === set.key ? findReducerState(head.state) : null;
  let afterCall = known ? (head?.callIndex ?? 0) : 0;
  let { about, calls, turnEnds } = await store.listCallFacts(sessionId, afterCall, Math.min(windowCalls, atCall - afterCall));
  let state = known ?? startReducer(set, about);
  for (;;) {
    const last = calls.at(-1);
    const within = calls.filter(({ callIndex }) => callIndex <= atCall);
    ({ state: state } = reduceCalls(set, about, state, within, turnEnds));
    if (!last || last.callIndex >= atCall) return state;
    afterCall = last.callIndex;
    await setImmediate();
    ({ about, calls, turnEnds } = await store.listCallFacts(sessionId, afterCall, windowCalls));
  }
};
