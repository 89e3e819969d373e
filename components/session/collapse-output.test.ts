import { describe, expect, it } from 'vitest';
import { collapseOutput, splitErrorName } from './collapse-output.ts';

const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i + 1}`).join('\n');

describe('collapseOutput', () => {
  it('shows the first eight lines and counts the rest', () => {
    expect(collapseOutput(lines(46), false, null)).toMatchObject({ hidden: 38 });
    expect(collapseOutput(lines(46), false, null).lines).toHaveLength(8);
  });
  it('does not fold a single line', () => {
    expect(collapseOutput(`${lines(9)}\n`, false, null)).toMatchObject({ hidden: 0 });
  });
  it('shows three lines of the error', () => {
    const text = `Exit code 1\nsetting up\n\n  TypeError: boom\n\n    at a.ts:1\n    at b.ts:2\n${lines(20)}`;
    expect(collapseOutput(text, true, null).lines).toEqual(['  TypeError: boom', '    at a.ts:1', '    at b.ts:2']);
  });
  it('falls back to words, then to the first text', () => {
    expect(collapseOutput(`a\nb\nfile not found: x\n${lines(9)}`, true, null).lines[0]).toBe('file not found: x');
    expect(collapseOutput(`\n\nx\n${lines(9)}`, true, null).lines[0]).toBe('x');
  });
  it('counts lines beyond the window', () => {
    expect(collapseOutput(lines(20), false, 2809).hidden).toBe(2801);
  });
  it('cuts lines without an end', () => {
    expect(collapseOutput('x'.repeat(1_000_000), false, 1).lines[0]).toHaveLength(2001);
  });
});

describe('splitErrorName', () => {
  it('finds the name at the start of a line', () => {
    expect(splitErrorName('  TypeError: boom')).toEqual(['  ', 'TypeError', ': boom']);
    expect(splitErrorName('fine')).toEqual(['fine', '', '']);
  });
});
