import { describe, expect, it } from 'vitest';
import { computeEdits, computeTodos, findText, computeMultiline, parseArguments, printJson } from './tool-arguments.ts';

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

describe('computeTodos', () => {
  it('reads items and takes an unknown state as pending', () => {
    expect(computeTodos({ todos: [{ content: 'a', status: 'completed' }, { content: 'b', status: 'odd' }, 3] })).toEqual([
      { text: 'a', state: 'completed' },
      { text: 'b', state: 'pending' },
    ]);
    expect(computeTodos({ todos: 'x' })).toEqual([]);
  });
});

describe('computeMultiline', () => {
  it('lists what has line breaks, by its path', () => {
    const params = JSON.stringify({
      path: 'a.ts',
      line: 'ends with a break\n',
      content: 'a\nb',
      command: ['bash', '-lc', 'cd x\nls'],
      edits: [{ old_string: 'c\nd', new_string: 'e' }],
    });
    expect(computeMultiline(params)).toEqual([
      { path: 'content', text: 'a\nb' },
      { path: 'command[2]', text: 'cd x\nls' },
      { path: 'edits[0].old_string', text: 'c\nd' },
    ]);
  });
  it('lists nothing of what is no object, and stays in bounds', () => {
    expect(computeMultiline('*** Begin Patch\n*** End Patch')).toEqual([]);
    expect(computeMultiline(`{"a":${'['.repeat(20_000)}"x\\ny"${']'.repeat(20_000)}}`)).toEqual([]);
    expect(computeMultiline(JSON.stringify({ list: Array.from({ length: 900 }, () => 'a\nb') }))).toHaveLength(50);
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
