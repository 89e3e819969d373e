import { createLoader } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import { changePosition, positionKeys, positionParsers, printPosition, type Position } from './position.ts';

const load = createLoader(positionParsers, { urlKeys: positionKeys });
const parse = (search: string): Position => ({ ...load(search), seq: null });
const start = parse('');

describe('position', () => {
  it('reads a call and a zoom, or a record', () => {
    expect(parse('?call=51&zoom=38-74')).toEqual({ ...start, call: 51, zoom: { from: 38, to: 74 } });
    expect(parse('?record=abc2')).toEqual({ ...start, recordId: 'abc2' });
    expect(parse('?show=edits&pane=turns&chart=table&tab=assessment&text=raw&quiet=shown&replay=on&find=')).toEqual({
      ...start,
      ...{ show: 'edits', sheet: 'turns', table: true, tab: 'assessment', raw: true, quiet: true, replay: true, find: '' },
    });
  });
  it('ignores what cannot be read', () => {
    expect(parse('?call=-1&zoom=9-3&record=%3Cscript%3E&show=x&open=x.c,-.f&pane=x&chart=x&finding=a%20b')).toEqual(start);
    expect(parse('?call=1e9&zoom=x')).toEqual(start);
    expect(parse(`?find=${'x'.repeat(900)}`).find).toHaveLength(500);
  });
  it('prints what it reads and keeps other parameters', () => {
    const other: Partial<Position> = { call: 51, recordId: 'x', seq: 7, zoom: { from: 38, to: 74 } };
    expect(printPosition({ ...start, ...other }, '?only=errors&call=3')).toBe('?only=errors&call=51&zoom=38-74');
    expect(printPosition({ ...start, recordId: 'x', seq: 7 })).toBe('?record=x');
    expect(printPosition(start, '?call=1&find=x&open=c1&pane=turns&chart=table&show=edits')).toBe('');
  });
  it('gives back all that it holds', () => {
    const position: Position = {
      ...start,
      call: 9,
      show: 'errors',
      open: new Map([
        ['c51', true],
        ['f3', false],
        ['s120', true],
        ['c54_c2', true],
      ]),
      find: 'a & b="c" 100%',
      words: 'lock,no such table,auth*',
      agent: 'abc2.def3',
      finding: 'error_cascade-9.2',
      sheet: 'record',
      table: true,
    };
    expect(printPosition(position)).toContain('open=c51.-f3.s120.c54_c2');
    expect(parse(printPosition(position))).toEqual(position);
  });
  it('keeps the last forty expanded rows', () => {
    const open = new Map(Array.from({ length: 60 }, (_, at) => [`c${at + 1}`, true] as const));
    expect([...parse(printPosition({ ...start, open })).open.keys()]).toEqual([...open.keys()].slice(20));
  });
  it('leaves a finding with its place, and with nothing else', () => {
    const at = { ...start, call: 45, finding: 'stall-48' };
    expect(changePosition(at, { tab: 'assessment' })).toEqual({ ...at, tab: 'assessment' });
    expect(changePosition(at, { call: 45, seq: null }).finding).toBeNull();
    expect(changePosition(at, { call: 45, finding: 'drift-48' }).finding).toBe('drift-48');
  });
  it('leaves the words of a search with the text to find', () => {
    const at = { ...start, find: 'lock', words: 'lock,migration' };
    expect(changePosition(at, { find: 'lock' }).words).toBe('lock,migration');
    expect(changePosition(at, { call: 3 }).words).toBe('lock,migration');
    expect(changePosition(at, { find: 'table' }).words).toBeNull();
    expect(changePosition(at, { find: null }).words).toBeNull();
  });
  it('leaves a subagent with its record, unless it goes to another of the same', () => {
    const at = { ...start, call: 3, agent: 'abc2' };
    expect(changePosition(at, { open: new Map() }).agent).toBe('abc2');
    expect(changePosition(at, { call: 4 }).agent).toBeNull();
    expect(changePosition(at, { call: 4, agent: 'abc2' })).toEqual({ ...at, call: 4 });
  });
});
