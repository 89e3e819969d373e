import { AppError } from '../../lib/domain/errors.ts';

const maxBytes = 4 * 1024 * 1024;

/** All of standard input as text; `what` names it in the error if it is too large. */
export const readInput = async (what: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const read = Buffer.from(chunk as Uint8Array);
    bytes += read.length;
    if (bytes > maxBytes) throw new AppError('invalid_input', `${what}: more than ${maxBytes} bytes. Nothing was changed.`);
    chunks.push(read);
  }
  return Buffer.concat(chunks).toString('utf8');
};
