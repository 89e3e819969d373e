import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Head } from '../formats/format.ts';
import { defaultHeadLimits, readFileHead, type HeadLimits } from './file-head.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'head-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const headOf = async (content: string | Buffer, limits: Partial<HeadLimits> = {}): Promise<Head> => {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  const handle = await open(file);
  try {
    return await readFileHead(handle, { ...defaultHeadLimits, ...limits });
  } finally {
    await handle.close();
  }
};

describe('readFileHead', () => {
  it('reads the first 20 values of lines, null for a line that is no JSON', async () => {
    const head = await headOf(`{"a":1}\nbroken\n\n${'{"b":2}\n'.repeat(30)}`);
    expect(head.values).toHaveLength(20);
    expect(head.values.slice(0, 3)).toEqual([{ a: 1 }, null, { b: 2 }]);
    expect(head.document).toBeUndefined();
  });

  it('reads a pretty-printed document, with a byte order mark too', async () => {
    expect((await headOf('\uFEFF{\n "a": [\n  1\n ]\n}\n')).document).toEqual({ a: [1] });
    expect((await headOf('[\n{"a":1}\n]\n')).document).toEqual([{ a: 1 }]);
  });

  it('takes one line alone as both', async () => {
    expect(await headOf('{"a":1}\n')).toMatchObject({ document: { a: 1 }, values: [{ a: 1 }] });
    expect(await headOf('{"a":1}')).toMatchObject({ document: { a: 1 }, values: [{ a: 1 }] });
  });

  it('takes lines for lines though the first is broken', async () => {
    expect(await headOf('{"a":\n{"b":2}\n{"c":3}\n')).toMatchObject({ document: undefined, values: [null, { b: 2 }, { c: 3 }] });
  });

  it('reads on to the end of a long first line', async () => {
    const long = `{"a":"${'x'.repeat(3000)}"}\n{"b":2}\n`;
    expect((await headOf(long, { headBytes: 100, documentBytes: 200 })).values).toMatchObject([{ a: 'x'.repeat(3000) }, { b: 2 }]);
    expect((await headOf(long, { headBytes: 100 })).values).toMatchObject([{ a: 'x'.repeat(3000) }, { b: 2 }]);
  });

  it('refuses a document over its limit with size and limit', async () => {
    const document = `{\n"a": "${'x'.repeat(500)}"\n}`;
    await expect(headOf(document, { headBytes: 50, documentBytes: 200 })).rejects.toMatchObject({
      code: 'too_large',
      details: { limit: 200 },
    });
    await expect(headOf(`[${'1,'.repeat(500)}1]`, { headBytes: 50, lineBytes: 100, documentBytes: 200 })).rejects.toThrow(
      'The first line has more than 100 B. At most that many are read of a line, and 200 B of a file that is one JSON document. Leave out what is large, such as pictures, or split the file.',
    );
  });

  it('never throws on other content', async () => {
    for (const content of ['', '   \n', 'text', '{', '[[[', Buffer.from([0, 255, 1, 2]), '{"a":1}{"b":2}', 'null\n1\n"x"\n']) {
      expect((await headOf(content)).document).toBeUndefined();
    }
  });
});
