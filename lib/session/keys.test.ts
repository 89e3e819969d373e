import { describe, expect, it } from 'vitest';
import { sessionIdOf, lineKeyOf } from './ids.ts';
import { computeCallKey, computeErrorKey, computeResultKey } from './keys.ts';
import { readArguments } from './call-arguments.ts';
import { computeToolSummary } from './tool-summary.ts';

describe('keys', () => {
  it('ignore the order of arguments and a free description', () => {
    expect(computeCallKey('Bash', readArguments('{"command":"ls","description":"List"}'))).toBe(
      computeCallKey('Bash', readArguments('{"description":"Look","command":"ls"}')),
    );
    expect(computeCallKey('Bash', readArguments('{"command":"ls"}'))).not.toBe(
      computeCallKey('Bash', readArguments('{"command":"ls -l"}')),
    );
    expect(computeCallKey('Bash', readArguments('no json'))).toBe(computeCallKey('Bash', readArguments('no json')));
  });

  it('see the same result in another time, and another length as another result', () => {
    expect(computeResultKey('1 failed in 31 ms')).toBe(computeResultKey('1 failed in 47 ms'));
    expect(computeResultKey('1 failed')).not.toBe(computeResultKey('2 failed'));
    expect(computeResultKey('Chunk ID: 4f2a91\nno')).toBe(computeResultKey('Chunk ID: b00c3d\nno'));
    expect(computeResultKey('x'.repeat(70_000))).not.toBe(computeResultKey('x'.repeat(70_001)));
  });

  it('see the same failure at another path and line', () => {
    expect(computeErrorKey('Cannot read /a/b.ts:12')).toBe(computeErrorKey('Cannot read /c/d.ts:99'));
  });

  it.each([
    [
      'an edit whose text is not in the file',
      '<tool_use_error>String to replace not found in file.\nString: const a = 1;</tool_use_error>',
      '<tool_use_error>String to replace not found in file.\nString:   if (b) {\n    return c;\n  }</tool_use_error>',
    ],
    [
      'an edit whose text is there twice',
      'Found 2 matches of the string to replace, but replace_all is false. To replace all occurrences, set it.\nString: </div>',
      'Found 17 matches of the string to replace, but replace_all is false. To replace all occurrences, set it.\nString: x = "y"',
    ],
    [
      'a patch that does not match',
      'apply_patch verification failed: Failed to find expected lines in /home/dev/app/src/a.ts:\nconst a = 1;',
      'apply_patch verification failed: Failed to find expected lines in lib/b.py:\ndef b():\n    pass',
    ],
    [
      'the same patch in code mode',
      "Script failed\nWall time 0.1 seconds\nOutput:\n\nScript error:\napply_patch verification failed: Failed to find context 'a()' in a.ts",
      "Script failed\nWall time 2.0 seconds\nOutput:\n\nScript error:\napply_patch verification failed: Failed to find context 'b[0]' in b.ts",
    ],
    [
      'str_replace',
      'No replacement was performed, old_str `a = 1` did not appear verbatim in /repo/a.py.',
      'No replacement was performed, old_str `def b():\n  pass` did not appear verbatim in /repo/b.py.',
    ],
  ])('see one failure whatever code it quotes: %s', (_, a, b) => {
    expect(computeErrorKey(a)).toBe(computeErrorKey(b));
  });

  it('tell failures apart by the names that they quote', () => {
    expect(computeErrorKey("Cannot find name 'foo'.")).not.toBe(computeErrorKey("Cannot find name 'bar'."));
    expect(computeErrorKey('unresolved import `serde`')).not.toBe(computeErrorKey('unresolved import `tokio`'));
    expect(computeErrorKey('String to replace not found in file.\nString: a')).not.toBe(
      computeErrorKey('Found 2 matches of the string to replace, but replace_all is false.\nString: a'),
    );
  });

  it.each([
    ['/home/ada/app/src/a.ts', '/Users/bob/app/src/a.ts'],
    ['/home/ada/app', '/mnt/c/Users/bob/app'],
    ['C:\\Users\\ada\\app\\a.ts', 'D:\\Users\\bob\\app\\a.ts'],
    ['cat "/home/ada/x y.txt" > /home/ada/z', 'cat "/Users/b.ob/x y.txt" > /Users/b.ob/z'],
  ])('see the same call and the same result in another home folder: %s', (a, b) => {
    const keyOf = (command: string) => computeCallKey('Bash', readArguments(JSON.stringify({ command })));
    expect(keyOf(a)).toBe(keyOf(b));
    expect(computeResultKey(`read ${a}`)).toBe(computeResultKey(`read ${b}`));
  });

  it('see another call where the path below the home folder differs', () => {
    const keyOf = (command: string) => computeCallKey('Bash', readArguments(JSON.stringify({ command })));
    expect(keyOf('cat /home/ada/app/a.ts')).not.toBe(keyOf('cat /home/ada/app/b.ts'));
    expect(keyOf('ls src/home/ada')).not.toBe(keyOf('ls src/home/bob'));
  });
});

describe('ids', () => {
  it('are 26 lower-case base32 characters that depend on all parts', () => {
    expect(sessionIdOf('claude-code', 'a')).toMatch(/^[a-z2-7]{26}$/);
    expect(sessionIdOf('claude-code', 'a')).not.toBe(sessionIdOf('codex', 'a'));
    expect(lineKeyOf(lineKeyOf('', 'x'), 'x')).not.toBe(lineKeyOf('', 'x'));
  });
});

describe('computeToolSummary', () => {
  it('says what tells a call from others, in one line', () => {
    expect(computeToolSummary(readArguments('{"command":"pnpm test\\n  --run"}'))).toBe('pnpm test --run');
    expect(computeToolSummary(readArguments('{"pattern":"cursor","path":"src"}'))).toBe('cursor in src');
    expect(computeToolSummary(readArguments('{"todos":[{"status":"completed"},{"status":"pending"}]}'))).toBe('1 of 2 done');
    expect(computeToolSummary(readArguments('*** Begin Patch'))).toBe('*** Begin Patch');
    expect(computeToolSummary(readArguments('{}'))).toBe('');
    expect(computeToolSummary(readArguments(JSON.stringify({ command: 'x'.repeat(999) })))).toHaveLength(240);
  });
});
