import { expect, it, vi } from 'vitest';
import { getConnection, listenToConnection, refuseIfLost, setConnectionState } from './connection.ts';

it('says since when the server does not respond, and that something was not carried out, until it responds again', () => {
  const heard = vi.fn();
  const close = listenToConnection(heard);
  setConnectionState('open', 1);
  expect([refuseIfLost(), getConnection()]).toEqual([false, { state: 'open', lostAtMs: null, refused: false }]);
  setConnectionState('lost', 2);
  setConnectionState('lost', 3);
  expect(getConnection()).toEqual({ state: 'lost', lostAtMs: 2, refused: false });
  expect([refuseIfLost(), getConnection().refused]).toEqual([true, true]);
  setConnectionState('open', 4);
  expect(getConnection()).toEqual({ state: 'open', lostAtMs: null, refused: false });
  expect(heard).toHaveBeenCalledTimes(4);
  close();
  setConnectionState('connecting', 5);
  expect(heard).toHaveBeenCalledTimes(4);
});
