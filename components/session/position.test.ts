import { describe, expect, it } from 'vitest';
import { changePosition, nowhere, parsePosition, printPosition, type Position } from './position.ts';

describe('position', () => {
  it('reads a call and a zoom, or a record', () => {
    expect(parsePosition('?call=51&zoom=38-74')).toEqual({ ...nowhere, call: 51, zoom: { from: 38, to: 74 } });
    expect(parsePosition('?record=abc2')).toEqual({ ...nowhere, recordId: 'abc2' });
  });
  it('drops what cannot be read', () => {
    expect(parsePosition('?call=-1&zoom=9-3&record=%3Cscript%3E&show=x&open=x.c,-.f&find=&pane=x&chart=x&finding=a%20b')).toEqual(nowhere);
    expect(parsePosition('?call=1e9&zoom=x')).toEqual(nowhere);
  });
  it('prints what it reads and keeps other parameters', () => {
    const other: Partial<Position> = { call: 51, recordId: 'x', seq: 7, zoom: { from: 38, to: 74 } };
    expect(printPosition({ ...nowhere, ...other }, '?only=errors&call=3')).toBe('?only=errors&call=51&zoom=38-74');
    expect(printPosition({ ...nowhere, recordId: 'x', seq: 7 }, '')).toBe('?record=x');
    expect(printPosition(nowhere, '?call=1&find=x&open=c1&pane=turns&chart=table&show=edits')).toBe('');
  });
  it('gives back all that it holds', () => {
    const position: Position = {
      ...nowhere,
      call: 9,
      show: 'errors',
      open: new Map([
        ['c51', true],
        ['f3', false],
        ['s120', true],
      ]),
      find: 'a & b="c" 100%',
      finding: 'error_cascade-9.2',
      sheet: 'record',
      table: true,
    };
    expect(printPosition(position, '')).toContain('open=c51.-f3.s120');
    expect(parsePosition(printPosition(position, ''))).toEqual(position);
  });
  it('keeps the last forty opened rows', () => {
    const open = new Map(Array.from({ length: 60 }, (_, at) => [`c${at + 1}`, true] as const));
    expect([...parsePosition(printPosition({ ...nowhere, open }, '')).open.keys()]).toEqual([...open.keys()].slice(20));
  });
  it('leaves a finding with its place, and with nothing else', () => {
    const at = { ...nowhere, call: 45, finding: 'stall-48' };
    expect(changePosition(at, { tab: 'assessment' })).toEqual({ ...at, tab: 'assessment' });
    expect(changePosition(at, { call: 45, seq: null }).finding).toBeNull();
    expect(changePosition(at, { call: 45, finding: 'drift-48' }).finding).toBe('drift-48');
  });
});
