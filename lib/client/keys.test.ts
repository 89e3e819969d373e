import { describe, expect, it } from 'vitest';
import { keyPlaces, orderKeys } from './keys.ts';

describe('orderKeys', () => {
  it.each([
    ['/sessions', ['Sessions', 'Everywhere']],
    ['/sessions/abc', ['Session', 'Everywhere']],
    ['/sessions/abc/assessments', ['Assessments', 'Everywhere']],
    ['/retrieval', ['Retrieval', 'Examples', 'Everywhere']],
    ['/elsewhere', ['Everywhere', 'Sessions']],
  ])('begins with the keys of %s', (pathname, begin) => {
    const titles = orderKeys(pathname).map(({ title }) => title);
    expect(titles.slice(0, begin.length)).toEqual(begin);
    expect(titles).toHaveLength(Object.keys(keyPlaces).length);
  });
});
