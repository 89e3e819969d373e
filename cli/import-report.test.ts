import { expect, it } from 'vitest';
import type { FileStatus } from '../lib/domain/import.ts';
import type { IssueCode } from '../lib/domain/issue.ts';
import { makeRefusedResult } from '../lib/services/ingest/file-result.ts';
import { printProgress } from './import-bar.ts';
import { printResult, printResults, printSummary, toImportExitCode, toImportJson } from './import-report.ts';

const make = (status: FileStatus, code?: IssueCode) =>
  makeRefusedResult('a', 2_000, status, code ? { line: null, code, message: 'Why.', excerpt: null } : null, null);

it.each<[0 | 1 | 3, FileStatus[]]>([
  [0, ['imported', 'unchanged', 'partial']],
  [3, ['imported', 'refused']],
  [3, ['unchanged', 'failed']],
  [3, ['imported', 'cancelled']],
  [1, ['refused', 'failed']],
  [1, ['cancelled']],
])('ends with %i after %j', (code, statuses) => {
  expect(toImportExitCode(statuses.map((status) => ({ ...make(status), sessionCount: 1 })))).toBe(code);
});

it('ends as after a refused file where every line of one was skipped', () => {
  expect(toImportExitCode([make('partial')])).toBe(1);
  expect(toImportExitCode([make('partial'), make('imported')])).toBe(3);
});

it('sums up what became of the files, with reasons', () => {
  const results = [
    make('refused', 'empty_file'),
    make('imported'),
    { ...make('partial'), grew: true, skippedLines: 2 },
    ...[1, 2].map(() => make('refused', 'not_recognized')),
    make('failed', 'unreadable'),
    make('cancelled'),
  ];
  expect(printSummary(results)).toBe(
    '7 files: 1 new, 1 grew, 4 skipped (2 not a session file, 1 empty, 1 unreadable), 1 not read, 2 lines skipped.',
  );
});

it('distinguishes a file that was not read from one that was read in part', () => {
  expect(printResult('a.jsonl', make('cancelled'))).toBe('a.jsonl: not read');
  expect(printResult('a.jsonl', { ...make('cancelled'), bytesRead: 1_000, records: 2 })).toBe(
    'a.jsonl: stopped after 1.0 kB of 2.0 kB: 0 sessions, 2 records, 0 calls',
  );
});

it('sums up files that were not read by their folders', () => {
  const list = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ planned: { shown: `${folder}/${at}.jsonl` }, result: make('cancelled') }));
  const read = { planned: { shown: 'logs/many/new.jsonl' }, result: { ...make('imported'), formatLabel: 'Claude Code' } };
  expect(printResults([...list('logs/many', 1_083), ...list('logs/few', 2), read])).toEqual([
    'logs/many/new.jsonl: Claude Code: 0 sessions, 0 records, 0 calls',
    'logs/many: 1,083 files not read: 0.jsonl, 1.jsonl, 2.jsonl and 1,080 more',
    'logs/few/0.jsonl: not read',
    'logs/few/1.jsonl: not read',
  ]);
});

it('prints rate and time left once they are known', () => {
  expect(printProgress(0, 108_000_000, 0)).toBe('0 B of 108 MB  –/s  – left');
  expect(printProgress(40_000_000, 108_000_000, 4_000)).toBe('40.0 MB of 108 MB  10.0 MB/s  7 s left');
});

it('prints nothing that a terminal would obey', () => {
  const result = makeRefusedResult('a', 1, 'refused', { line: null, code: 'malformed', message: '\u001b[2J', excerpt: null }, null);
  expect(printResult('\u001b]0;x\u0007.jsonl', result)).not.toMatch(/\u001b|\u0007/);
});

it('gives the fields of the interface and no others', () => {
  expect(Object.keys(toImportJson('a', make('imported')))).toEqual(['file', 'format', 'sha256', 'sessions', 'issues', 'unchanged']);
});
