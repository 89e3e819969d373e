import type { FileResult } from '../domain/import.ts';
import { callEndpoint } from './call-endpoint.ts';
import { ClientError } from './client-error.ts';
import type { PickedFile } from './dropped-files.ts';

export type SendFiles = (importId: string, files: readonly PickedFile[], signal: AbortSignal) => Promise<(FileResult | ClientError)[]>;

const readWhole = (file: File): Promise<Blob | ClientError> =>
  file.arrayBuffer().then(
    (bytes) => new Blob([bytes]),
    () => new ClientError(null, 'The file can no longer be read. Check that it still exists and is readable.', { code: 'unreadable' }),
  );

/** Uploads small files in one request and returns their results in order. An unreadable file does not stop the others. */
export const sendFiles: SendFiles = async (importId, files, signal) => {
  // Read beforehand: of a request with a file that is gone, the browser sends nothing at all.
  const bodies = await Promise.all(files.map(({ file }) => readWhole(file)));
  const form = new FormData();
  for (const [index, body] of bodies.entries()) {
    if (body instanceof ClientError) continue;
    form.append('path', files[index]?.path ?? '');
    form.append('file', body);
  }
  if (!form.has('file')) return bodies.filter((body) => body instanceof ClientError);
  const { results } = await callEndpoint('POST /api/imports/[id]/batch', { params: { id: importId }, form, signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? new ClientError(null, 'Canceled.', { code: 'cancelled' }) : error;
    },
  );
  const answers = results.values();
  const missing = () => new ClientError(null, 'The server returned no result for this file.', { code: 'bad_response' });
  return bodies.map((body) => (body instanceof ClientError ? body : (answers.next().value ?? missing())));
};
