import { BoundedMap } from '../bounded-map.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { toList, toText } from '../narrow.ts';

/** Sessions that are followed, and calls of each. */
const maxSessions = 60;
const maxCalls = 8;

/** A call that waits for its result: its native id, and its tool. */
type OpenCall = readonly [id: string, tool: string];

/** Calls with a row of their own whose results have not come yet; the store names no call in a result. */
export type OpenCalls = {
  open(session: string, id: string, tool: string): void;
  /** Takes the oldest open call of a tool. */
  answer(session: string, tool: string): string | null;
  /** A prompt ends what was open. */
  forget(session: string): void;
  /** Plain JSON, under 32 kB. */
  toState(): unknown;
};

export const makeOpenCalls = (state: unknown): OpenCalls => {
  const calls = new BoundedMap<readonly OpenCall[]>(maxSessions, readState(state));
  return {
    open: (session, id, tool) => {
      const key = fingerprintOf(session);
      calls.set(key, [...(calls.get(key) ?? []), [id, fingerprintOf(tool)] as const].slice(-maxCalls));
    },
    answer: (session, tool) => {
      const key = fingerprintOf(session);
      const open = calls.get(key) ?? [];
      const found = open.find(([, name]) => name === fingerprintOf(tool));
      if (!found) return null;
      calls.set(
        key,
        open.filter((call) => call !== found),
      );
      return found[0];
    },
    forget: (session) => void calls.take(fingerprintOf(session)),
    toState: () => calls.toEntries(),
  };
};

const readState = (state: unknown): [string, OpenCall[]][] =>
  (toList(state) ?? []).flatMap((entry) => {
    const [key, calls] = toList(entry) ?? [];
    const name = toText(key);
    return name === null ? [] : [[name, (toList(calls) ?? []).flatMap(readCall)]];
  });

const readCall = (call: unknown): OpenCall[] => {
  const [id, tool] = toList(call) ?? [];
  return typeof id === 'string' && typeof tool === 'string' ? [[id, tool]] : [];
};
