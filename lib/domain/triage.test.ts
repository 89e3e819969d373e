import { expect, test } from 'vitest';
import { triageTarget } from './triage.ts';

const target = { filter: { states: ['open'] }, view: 'groups', total: 3 };

test('a filter with a name that it does not know is refused, so that it never means everything', () => {
  expect(triageTarget.safeParse(target).data).toEqual(target);
  for (const filter of [{ state: ['open'] }, { states: ['open'], session: 's' }, { severity: 'high' }])
    expect(triageTarget.safeParse({ ...target, filter }).success).toBe(false);
});
