import type { FileResult } from '../domain/import.ts';
import { toEndpointUrl } from './call-endpoint.ts';
import { ClientError } from './client-error.ts';

export type SendFile = (
  to: { importId: string; path: string; file: Blob },
  about: { signal: AbortSignal; onSent: (bytes: number) => void },
) => Promise<FileResult>;

/** Uploads one file as a raw body and returns its result. Uses XHR, because fetch reports no upload progress. */
export const sendFile: SendFile = async ({ importId, path, file }, { signal, onSent }) => {
  const { readAnswer } = await import('./read-answer.ts');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', toEndpointUrl('POST /api/imports/[id]/files', { params: { id: importId }, query: { path } }));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      try {
        resolve(
          readAnswer('POST /api/imports/[id]/files', {
            status: request.status,
            text: request.responseText,
            requestId: request.getResponseHeader('x-request-id'),
            retryAfter: request.getResponseHeader('retry-after'),
          }),
        );
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    request.addEventListener('error', () =>
      reject(new ClientError(null, 'The server stopped responding, or the file can no longer be read.', { code: 'network' })),
    );
    request.addEventListener('abort', () => reject(new ClientError(null, 'Canceled.', { code: 'cancelled' })));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
};
