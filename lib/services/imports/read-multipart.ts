import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { AppError } from '../../domain/errors.ts';
import { normalizeTexts } from '../../domain/normalize-texts.ts';

const longestPath = 4_096;
const expected = 'Expected multipart/form-data with one part per file.';

/**
 * Passes each file of a multipart body to `take` as it streams in. Its path is the preceding `path` field, or else its file name. Other
 * fields are ignored.
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
    const name = normalizeTexts((message ?? filename ?? `${field}-${count}`).slice(0, longestPath));
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
 * A stream of the file that may be destroyed early; the rest is then drained. Destroying the parser's own stream would block the parser
 * forever.
 */
const drawFrom = (file: Readable): Readable => {
  const content = new PassThrough();
  // A truncated body also fails the waiting file. Report that only once, for the whole body.
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
