import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { AppError } from '../../domain/errors.ts';

const longestPath = 4_096;
const expected = 'Expected multipart/form-data with one part per file.';

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
  let message: string | null = null;
  parser.on('field', (field, value) => {
    if (field === 'path' && value !== '') message = value;
  });
  parser.on('file', (field, file, { filename }: { filename: string | undefined }) => {
    count += 1;
    const content = drawFrom(file);
    const name = (message ?? filename ?? `${field}-${count}`).slice(0, longestPath);
    message = null;
    taking = taking
      .then(() => take(name, content))
      .catch((error: unknown) => {
        content.destroy();
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
      `The multipart body is truncated or malformed: ${error instanceof Error ? error.message : String(error)}. ${expected}`,
    );
  }
  await taking;
  if (count === 0) throw new AppError('invalid_input', `The multipart body has no file. ${expected}`);
};

/**
 * A stream of the file that may be ended early: what is left of the file is drained then, so that the parser comes to its end. One
 * of the parser's own streams must not be destroyed: the parser would wait for it for ever.
 */
const drawFrom = (file: Readable): Readable => {
  const content = new PassThrough();
  // A body that is cut off fails the file that waits for its turn as well: it is told once, by the reading of the whole.
  content.on('error', () => undefined);
  content.on('close', () => {
    file.unpipe(content);
    file.resume();
  });
  file.on('error', (error) => content.destroy(error));
  return file.pipe(content);
};

const makeParser = (contentType: string): busboy.Busboy => {
  try {
    return busboy({ headers: { 'content-type': contentType }, preservePath: true, defParamCharset: 'utf8' });
  } catch (error) {
    throw new AppError(
      'invalid_input',
      `The body is not a multipart form: ${error instanceof Error ? error.message : String(error)}. ${expected}`,
    );
  }
};
