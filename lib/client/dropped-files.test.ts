import { expect, it } from 'vitest';
import { readPickedFiles } from './dropped-files.ts';

const fileAt = (path: string): File =>
  Object.defineProperty(new File(['four'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });

it('takes the files of a folder in the order of their names, numbers as numbers, with path and size', async () => {
  const picked = await readPickedFiles(['shop/10.jsonl', 'shop/b/1.jsonl', 'shop/2.jsonl', 'shop/a/2.jsonl'].map(fileAt));
  expect(picked.map(({ path }) => path)).toEqual(['shop/2.jsonl', 'shop/10.jsonl', 'shop/a/2.jsonl', 'shop/b/1.jsonl']);
  expect(picked.map(({ bytes }) => bytes)).toEqual([4, 4, 4, 4]);
});

it('takes files without a folder as they were chosen, however many', async () => {
  const names = Array.from({ length: 180 }, (_, at) => `${(at * 7) % 180}.jsonl`);
  const picked = await readPickedFiles(names.map((name) => Object.defineProperty(new File([], name), 'webkitRelativePath', { value: '' })));
  expect(picked.map(({ path }) => path)).toEqual(names);
});
