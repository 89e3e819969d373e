import { contracts } from '../contracts/index.ts';
import type { FileResult } from '../domain/import.ts';
import { parseAnswer, toEndpointUrl } from './call-endpoint.ts';
import { ClientError } from './client-error.ts';

export type SendFile = (
  to: { importId: string; path: string; file: Blob },
  about: { signal: AbortSignal; onSent: (bytes: number) => void },
) => Promise<FileResult>;

/** Uploads one file as a raw body and returns its result. Uses XHR, because fetch reports no upload progress. */
export const sendFile: SendFile = ({ importId, path, file }, { signal, onSent }) =>
  new Promise((resolve, reject) => {
    const endpoint = contracts.imports.putFile;
    const request = new XMLHttpRequest();
    request.open(endpoint.method, toEndpointUrl(endpoint, { params: { id: importId }, query: { path } }));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () => {
      try {
        resolve(
          parseAnswer(endpoint, {
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
