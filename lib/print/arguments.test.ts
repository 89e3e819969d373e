import { describe, expect, it } from 'vitest';
import { computeMultiline, printArguments } from './arguments.ts';

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

describe('printArguments', () => {
  it('sets texts with line breaks apart, as they are, and leaves the rest as JSON', () => {
    expect(printArguments(JSON.stringify({ description: 'Look', prompt: 'Find it.\nThen stop.\n' }))).toBe(
      '{\n  "description": "Look"\n}\n\nprompt:\nFind it.\nThen stop.\n',
    );
    expect(printArguments(JSON.stringify({ command: 'cd x\nls' }))).toBe('command:\ncd x\nls');
    expect(printArguments(JSON.stringify({ edits: [{ old: 'c\nd', new: 'e' }] }))).toBe(
      '{\n  "edits": [\n    {\n      "new": "e"\n    }\n  ]\n}\n\nedits[0].old:\nc\nd',
    );
  });
  it('shows a text alone as it is, and keeps what cannot be read', () => {
    expect(printArguments('"*** Begin Patch\\n*** End Patch"')).toBe('*** Begin Patch\n*** End Patch');
    expect(printArguments('{"a":')).toBe('{"a":');
    expect(printArguments('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(printArguments('{"list":["a\\nb","c"]}')).toBe('{\n  "list": [\n    "a\\nb",\n    "c"\n  ]\n}\n\nlist[0]:\na\nb');
  });
});
