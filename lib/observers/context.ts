import type { ObservedCall } from './observed-call.ts';
import { hasRun } from './fault.ts';
import type { ObserverContext, ObserverState } from './observer.ts';

/** Context of an observer over the newest calls, oldest first. */
export const makeContext = (state: ObserverState, recent: readonly ObservedCall[]): ObserverContext => ({
  state,
  turnEnd: null,
  recentCalls: (n) => (n > 0 ? recent.slice(-n) : []),
  callsSince: (atMs) => recent.filter((call) => call.atMs !== null && call.atMs > atMs),
  errorRate(window) {
    const calls = (window > 0 ? recent.slice(-window) : []).filter(hasRun);
    return calls.length === 0 ? 0 : calls.filter(({ outcome }) => outcome === 'error').length / calls.length;
  },
});
