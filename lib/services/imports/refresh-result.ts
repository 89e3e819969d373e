import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { completeResult } from '../ingest/file-result.ts';

/** Updates a file's result with current counts, after the other files of its import are stored. */
export const refreshResult = async (store: Store, result: FileResult): Promise<FileResult> => {
  if (result.sha256 === null || result.format === null) return result;
  const source = (await store.findSource(result.path)) ?? (await store.findSourceBySha256(result.sha256));
  if (!source) return result;
  const { sessions, sessionCount, records, toolCalls, toolErrors } = await completeResult(store, result, source, {
    unchanged: result.unchanged,
  });
  return { ...result, sessions, sessionCount, records, toolCalls, toolErrors };
};
