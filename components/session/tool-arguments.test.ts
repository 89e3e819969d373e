import { describe, expect, it } from 'vitest';
import { computeEdits, findText, parseArguments, printJson } from './tool-arguments.ts';

describe('parseArguments', () => {
  it('takes objects alone', () => {
    expect(parseArguments('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['[1]', 'null', '"x"', '{"a":', '']) expect(parseArguments(text)).toBeNull();
  });
});

describe('computeEdits', () => {
  it('reads one edit, many edits and a write', () => {
    expect(computeEdits({ old_string: 'a', new_string: 'b' })).toEqual([{ before: 'a', after: 'b' }]);
    expect(computeEdits({ edits: [{ old_string: 'a', new_string: 'b' }, 7, { new_string: 'c' }] })).toEqual([
      { before: 'a', after: 'b' },
      { before: '', after: 'c' },
    ]);
    expect(computeEdits({ content: 'x' })).toEqual([{ before: '', after: 'x' }]);
    expect(computeEdits({ other: 1 })).toEqual([]);
    expect(computeEdits(null)).toEqual([]);
  });
});

describe('printJson and findText', () => {
  it('indents, or leaves as it is', () => {
    expect(printJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(printJson('{"a":')).toBe('{"a":');
  });
  it('takes the first that is text', () => {
    expect(findText({ a: 1, b: 'x' }, 'a', 'b')).toBe('x');
  });
});
