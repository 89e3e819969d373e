import { expect, it } from 'vitest';
import { buildFinding } from '@/components/findings/build-finding.ts';
import { listSent } from './list-sent.ts';

it('lists feedback and examples that reached the agent in order of time, each behind the calls before it', () => {
  const assessment = { observer: 'stall', observerName: 'Stall Detector', summary: 'Same call.', findings: [] };
  const example = { sessionId: 's', recordId: 'r', score: 1, result: 'succeeded' as const, end: 'succeeded' as const };
  const given = { examples: [example, example], sectionChars: 900, withheld: false };
  const sent = listSent(
    [
      { ...assessment, callIndex: 5, sentAtMs: 50 },
      { ...assessment, callIndex: 6, sentAtMs: null },
      { ...assessment, callIndex: 7, sentAtMs: 90, findings: [buildFinding({ title: 'Bash ls: same result' })] },
    ],
    [
      { ...given, turnIdx: 1, atMs: 30 },
      { ...given, turnIdx: 2, atMs: 60, withheld: true },
      { ...given, turnIdx: 3, atMs: 70, sectionChars: 0 },
    ],
    [
      { turnIdx: 0, toolCalls: 4 },
      { turnIdx: 1, toolCalls: 9 },
    ],
    { episodes: [], toCall: 13 },
  );
  expect(sent).toMatchObject([
    { call: null, turn: 1, after: 4, name: 'Examples', text: '2 past prompts with what followed', atMs: 30 },
    { call: 5, turn: null, after: 5, name: 'Stall Detector', text: 'Same call.', atMs: 50 },
    { call: 7, after: 7, text: 'Bash ls: same result', atMs: 90 },
  ]);
  expect(sent).toHaveLength(3);
});

it('says whether the agent changed course after feedback: all that it was about ended', () => {
  const assessment = { observer: 'stall', observerName: 'Stall Detector', summary: 'Same call.', findings: [], sentAtMs: 1 };
  const episode = (sentAt: number[], endedAtCall: number | null, observer = 'stall') => ({ observer, sentAt, endedAtCall });
  const react = (toCall: number | null, ...episodes: ReturnType<typeof episode>[]) =>
    listSent([{ ...assessment, callIndex: 5 }], [], [], { episodes, toCall })[0]?.reaction;
  expect(react(9, episode([5], 8), episode([3, 5], 7))).toBe('changed course at #8');
  expect(react(9, episode([5], 8), episode([5], null))).toBe('no change');
  // As of an earlier call.
  expect(react(7, episode([5], 8))).toBe('no change');
  expect(react(5, episode([5], null))).toBeNull();
  expect(react(null, episode([5], null))).toBeNull();
  expect(react(9, episode([4], 6), episode([5], 6, 'thrash'))).toBeNull();
});
