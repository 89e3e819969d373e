import { describe, expect, it } from 'vitest';
import { splitAnsiLines } from './ansi.ts';

const esc = '\u001b';
const plain = (text: string) => ({ text, tone: null, isBold: false });

describe('splitAnsiLines', () => {
  it('keeps the colors of a terminal over lines', () => {
    expect(splitAnsiLines(`a ${esc}[31mred\nstill${esc}[0m ${esc}[1;92mb${esc}[0m`)).toEqual([
      [plain('a '), { text: 'red', tone: 'red', isBold: false }],
      [{ text: 'still', tone: 'red', isBold: false }, plain(' '), { text: 'b', tone: 'green', isBold: true }],
    ]);
  });

  it('leaves text without colors whole, and empty lines empty', () => {
    expect(splitAnsiLines('a\r\n\nb')).toEqual([[plain('a')], [], [plain('b')]]);
  });

  it('removes other sequences, shows what is to be hidden, and colors of a table as plain text', () => {
    const lines = splitAnsiLines(`${esc}[2K${esc}]0;title\u0007x${esc}[8msecret${esc}[0m${esc}[38;5;196my`);
    expect(
      lines
        .flat()
        .map(({ text }) => text)
        .join(''),
    ).toBe('xsecrety');
    expect(lines.flat().every(({ tone }) => tone === null)).toBe(true);
  });

  it('does not color a very long text', () => {
    const text = `${esc}[31m${'x'.repeat(100_000)}`;
    expect(splitAnsiLines(text)).toEqual([[plain('x'.repeat(100_000))]]);
  });
});
