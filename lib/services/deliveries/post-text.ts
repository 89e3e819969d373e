import http from 'node:http';
import https from 'node:https';
import type { Redacted } from '../../redaction/redact.ts';

/** `text`: the start of the response body. */
export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };

const maxAnswerBytes = 1_000;

const toAbortError = () => new DOMException('The request was aborted.', 'AbortError');

type Request = { headers: Record<string, string>; body: Redacted<string>; signal: AbortSignal };

/**
 * Posts a text over a new connection without following redirects. Reads at most 1,000 bytes of the response. Settles when `signal` aborts
 * at the latest; rejects if no status was received.
 */
export const postText = (url: string, { headers, body, signal }: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const length = String(Buffer.byteLength(body));
    let end: (() => void) | null = null;
    const asked = request(url, { method: 'POST', agent: false, signal, headers: { ...headers, 'content-length': length } }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const take = () => {
        const text = Buffer.concat(parts).subarray(0, maxAnswerBytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        asked.destroy();
      };
      end = take;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.byteLength;
        if (bytes >= maxAnswerBytes) take();
      });
      response.on('end', take);
      response.on('error', take);
    });
    // A received status counts even if the body fails.
    const fail = (error: Error) => (end ? end() : reject(error));
    asked.on('error', fail);
    // Upgrades are not supported. Without this handler, Node.js drops the connection silently.
    asked.on('upgrade', ({ statusCode = 101, headers: reported }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, headers: reported, text: '' });
    });
    asked.on('close', () => fail(new Error('The connection was closed without a response.')));
    signal.addEventListener('abort', () => fail(toAbortError()), { once: true });
    asked.end(body);
  });
