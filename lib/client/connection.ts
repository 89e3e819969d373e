/** `lost`: the server is not responding; the page reconnects by itself. */
export type ConnectionState = 'connecting' | 'open' | 'lost';

/** `refused`: something was tried while the server did not respond, and was not carried out. */
export type Connection = { state: ConnectionState; lostAtMs: number | null; refused: boolean };

let current: Connection = { state: 'connecting', lostAtMs: null, refused: false };
const listeners = new Set<() => void>();

const set = (next: Connection): void => {
  current = next;
  for (const listener of listeners) listener();
};

export const getConnection = (): Connection => current;

export const listenToConnection = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const setConnectionState = (state: ConnectionState, nowMs: number): void => {
  if (state === current.state) return;
  set(state === 'lost' ? { state, lostAtMs: nowMs, refused: false } : { state, lostAtMs: null, refused: false });
};

/** Whether the server does not respond. The pending action is then noted as not carried out. */
export const refuseIfLost = (): boolean => {
  if (current.state !== 'lost') return false;
  set({ ...current, refused: true });
  return true;
};
