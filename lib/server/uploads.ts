import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, type ErrorCode } from '../domain/errors.ts';
import type { IssueCode } from '../domain/issue.ts';
import { saysNothing, type GivenDescriptor, type Trajectory } from '../domain/trajectory.ts';
import type { ImportDetail } from '../domain/import.ts';
import type { ImportService } from '../services/imports/import-service.ts';
import type { TrajectoryService } from '../services/trajectories/trajectory-service.ts';
import type { Upload, UploadForm } from '../services/imports/receive-files.ts';

/** The body as a stream with backpressure, not parsed or buffered before. */
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

/** Imports the body of a request as a whole import, and says what trajectories its sessions have. */
export const importTrajectories = async (
  { imports, trajectories }: { imports: ImportService; trajectories: TrajectoryService },
  { name, label, ...descriptor }: { name?: string | undefined; label?: string | undefined } & GivenDescriptor,
  request: Request,
): Promise<{ import: ImportDetail; trajectories: Trajectory[] }> => {
  if (!hasBody(request)) throw new AppError('invalid_input', 'Send snapshots as the body, or a form with files.');
  const contentType = request.headers.get('content-type') ?? '';
  const place = { name: name ?? null, label: label ?? null, contentType, bytes: toBytes(request) };
  const given = saysNothing(descriptor) ? undefined : descriptor;
  const detail = await imports.importBody(toBody(request), { ...place, descriptor: given });
  if (detail.results.length > 0 && detail.results.every(({ status }) => status === 'refused' || status === 'failed'))
    throw toRefusal(detail);
  return {
    import: detail,
    trajectories: await trajectories.listOf(detail.results.flatMap(({ sessions }) => sessions.map(({ id }) => id))),
  };
};

/** Nothing was imported: the first file says why. */
const toRefusal = ({ id, results }: ImportDetail): AppError => {
  const [issue] = results[0]?.issues ?? [];
  const code = (issue && errorOfIssue[issue.code]) ?? 'unreadable';
  const more = results.length > 1 ? ` None of the ${results.length} files could be imported; see GET /api/imports/${id}.` : '';
  return new AppError(code, `${issue?.message ?? 'The file could not be read.'}${more}`);
};

const errorOfIssue: Partial<Record<IssueCode, ErrorCode>> = {
  contradicts_stored: 'conflict',
  too_large: 'too_large',
  not_recognized: 'unsupported_format',
  not_supported: 'unsupported_format',
  disk_full: 'disk_full',
  store_busy: 'store_busy',
};

/** Opens an import; a request with a file name or a body is a whole import. */
export const openImport = async (
  imports: ImportService,
  { name, label }: { name?: string | undefined; label?: string | undefined },
  request: Request,
): Promise<{ id: string } | ImportDetail> => {
  if (name === undefined && !hasBody(request)) return { id: await imports.open(label ?? 'Upload') };
  const contentType = request.headers.get('content-type') ?? '';
  if (name === undefined && !contentType.startsWith('multipart/'))
    throw new AppError('invalid_input', 'query.name: is required with a file as the body, such as ?name=session.jsonl. Or send a form.');
  return imports.importBody(toBody(request), { name: name ?? null, label: label ?? null, contentType, bytes: toBytes(request) });
};
