import type { HistoryEntry } from '@/lib/domain/triage.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printClock, printDay, printDayClock } from '@/lib/print/time.ts';
import { stateWords } from '@/components/observations/observation-words.ts';

/** A step in words: `lead` is what happened, `tail` what follows it. Who, where and the note are added by the one who draws it. */
export type HistoryWords = { lead: string; tail: string; isRegression: boolean };

const dayMs = 86_400_000;

/** How long after the last resolution as fixed a thing came back; `entries` of its group, newest first. */
const printAfter = (entry: HistoryEntry, entries: readonly HistoryEntry[]): string => {
  const fix = entries.find(({ seq, from, to, kind }) => seq < entry.seq && from !== to && to === 'fixed' && kind === 'resolve');
  if (!fix || entry.atMs < fix.atMs) return '';
  const days = Math.floor((entry.atMs - fix.atMs) / dayMs);
  return days === 0 ? ' the same day as the fix' : ` ${days} d after the fix`;
};

const toState = ({ to }: HistoryEntry): string => stateWords[to].toLowerCase();

const leads: Record<HistoryEntry['kind'], (entry: HistoryEntry, entries: readonly HistoryEntry[]) => [lead: string, tail: string]> = {
  create: (entry) => (entry.to === 'open' ? ['Opened', ''] : ['Found', `, stays ${toState(entry)}`]),
  acknowledge: () => ['Acknowledged', ''],
  resolve: (entry) => (entry.from === entry.to ? ['Note edited', ''] : [`Resolved as ${toState(entry)}`, '']),
  reopen: () => ['Reopened', ''],
  regress: (entry, entries) => ['Regressed', `: returned${printAfter(entry, entries)}`],
  return: (entry) => ['Returned', `: ${toState(entry)} again`],
  escalate: () => ['Severity increased', ''],
  withdraw: () => ['No longer found', ' by its observer'],
  carry_from: (entry) => ['Carried over', ` from an earlier finding: ${toState(entry)}`],
  carry_to: () => ['Carried over', ' to a newer finding'],
  undo: (entry) => ['Undone', `: ${toState(entry)} again`],
  clear: () => ['Archived', ''],
};

export const toHistoryWords = (entry: HistoryEntry, entries: readonly HistoryEntry[]): HistoryWords => {
  const [lead, tail] = leads[entry.kind](entry, entries);
  const count = entry.observations > 1 ? `, ${printCounted(entry.observations, 'observation')}` : '';
  // The name that follows is the finder's, not the fixer's.
  const end = tail.endsWith(' fix') ? ',' : '';
  return { lead, tail: `${tail}${count}${end}`, isRegression: entry.kind === 'regress' };
};

/** Today the time of day, else the day too: `13:47`, `Nov 20, 12:58`. */
export const printWhen = (atMs: number, nowMs: number): string =>
  printDay(atMs, nowMs) === printDay(nowMs, nowMs) ? printClock(atMs) : printDayClock(atMs, nowMs);
