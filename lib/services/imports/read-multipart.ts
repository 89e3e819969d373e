import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { AppError } from '../../domain/errors.ts';

const longestPath = 4_096;

/**
 * Hands every file of a multipart body to `take`, one after the other, as it streams in. A file's name is what a field
 * `path` before it says, else its file name, which is its whole relative path when the sender gives one. Other fields are ignored.
 */
export const readMultipart = async (
  contentType: string,
  body: Readable,
  take: (name: string, file: Readable) => Promise<void>,
): Promise<void> => {
  const parser = makeParser(contentType);
  let taking = Promise.resolve();
  let count = 0;
  let told: string | null = null;
  parser.on('field', (field, value) => {
    if (field === 'path' && value !== '') told = value;
  });
  parser.on('file', (field, file, { filename }: { filename: string | undefined }) => {
    count += 1;
    // A body that is cut off fails the file that waits for its turn as well: it is told once, below.
    file.on('error', () => undefined);
    const name = (told ?? filename ?? `${field}-${count}`).slice(0, longestPath);
    told = null;
    // A failed file is drained, so that the parser comes to its end and the failure is told.
    taking = taking
      .then(() => take(name, file))
      .catch((error: unknown) => {
        file.resume();
        throw error;
      });
    taking.catch(() => undefined);
  });
  try {
    await pipeline(body, parser);
  } catch (error) {
    const failure: unknown = await taking.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (failure instanceof AppError && failure.code !== 'cancelled') throw failure;
    throw new AppError(
      'invalid_input',
      `The multipart body is cut off or malformed: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  await taking;
  if (count === 0) throw new AppError('invalid_input', 'The multipart body holds no file.');
};

const makeParser = (contentType: string): busboy.Busboy => {
  try {
    return busboy({ headers: { 'content-type': contentType }, preservePath: true, defParamCharset: 'utf8' });
  } catch (error) {
    throw new AppError('invalid_input', `The body is no multipart form: ${error instanceof Error ? error.message : String(error)}.`);
  }
};
