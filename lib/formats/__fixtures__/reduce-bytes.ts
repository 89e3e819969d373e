import { readdirSync, readFileSync } from 'node:fs';
import { readLines, type LineBatch, type LineLimits, defaultLineLimits } from '../../sources/lines.ts';
import { makeDrafts, type Drafts, type Format } from '../format.ts';

const folder = new URL('./', import.meta.url);

/** All fixtures, as `folder/file`: those of a new format are included automatically. */
export const fixtureNames = readdirSync(folder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? readdirSync(new URL(entry.name, folder)).map((name) => `${entry.name}/${name}`) : []))
  .sort();

export const readFixture = (name: string): Buffer => readFileSync(new URL(name, folder));

/** Bytes as a stream of chunks of a size. */
export async function* chunksOf(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield await Promise.resolve(bytes.subarray(start, start + size));
}

export const collectBatches = async (
  bytes: Uint8Array,
  limits: Partial<LineLimits> = {},
  from: { offset: number; line: number } = { offset: 0, line: 0 },
  chunkBytes?: number,
): Promise<LineBatch[]> => {
  const batches: LineBatch[] = [];
  for await (const batch of readLines(chunksOf(bytes, chunkBytes), from, { ...defaultLineLimits, ...limits })) batches.push(batch);
  return batches;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a file as the import does; after every `splitAfter` lines the reader is opened anew from its state. */
export const reduceBytes = async (format: Format, bytes: Uint8Array, path: string, splitAfter = Infinity): Promise<Drafts> =>
  reduceBatches(format, await collectBatches(bytes), path, splitAfter);

/** `reduceBytes` of what `collectBatches` gave, which serves every format. */
export const reduceBatches = (format: Format, batches: readonly LineBatch[], path: string, splitAfter = Infinity): Drafts => {
  const drafts = makeDrafts();
  let reader = format.openLines?.({ path }, undefined);
  let read = 0;
  for (const batch of batches) {
    drafts.issues.push(...batch.issues);
    for (const line of [...batch.lines, ...(batch.tail ? [batch.tail] : [])]) {
      const value = parse(line.text);
      if (value !== undefined) reader?.read(line, value, drafts);
      read += 1;
      if (read % splitAfter === 0) reader = format.openLines?.({ path }, JSON.parse(JSON.stringify(reader?.state())));
    }
  }
  return drafts;
};
