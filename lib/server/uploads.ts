import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ImportDetail } from '../domain/import.ts';
import type { ImportService } from '../services/imports/import-service.ts';
import type { Upload, UploadForm } from '../services/imports/receive-files.ts';

/** The body as a stream with backpressure, not parsed or buffered by the framework. */
export const toBody = (request: Request): Readable =>
  // The DOM type of the same class as in Node.js streams.
  request.body ? Readable.fromWeb(request.body as ReadableStream<Uint8Array>) : Readable.from([]);

const toBytes = (request: Request): number => Number(request.headers.get('content-length') ?? 0);

const hasBody = (request: Request): boolean => toBytes(request) > 0 || request.headers.has('transfer-encoding');

/** One file of an open import. */
export const toUpload = (path: string, request: Request): Upload => ({ path, bytes: toBytes(request), body: toBody(request) });

/** Several files of an open import. */
export const toUploadForm = (request: Request): UploadForm => ({
  contentType: request.headers.get('content-type') ?? '',
  body: toBody(request),
});

/** Opens an import; a request with a file name or a body is a whole import. */
export const openImport = async (
  imports: ImportService,
  { name, label }: { name?: string | undefined; label?: string | undefined },
  request: Request,
): Promise<{ id: string } | ImportDetail> => {
  if (name === undefined && !hasBody(request)) return { id: await imports.open(label ?? 'Upload') };
  const contentType = request.headers.get('content-type') ?? '';
  return imports.importBody(toBody(request), { name: name ?? null, label: label ?? null, contentType, bytes: toBytes(request) });
};
