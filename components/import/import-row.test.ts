import { expect, it } from 'vitest';
import type { UploadFile } from '@/lib/client/upload-state.ts';
import type { FileResult } from '@/lib/domain/import.ts';
import { countFormats, countIssues, countRows, filterRows, findSharedFolder, toImportRows } from './import-row.ts';
import { findReason, printResult } from './result-words.ts';
import { computeTotals } from './import-totals.ts';
import { computeUploadProgress } from './upload-progress.ts';

const makeResult = (path: string, given: Partial<FileResult> = {}): FileResult => ({
  id: path,
  path,
  sourceId: null,
  bytes: 100,
  bytesRead: 100,
  status: 'imported',
  format: 'claude-code',
  formatLabel: 'Claude Code session',
  sha256: null,
  unchanged: false,
  grew: false,
  sessions: [],
  sessionCount: 0,
  records: 10,
  toolCalls: 3,
  toolErrors: 1,
  newRecords: 10,
  skippedLines: 0,
  unknownRecords: 0,
  pendingTail: false,
  issues: [],
  issueCount: 0,
  ...given,
});
const makeUpload = (path: string, given: Partial<UploadFile> = {}): UploadFile => ({
  path,
  bytes: 100,
  state: 'waiting',
  sentBytes: 0,
  result: null,
  problem: null,
  ...given,
});

const makeSession = (id: string, records: number) => ({
  ...{ id, nativeId: id, relation: null, title: null, project: null, turns: 1, records, toolCalls: 2, toolErrors: 1, toolRejected: 0 },
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
});

it('orders rows by what needs a look, and prefers what the server says', () => {
  const rows = toImportRows(
    [
      makeUpload('waits'),
      makeUpload('sends', { state: 'sending', sentBytes: 40 }),
      makeUpload('reads', { state: 'reading', sentBytes: 100 }),
      makeUpload('breaks', { state: 'failed', problem: 'The disk is full.' }),
      makeUpload('ends', { state: 'done', result: makeResult('ends', { status: 'unchanged' }) }),
    ],
    [makeResult('reads', { status: 'running', bytesRead: 62 }), makeResult('elsewhere', { status: 'partial' })],
  );
  expect(rows.map(({ path, status, progress }) => [path, status, progress])).toEqual([
    ['sends', 'running', 0.4],
    ['reads', 'running', 0.62],
    ['elsewhere', 'partial', null],
    ['breaks', 'failed', null],
    ['ends', 'unchanged', null],
    ['waits', 'waiting', null],
  ]);
  expect(rows[3]?.note).toBe('The disk is full.');
});

it('shows what was stored of a file that was on its way when the import was cancelled', () => {
  const cancelled = (path: string) => makeUpload(path, { state: 'cancelled' });
  const rows = toImportRows(
    [cancelled('arrived'), cancelled('half'), cancelled('never')],
    [makeResult('arrived'), makeResult('half', { status: 'running' })],
  );
  expect(rows.map(({ path, status }) => `${path} ${status}`)).toEqual(['arrived imported', 'half cancelled', 'never cancelled']);
});

it('filters and counts', () => {
  const refuse = (name: string, code: 'not_recognized' | 'empty_file') =>
    makeResult(name, { status: 'refused', formatLabel: null, issues: [{ line: null, code, message: 'no', excerpt: null }] });
  const bad = makeResult('x/Bad.jsonl', {
    status: 'partial',
    skippedLines: 2,
    issues: [{ line: 3, code: 'bad_json', message: 'no', excerpt: null }],
  });
  const rows = toImportRows([], [bad, makeResult('ok'), refuse('notes.md', 'not_recognized'), refuse('z', 'empty_file')]);
  expect(countRows(rows)).toEqual({
    ...{ all: 4, running: 0, waiting: 0, newFiles: 2, grew: 0, unchanged: 0, skipped: 2, notRead: 0, lines: 1 },
  });
  expect(filterRows(rows, 'lines', ' bad ').map(({ path }) => path)).toEqual(['x/Bad.jsonl']);
  expect(countIssues(rows)).toEqual([['bad_json', 1]]);
  expect(countFormats(rows)).toEqual([
    ['Claude Code session', 2],
    [null, 1],
  ]);
  expect(computeTotals(rows)).toEqual({ sessions: 0, subagents: 0, records: 40, calls: 12, errors: 4, skipped: 2 });
});

it('finds a file by the title and the project of its session', () => {
  const session = { ...makeSession('s', 1), title: 'Fix the parser', project: 'shop' };
  const rows = toImportRows([], [makeResult('a.jsonl', { sessions: [session] }), makeResult('b.jsonl')]);
  for (const text of ['PARSER', 'shop', 'a.json']) expect(filterRows(rows, 'all', text).map(({ path }) => path)).toEqual(['a.jsonl']);
});

it('counts a session of several files once, with its records and calls, and subagents apart', () => {
  const makeFile = (path: string, records: number) =>
    makeResult(path, { sessions: [makeSession('s', records)], sessionCount: 1, records, toolCalls: 2, toolErrors: 1 });
  const many = makeResult('many', { sessions: [makeSession('t', 4)], sessionCount: 1_001, records: 3_000, toolCalls: 7, toolErrors: 1 });
  const agent = { ...makeSession('s:agent', 3), relation: 'subagent' as const };
  const helper = makeResult('agent', { sessions: [agent], sessionCount: 1, records: 3, toolCalls: 2, toolErrors: 1 });
  const rows = toImportRows([], [makeFile('a', 9), makeFile('b', 5), many, helper]);
  expect(computeTotals(rows)).toEqual({ sessions: 1_002, subagents: 1, records: 3_012, calls: 11, errors: 3, skipped: 0 });
});

it('says how far it is: half for what was sent, all for what was read', () => {
  const files = [makeUpload('a', { state: 'done' }), makeUpload('b', { state: 'sending', sentBytes: 50 }), makeUpload('c')];
  const state = { importId: null, label: '', status: 'running' as const, pausedAtMs: null, files, startedAtMs: 0, problem: null };
  expect(computeUploadProgress(state, 500)).toMatchObject({ files: 3, filesDone: 1, bytes: 300, bytesDone: 125, leftMs: null });
  expect(computeUploadProgress(state, 1_250)).toMatchObject({ bytesPerSecond: 100, leftMs: 1_750 });
});

it('leaves out the folder that all files share, whole names of folders alone', () => {
  const shared = (...paths: string[]) => findSharedFolder(paths.map((path) => ({ path })));
  expect(shared('/home/a/x.jsonl', '/home/a/b/y.jsonl')).toBe('/home/a/');
  expect(shared('/home/abc/x.jsonl', '/home/abd/x.jsonl')).toBe('/home/');
  expect(shared('/home/x.jsonl', 'y.jsonl')).toBe('');
  expect(shared('a/x.jsonl', 'y.jsonl')).toBe('');
  expect(shared('/home/a/x.jsonl')).toBe('');
  expect(shared()).toBe('');
});

it('leaves out the list of formats that older imports stored with each refusal', () => {
  const issue = {
    line: null,
    code: 'not_recognized' as const,
    message: `This is text, but not JSON. Formats that are read: A; B.`,
    excerpt: null,
  };
  const [row] = toImportRows([], [makeResult('a.md', { status: 'refused', issues: [issue], issueCount: 1 })]);
  expect(row && printResult(row)).toBe('This is text, but not JSON.');
  expect(row && findReason(row)).toBe(issue.message);
});
