import type { FileResult } from '../../domain/import.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { beginFile, importFile, type Begun } from '../ingest/import-file.ts';
import type { ImportDeps, ImportInput } from '../ingest/import-input.ts';
import { makeTurns } from './turns.ts';

/** Imports files, in this thread or another, as if one after the other. Cancellation gives a result, never an exception. */
export type Importer = { importFile(input: ImportInput): Promise<FileResult> };

/** Result of a file that was canceled before it was read. */
export const makeCancelledResult = (path: string): FileResult =>
  makeRefusedResult(path, 0, 'cancelled', { line: null, code: 'cancelled', message: 'Canceled before it was read.', excerpt: null }, null);

/** Imports in this thread. New files that were decoded whole and have no session in common are stored together. */
export const makeDirectImporter = (deps: ImportDeps): Importer => {
  const takeTurn = makeTurns();
  return {
    importFile: async (input) => {
      const begun = beginFile(deps, input);
      return takeTurn(begun.then(listShared), async () => {
        if (!input.signal.aborted) return importFile(deps, input, await begun);
        (await begun)?.skip();
        return makeCancelledResult(input.path);
      });
    },
  };
};

/** Values that files stored together must not share: content, sessions, or relatives of those sessions. Null: the file is stored alone. */
const listShared = (begun: Begun | null): string[] | null => {
  if (begun === null) return null;
  const { fileSha256, nativeIds, drafts } = begun.first;
  if (fileSha256 === null) return null;
  const parents = drafts.sessions.flatMap(({ parentNativeId }) => parentNativeId ?? []);
  const children = drafts.links.map((link) => ('childPath' in link ? link.childPath : link.childNativeId));
  return [fileSha256, ...nativeIds, ...parents, ...children];
};
