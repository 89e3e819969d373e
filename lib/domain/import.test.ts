import { expect, it } from 'vitest';
import { buildFileResult } from '../store/make-batch.ts';
import { countFiles, countSkipped, fileStatus } from './import.ts';

it('counts each file once, by what became of it', () => {
  const results = fileStatus.options.map((status) => buildFileResult({ id: status, status }));
  expect(countFiles([...results, buildFileResult({ id: 'more', grew: true })])).toEqual({
    ...{ newFiles: 2, grew: 1, unchanged: 1, skipped: 2, notRead: 1 },
  });
});

it('groups skipped files by the reason of the whole file, the most frequent first', () => {
  const skip = (id: string, code: 'empty_file' | 'not_recognized') =>
    buildFileResult({ id, status: 'refused', issues: [{ line: null, code, message: '', excerpt: null }] });
  const read = buildFileResult({ id: 'd', issues: [{ line: null, code: 'missing_log', message: '', excerpt: null }] });
  const results = [skip('a', 'not_recognized'), skip('b', 'empty_file'), skip('c', 'empty_file'), read];
  expect(countSkipped([...results, buildFileResult({ id: 'e', status: 'failed' })])).toEqual([
    { code: 'empty_file', files: 2 },
    { code: 'not_recognized', files: 1 },
    { code: null, files: 1 },
  ]);
});
