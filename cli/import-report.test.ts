import { expect, it } from 'vitest';
import type { FileStatus } from '../lib/domain/import.ts';
import { makeRefusedResult } from '../lib/services/ingest/file-result.ts';
import { printResult, toImportExitCode, toImportJson } from './import-report.ts';

const make = (status: FileStatus, named = false) => ({ result: makeRefusedResult('a', 1, status, null, null), named });

it.each<[0 | 1 | 3, ReturnType<typeof make>[]]>([
  [0, [make('imported'), make('unchanged'), make('partial'), make('refused')]],
  [3, [make('imported'), make('refused', true)]],
  [3, [make('imported'), make('failed')]],
  [1, [make('refused'), make('refused')]],
  [1, [make('cancelled')]],
])('ends with %i', (code, results) => {
  expect(toImportExitCode(results)).toBe(code);
});

it('prints nothing that a terminal would obey', () => {
  const result = makeRefusedResult('a', 1, 'refused', { line: null, code: 'malformed', message: '\u001b[2J', excerpt: null }, null);
  expect(printResult('\u001b]0;x\u0007.jsonl', result)).not.toMatch(/\u001b|\u0007/);
});

it('gives the fields of the interface and no others', () => {
  expect(Object.keys(toImportJson('a', make('imported').result))).toEqual(['file', 'format', 'sha256', 'sessions', 'issues', 'unchanged']);
});
