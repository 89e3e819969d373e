import { expect, it } from 'vitest';
import { findLooseChildren } from './find-loose-children.ts';

it('leaves out the children that a call leads to', () => {
  const lanes = [{ sessionId: 'tied', firstCall: 1, lastCall: 2, label: '' }];
  expect(findLooseChildren([{ id: 'review' }, { id: 'tied' }, { id: 'fork' }], lanes)).toEqual([{ id: 'review' }, { id: 'fork' }]);
});
