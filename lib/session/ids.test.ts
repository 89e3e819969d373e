import { describe, expect, it } from 'vitest';
import { recordIdOf, sessionIdOf } from './ids.ts';

describe('ids', () => {
  it('depend on their parts alone and are safe in a URL', () => {
    const id = recordIdOf('session', 'key', 0, 1_700_000_000_000);
    expect(id).toMatch(/^[a-z2-7]{26}$/u);
    expect(id).toBe(recordIdOf('session', 'key', 0, 1_700_000_000_000));
    expect(new Set([id, recordIdOf('session', 'key', 1, 1_700_000_000_000), recordIdOf('other', 'key', 0, 1_700_000_000_000)]).size).toBe(
      3,
    );
    expect(sessionIdOf('codex', 'a')).not.toBe(sessionIdOf('claude-code', 'a'));
  });

  it('of records sort as their times do, to the second', () => {
    const times = [null, 1_000, 32_000, 1_033_000, 1_699_999_999_000, 1_700_000_000_000, 4_102_444_800_000];
    const ids = times.map((atMs, at) => recordIdOf('session', `key ${at}`, 0, atMs));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('take times that no clock gives', () => {
    for (const atMs of [-5, 8.64e15, 0.5]) expect(recordIdOf('session', 'key', 0, atMs)).toMatch(/^[a-z2-7]{26}$/u);
  });
});
