import { expect, it } from 'vitest';
import { makeRefusedResult } from '@/lib/services/ingest/file-result.ts';
import type { ImportRow } from './import-row.ts';
import { printResult } from './result-words.ts';

const rowOf = (status: 'imported' | 'unchanged', code: 'missing_log' | 'companion_file' | 'no_trajectory' | null): ImportRow => ({
  path: 'a.db',
  bytes: 1,
  status,
  progress: null,
  note: null,
  result: makeRefusedResult('a.db', 1, status, code && { line: null, code, message: 'Rows may be missing.', excerpt: null }, null),
});

it('says of a file that was read what is missing from it', () => {
  expect(printResult(rowOf('imported', null))).toBe('New');
  expect(printResult(rowOf('imported', 'missing_log'))).toBe('New, log missing');
  expect(printResult(rowOf('unchanged', 'missing_log'))).toBe('Unchanged, log missing');
  expect(printResult(rowOf('unchanged', 'no_trajectory'))).toBe('Unchanged, no trajectory');
  expect(printResult(rowOf('unchanged', 'companion_file'))).toBe('Unchanged, nothing written');
});
