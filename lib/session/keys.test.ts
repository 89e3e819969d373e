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
