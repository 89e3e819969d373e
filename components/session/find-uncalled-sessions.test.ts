import { expect, it } from 'vitest';
import { findUncalledSessions } from './find-uncalled-sessions.ts';

it('leaves out the children that a call leads to', () => {
  const lanes = [{ sessionId: 'tied', firstCall: 1, lastCall: 2, label: '', toolCalls: 1, toolErrors: 0 }];
  expect(findUncalledSessions([{ id: 'review' }, { id: 'tied' }, { id: 'fork' }], lanes)).toEqual([{ id: 'review' }, { id: 'fork' }]);
});
