import { Transform } from 'node:stream';

const newline = 0x0a;
/** At each end of a message that is too long: clients write its id first or last. */
const endBytes = 512;
const idFirst = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/u;
const idLast = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u;

/** A request id, or null if it is not at the beginning or the end, or not valid JSON. */
const findId = (first: string, last: string): unknown => {
  try {
    return JSON.parse((idFirst.exec(first) ?? idLast.exec(last))?.[1] ?? 'null');
  } catch {
    return null;
  }
};

/**
 * Passes whole lines of at most `maxBytes` on, each as one chunk. A longer one is dropped while it arrives, and `answer` gets the JSON-RPC
 * error for it.
 */
export const makeMessageLimit = (maxBytes: number, answer: (error: string) => void): Transform => {
  let parts: Buffer[] = [];
  let bytes = 0;
  let first: Buffer | null = null;
  let last = Buffer.alloc(0);

  const add = (part: Buffer) => {
    bytes += part.length;
    if (first === null) parts.push(part);
    if (bytes <= maxBytes) return;
    const kept = Buffer.concat(parts);
    first ??= Buffer.from(kept.subarray(0, endBytes));
    last = Buffer.concat([last, kept, part]).subarray(-endBytes);
    parts = [];
  };

  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, end + 1));
        if (first === null) this.push(Buffer.concat(parts));
        else {
          const message = `The message has ${bytes} bytes; the maximum is ${maxBytes}. Send less at once.`;
          const id = findId(first.toString(), last.toString());
          answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message } }));
        }
        [parts, bytes, first, last] = [[], 0, null, Buffer.alloc(0)];
        start = end + 1;
      }
      add(chunk.subarray(start));
      done();
    },
  });
};
