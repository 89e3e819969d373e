import { expect, it } from 'vitest';
import type { Episode } from '../domain/assessment.ts';
import { computeWindowRecovery } from './recovery.ts';

const buildEpisode = (foundAt: number, endedAtCall: number | null, severity: 'info' | 'caution' = 'caution'): Episode => ({
  observer: 'stall',
  observerName: 'Stall Detector',
  finding: {
    category: 'Repetitive Pattern',
    title: '',
    description: '',
    evidence: null,
    severity,
    subject: 'x',
    standing: 'new',
    calls: [],
    callCount: 3,
    records: [],
    waste: null,
  },
  fromCall: 1,
  toCall: foundAt,
  assessedAt: [foundAt],
  sentAt: [],
  endedAtCall,
  label: '',
  countsCalls: false,
  headline: '',
});

// As experiments that began before version 2 of the metrics mean it; they keep that.
it.each([
  ['ended in time', [buildEpisode(3, 13)], 20, true],
  ['ended too late', [buildEpisode(3, 14)], 20, false],
  ['was active when the session ended', [buildEpisode(3, null)], 5, false],
  ['never was', [], 20, null],
  ['is only information', [buildEpisode(3, 4, 'info')], 20, null],
  ['is not the first', [buildEpisode(9, 10), buildEpisode(3, null)], 20, false],
])('takes the first finding of a session: it %s', (_, episodes, lastCall, expected) => {
  expect(computeWindowRecovery(episodes, { withinCalls: 10, lastCall, isOver: true })).toBe(expected);
});

it('waits while a finding may still end in time', () => {
  const at = (lastCall: number) => computeWindowRecovery([buildEpisode(3, null)], { withinCalls: 10, lastCall, isOver: false });
  expect([at(3), at(13), at(14)]).toEqual([null, null, false]);
});
