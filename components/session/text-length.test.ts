import { describe, expect, it } from 'vitest';
import { toRelativePath } from './relative-path.ts';
import { printLength } from './text-length.ts';

describe('printLength', () => {
  it('counts words, or bytes where words cannot be counted', () => {
    expect(printLength({ text: ' one two\nthree ', textBytes: 15 })).toBe('3 words');
    expect(printLength({ text: '請求書', textBytes: 9 })).toBe('9 B');
    expect(printLength({ text: 'a '.repeat(4000), textBytes: 64_000 })).toBe('64.0 kB');
  });
});

describe('toRelativePath', () => {
  it('leaves out the working folder alone', () => {
    expect(toRelativePath('/home/a/src/x.ts', '/home/a')).toBe('src/x.ts');
    expect(toRelativePath('/home/abc/x.ts', '/home/a/')).toBe('/home/abc/x.ts');
    expect(toRelativePath('ls -la', null)).toBe('ls -la');
  });
});
