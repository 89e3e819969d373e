import { expect, it } from 'vitest';
import { shownList } from './saved-view.ts';

it.each([
  { observers: Array.from({ length: 201 }, (_, at) => `o${at}`) },
  { projects: ['x'.repeat(401)] },
  { projects: [''] },
  { states: Array.from({ length: 8 }, () => 'open') },
  { severities: Array.from({ length: 6 }, () => 'low') },
  { sessionId: 'x'.repeat(401) },
  { fingerprint: 'x'.repeat(401) },
  { seenWithinDays: 0.5 },
  { mood: 'good' },
])('refuses to keep what is too much, or what an address cannot say: %#', (filter) => {
  expect(shownList.safeParse({ filter }).success).toBe(false);
});

it('keeps all that an address can say', () => {
  const filter = { observers: ['stall'], projects: ['x'.repeat(400)], sessionId: 's', fingerprint: 'f', seenWithinDays: 14, q: 'rm' };
  expect(shownList.parse({ filter })).toEqual({ filter, view: 'groups', sort: 'severity', order: 'desc' });
});
