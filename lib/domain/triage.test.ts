import { expect, test } from 'vitest';
import { actor, triageTarget } from './triage.ts';

const target = { filter: { states: ['open'] }, view: 'groups', total: 3 };

test('a filter with a name that it does not know is refused, so that it never means everything', () => {
  expect(triageTarget.safeParse(target).data).toEqual(target);
  for (const filter of [{ state: ['open'] }, { states: ['open'], session: 's' }, { severity: 'high' }])
    expect(triageTarget.safeParse({ ...target, filter }).success).toBe(false);
});

test('who acts has a name that can be seen', () => {
  for (const name of ['', '  ', '\u200b', '\u0000', '\u2800\u3164']) expect(actor.safeParse(name).success).toBe(false);
  expect([' ada ', '\u200bada'].map((name) => actor.parse(name))).toEqual(['ada', '\u200bada']);
});
