import { beforeEach, describe, expect, it } from 'vitest';
import type { FileResult } from '../../domain/import.ts';
import { buildFileResult, makeBatch, makeSessionRow, makeSource } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import type { AppendBatch } from '../rows.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Stored facts about files, imports and watched folders. */
export const describeSourcesAndImports = ({ fresh }: StoreSubject): void => {
  describe('sources, imports and folders', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    it('remembers sources and what was wrong in them', async () => {
      const source = makeSource({ id: 'a', sha256: 'abc', state: { at: 1 }, sessionIds: ['z', 's'] });
      const session = makeSessionRow({ id: 's' });
      const issues = [
        { line: null, code: 'pending_tail' as const, message: 'tail', excerpt: null },
        { line: 3, code: 'bad_json' as const, message: 'bad', excerpt: '{' },
      ];
      const text = `{"torn ${'é'.repeat(40_000)}`;
      const issueLines = [{ line: 3, text, bytes: 80_007 }];
      await store.append(makeBatch({ source, sessions: [session], issues, issueLines }));
      expect(await store.findIssueLine('a', 3)).toEqual({
        path: '/logs/a.jsonl',
        line: 3,
        bytes: 80_007,
        text: text.slice(0, 7 + 32_764),
      });
      expect(await store.findIssueLine('a', 4)).toBeNull();
      expect(await store.findSource('/logs/a.jsonl')).toEqual(source);
      expect(await store.findSourceBySha256('abc')).toEqual(source);
      expect([await store.hasSourceOfBytes(source.bytes), await store.hasSourceOfBytes(source.bytes + 1)]).toEqual([true, false]);
      expect(await store.listSourceIssues('a')).toEqual(issues);
      await store.append(makeBatch({ source: { ...source, offset: 2_000 }, sessions: [session] }));
      expect((await store.listSourceIssues('a')).map((issue) => issue.code)).toEqual(['bad_json']);
      expect(await store.findIssueLine('a', 3)).toMatchObject({ line: 3 });
    });

    it('forgets what was wrong in a file with the first batch of reading it again, and not before', async () => {
      const source = makeSource({ id: 'a', sessionIds: ['s'] });
      const session = makeSessionRow({ id: 's' });
      const makePart = (line: number, over: Partial<AppendBatch> = {}) =>
        makeBatch({
          source: { ...source, offset: line * 1_000 },
          sessions: [session],
          issues: [{ line, code: 'bad_json', message: 'bad', excerpt: '{' }],
          issueLines: [{ line, text: '{', bytes: 1 }],
          ...over,
        });
      const listLines = async () => (await store.listSourceIssues('a')).map(({ line }) => line);
      await store.append(makePart(3));
      await store.append(makePart(5, { isFirst: true, expected: [{ sessionId: 's', revision: 0 }] }));
      expect(await listLines()).toEqual([3]);
      await store.append(makePart(5, { isFirst: true }));
      expect(await listLines()).toEqual([5]);
      expect(await store.findIssueLine('a', 3)).toBeNull();
      await store.append(makePart(7));
      expect(await listLines()).toEqual([5, 7]);
    });

    it('keeps a line as long as any issue names it', async () => {
      const source = makeSource({ id: 'a', path: '/logs/a.jsonl', sessionIds: ['s'] });
      const toIssue = (code: 'bad_json' | 'malformed') => ({ line: 3, code, message: code, excerpt: null });
      const issues = [toIssue('bad_json'), toIssue('malformed')];
      await store.append(
        makeBatch({ source, sessions: [makeSessionRow({ id: 's' })], issues, issueLines: [{ line: 3, text: 'line', bytes: 4 }] }),
      );
      await store.finishRedecoding(source, new Set(['3:malformed']));
      expect(await store.listSourceIssues('a')).toEqual([toIssue('malformed')]);
      expect((await store.findIssueLine('a', 3))?.text).toBe('line');
      await store.finishRedecoding(source, new Set());
      expect(await store.findIssueLine('a', 3)).toBeNull();
    });

    it('keeps the files of an import in the order in which they came, however their results are stored', async () => {
      await store.createImport({ id: 'i', origin: 'upload', label: 'some', startedAtMs: 1, processId: null });
      const putAll = (...ids: string[]) =>
        store.putFileResults(
          'i',
          ids.map((id) => makeResult(id, 'imported')),
        );
      await putAll('f1', 'f2', 'f3');
      await putAll('f1', 'f2', 'f3', 'f4');
      await putAll('f5');
      await putAll('f6');
      expect((await store.findImport('i'))?.results.map(({ id }) => id)).toEqual(['f1', 'f2', 'f3', 'f4', 'f5', 'f6']);
    });

    it('keeps the results of imports and their totals', async () => {
      await put(buildConversation('s'));
      await store.createImport({ id: 'i', origin: 'cli', label: 'one', startedAtMs: 1, processId: null });
      await store.createImport({ id: 'j', origin: 'upload', label: 'two', startedAtMs: 2, processId: null });
      await store.putFileResults('i', [makeResult('f1', 'running'), makeResult('f2', 'refused')]);
      await store.putFileResults('i', [{ ...makeResult('f1', 'imported'), sessions: [makeImported('s')] }]);
      await store.putFileResults('j', [{ ...makeResult('f1', 'unchanged'), sessions: [makeImported('s')] }]);
      await store.finishImport('i', 'done', 9);
      const found = await store.findImport('i');
      expect(found).toMatchObject({
        status: 'done',
        finishedAtMs: 9,
        files: 2,
        filesDone: 2,
        newFiles: 1,
        grew: 0,
        unchanged: 0,
        skipped: 1,
        skippedReasons: [{ code: null, files: 1 }],
        newSessions: 1,
        records: 20,
        bytes: 20,
      });
      expect(found?.results.map((result) => [result.id, result.status])).toEqual([
        ['f1', 'imported'],
        ['f2', 'refused'],
      ]);
      await store.putFileResults('i', [{ ...makeResult('f1', 'partial'), grew: true }, makeResult('f3', 'cancelled')]);
      expect(await store.findImport('i')).toMatchObject({ newFiles: 0, grew: 1, skipped: 1, notRead: 1 });
      const empty = { code: 'empty_file' as const, line: null, message: 'The file is empty.', excerpt: null };
      await store.putFileResults(
        'i',
        ['f4', 'f5'].map((id) => ({ ...makeResult(id, 'refused'), issues: [empty] })),
      );
      const skippedReasons = [
        { code: 'empty_file', files: 2 },
        { code: null, files: 1 },
      ];
      expect(await store.findImport('i')).toMatchObject({ skipped: 3, skippedReasons });
      const page = await store.listImports({ cursor: null, limit: 1 });
      expect(page).toMatchObject({ total: 2, items: [{ id: 'j', status: 'open', newSessions: 0, unchanged: 1 }] });
      expect(await store.listImports({ cursor: page.nextCursor, limit: 1 })).toMatchObject({
        items: [{ id: 'i', skippedReasons }],
        nextCursor: null,
      });
      expect(await store.findImport('none')).toBeNull();
      await expect(store.putFileResults('none', [makeResult('f', 'imported')])).rejects.toMatchObject({ code: 'not_found' });
    });

    it('knows every import that is still open, however many came after it', async () => {
      for (let at = 0; at < 250; at += 1) {
        await store.createImport({ id: `i${at}`, origin: 'upload', label: 'one', startedAtMs: at, processId: null });
        if (at !== 3 && at !== 200) await store.finishImport(`i${at}`, at % 2 === 0 ? 'done' : 'cancelled', at + 1);
      }
      expect((await store.listOpenImports()).map(({ id }) => id)).toEqual(['i3', 'i200']);
    });

    it('keeps watched folders', async () => {
      await store.putWatched('/b', 2);
      await store.putWatched('/a', 1);
      await store.putWatched('/a', 5);
      expect(await store.listWatched()).toEqual([
        { path: '/a', addedAtMs: 1 },
        { path: '/b', addedAtMs: 2 },
      ]);
      await store.deleteWatched('/a');
      expect(await store.listWatched()).toHaveLength(1);
    });
  });
};

const makeImported = (id: string): FileResult['sessions'][number] => ({
  id,
  nativeId: id,
  relation: null,
  title: null,
  project: null,
  turns: 0,
  records: 0,
  toolCalls: 0,
  toolErrors: 0,
  toolRejected: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
});

const makeResult = (id: string, status: FileResult['status']): FileResult => buildFileResult({ id, status });
