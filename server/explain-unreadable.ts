import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, codeOf } from '../lib/domain/errors.ts';
import { problemType, toProblem } from '../lib/server/problem.ts';
import { allMethods } from './check-request.ts';

/** Answers what Node.js cannot read as a request with a problem that says why; by itself, it sends an empty body. */
export const explainUnreadable = (server: Server): void => {
  const answering = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error, socket) => {
    // It would end up within the answer to an earlier request.
    if (!socket.writable || answering.has(socket)) socket.destroy();
    else socket.end(toAnswer(codeOf(error)), () => socket.destroy());
  });
};

/** `status`: unless it is the one of the error's code. */
type Reason = { error: AppError; status?: number; headers?: string };

const toReason = (code: string | null): Reason => {
  if (code === 'HPE_INVALID_METHOD')
    return {
      error: new AppError('method_not_allowed', `Unknown method. This server supports ${allMethods}.`),
      headers: `allow: ${allMethods}\r\n`,
    };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { error: new AppError('too_large', `The URL and headers have more than ${maxHeaderSize} bytes.`), status: 431 };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { error: new AppError('invalid_input', 'The headers of the request did not arrive in time.'), status: 408 };
  return { error: new AppError('invalid_input', 'The request is not valid HTTP.') };
};

const toAnswer = (code: string | null): string => {
  const { error, status, headers = '' } = toReason(code);
  const problem = { ...toProblem(error, randomUUID()), ...(status !== undefined && { status, title: STATUS_CODES[status] }) };
  const body = JSON.stringify(problem);
  return (
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: ${problemType}\r\n${headers}` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
};
