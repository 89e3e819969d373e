import { expect, it } from 'vitest';
import { printFound } from './found.ts';

it('says how many sessions of which agents, how large, and how old the newest is', () => {
  const claude = { label: 'Claude Code', sessions: 59, bytes: 100_000_000, newestAtMs: 1_000 };
  const codex = { label: 'Codex', sessions: 6, bytes: 8_000_000, newestAtMs: 500 };
  expect(printFound([claude, codex], 7_201_000)).toBe('59 Claude Code and 6 Codex sessions, 108 MB, newest 2 h ago');
  expect(printFound([{ ...codex, sessions: 1 }], null)).toBe('1 Codex session, 8.0 MB');
});
