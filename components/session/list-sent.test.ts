import { expect, it } from 'vitest';
import { buildFinding } from '@/components/findings/build-finding.ts';
import { listSent } from './list-sent.ts';

it('lists feedback and examples that reached the agent in order of time, each behind the calls before it', () => {
  const assessment = { observer: 'stall', observerName: 'Stall Detector', summary: 'Same call.', findings: [] };
  const example = { sessionId: 's', recordId: 'r', score: 1, end: 'succeeded' as const };
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
  );
  expect(sent).toMatchObject([
    { call: null, turn: 1, after: 4, name: 'Examples', text: '2 past prompts with what followed', atMs: 30 },
    { call: 5, turn: null, after: 5, name: 'Stall Detector', text: 'Same call.', atMs: 50 },
    { call: 7, after: 7, text: 'Bash ls: same result', atMs: 90 },
  ]);
  expect(sent).toHaveLength(3);
});
