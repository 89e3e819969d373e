import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readMultipart } from './read-multipart.ts';

const boundary = 'xyz';
const type = `multipart/form-data; boundary=${boundary}`;
const part = (name: string, text: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;

const read = async (body: string, contentType = type) => {
  const taken: string[] = [];
  await readMultipart(contentType, Readable.from([Buffer.from(body)]), async (name, file) => {
    let text = '';
    for await (const chunk of file) text += String(chunk);
    taken.push(`${name}=${text}`);
  });
  return taken;
};

it('hands over every file in order, with its whole path', async () => {
  expect(await read(`${part('dir/ä.jsonl', 'one')}${part('b', 'two')}--${boundary}--\r\n`)).toEqual(['dir/ä.jsonl=one', 'b=two']);
});

it('takes the path that is told before a file for its name', async () => {
  const message = `--${boundary}\r\nContent-Disposition: form-data; name="path"\r\n\r\ndir/"ä" %22.jsonl\r\n`;
  expect(await read(`${message}${part('blob', 'one')}${part('b', 'two')}--${boundary}--\r\n`)).toEqual(['dir/"ä" %22.jsonl=one', 'b=two']);
});

it.each([
  [part('a', 'one'), type],
  [`--${boundary}--\r\n`, type],
  ['', 'multipart/form-data'],
])('refuses a body that is cut off, empty or no form', async (body, contentType) => {
  await expect(read(body, contentType)).rejects.toMatchObject({ code: 'invalid_input' });
});

it('fails with what went wrong at a file', async () => {
  const body = Readable.from([Buffer.from(`${part('a', 'one')}${part('b', 'two')}--${boundary}--\r\n`)]);
  await expect(readMultipart(type, body, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
});

it('comes to its end when a file is let go before its end, and hands over those behind it', async () => {
  const long = 'x'.repeat(300_000);
  const body = Readable.from([Buffer.from(`${part('a', long)}${part('b', 'two')}--${boundary}--\r\n`)]);
  const taken: string[] = [];
  await readMultipart(type, body, async (name, file) => {
    if (name === 'a') {
      file.destroy();
      return;
    }
    for await (const chunk of file) taken.push(`${name}=${String(chunk)}`);
  });
  expect(taken).toEqual(['b=two']);
});

it('tells what failed at a file that was let go', async () => {
  const body = Readable.from([Buffer.from(`${part('a', 'x'.repeat(300_000))}${part('b', 'two')}--${boundary}--\r\n`)]);
  const full = readMultipart(type, body, (_name, file) => {
    file.destroy(new Error('full'));
    return Promise.reject(new Error('full'));
  });
  await expect(full).rejects.toThrow('full');
});
