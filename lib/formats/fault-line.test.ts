import { expect, it } from 'vitest';
import type { Head } from './format.ts';
import { detectFormat } from './registry.ts';

const toHead = (text: string): Head => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Stays undefined, as that of any file that is no document.
  }
  const isOneLine = !text.trim().includes('\n');
  return { bytes: Buffer.from(text), values: isOneLine && document !== undefined ? [document] : [], document };
};
const refusalOf = (text: string) => {
  const detected = detectFormat(toHead(text));
  return 'refusal' in detected ? detected.refusal : null;
};

const asWritten = 'Nothing of it was read. Import the file as the agent wrote it: JSON, JSON Lines or a database.';
const snapshot = { version: '1', created_at: '2026-01-01', parent_id: null, slices: [], tags: { version: 1 } };

it('names the line of the field that is wrong in a document, the outermost of that name', () => {
  const text = JSON.stringify({ ...snapshot, version: 2 }, null, 2).replace('{', '{\n  "a": { "version": "1" },');
  expect(refusalOf(text)).toMatchObject({
    code: 'bad_snapshot',
    line: 3,
    message: expect.stringContaining('its version is not') as unknown,
  });
  const slices = [{ slice_type: 'a:B', item_type: 'a:B', items: {} }];
  expect(refusalOf(JSON.stringify({ ...snapshot, tags: {}, slices }, null, 2))).toMatchObject({ line: 5 });
});

it('names the line on which a document begins where a field is missing, or the document is one line', () => {
  const { version: _, ...rest } = { ...snapshot, tags: {} };
  expect(refusalOf(`\n\n${JSON.stringify({ ...rest, version: undefined, policies: {} }, null, 2)}`)).toMatchObject({ line: 3 });
  expect(refusalOf(JSON.stringify({ ...snapshot, version: 2 }))).toMatchObject({ code: 'bad_snapshot', line: 1 });
});

it('names line and column where a document stops being JSON', () => {
  expect(refusalOf('{\n  "version": "1",\n  "slices": [,]\n}')).toEqual({
    code: 'not_recognized',
    message: `Invalid JSON at line 3, column 14. ${asWritten}`,
    line: 3,
  });
  expect(refusalOf('{"a": 1')).toMatchObject({ line: 1 });
  expect(refusalOf('[\n1, 2')).toMatchObject({ line: 2 });
});

it('names the line from which on a file is text', () => {
  const refused = { code: 'not_recognized', line: 2, message: `This is text, not JSON, from line 2 on. ${asWritten}` };
  expect(refusalOf('\nHello')).toEqual(refused);
  expect(refusalOf('[2026-01-01 10:00] Started')).toMatchObject({ line: 1, message: expect.stringContaining('from line 1 on') as unknown });
});

it('names the first line of snapshots that cannot be read', () => {
  const old = { ...snapshot, tags: {}, version: '2' };
  const lines = [old, old].map((one) => JSON.stringify(one));
  expect(detectFormat({ bytes: Buffer.from(`{}\n\n${lines.join('\n')}`), values: [{}, old, old], document: undefined })).toEqual({
    refusal: {
      code: 'bad_snapshot',
      line: 3,
      message:
        'None of the first lines of this file is a weakincentives snapshot that can be read. Line 3: its version is "2", and only version "1" is known.',
    },
  });
});

it('names no line that may be another', () => {
  const lines = { ...toHead('[1]\n[2]\n'), values: [[1], [2]] };
  expect(detectFormat(lines)).toEqual({
    refusal: {
      code: 'not_recognized',
      message: `This is JSON, but not a trajectory of a known format: it holds a list that begins with a number. ${asWritten}`,
    },
  });
  const slices = [{ slice_type: 'a:B', item_type: 'a:B', items: Array(40_000).fill({ version: 2 }) }];
  const cut = JSON.stringify({ created_at: '2026-01-01', parent_id: null, policies: {}, slices, tags: {}, version: 2 }, null, 2);
  expect(refusalOf(cut)).toEqual({ code: 'bad_snapshot', message: expect.any(String) as unknown });
});
