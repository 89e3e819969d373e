import { describe, expect, it } from 'vitest';
import { parsePosition, printPosition } from './position.ts';

describe('position', () => {
  it('reads a call and a zoom, or a record', () => {
    expect(parsePosition('?call=51&zoom=38-74')).toEqual({ call: 51, recordId: null, seq: null, zoom: { from: 38, to: 74 } });
    expect(parsePosition('?record=abc2')).toEqual({ call: null, recordId: 'abc2', seq: null, zoom: null });
  });
  it('drops what cannot be read', () => {
    expect(parsePosition('?call=-1&zoom=9-3&record=%3Cscript%3E')).toEqual({ call: null, recordId: null, seq: null, zoom: null });
    expect(parsePosition('?call=1e9&zoom=x')).toEqual({ call: null, recordId: null, seq: null, zoom: null });
  });
  it('prints what it reads and keeps other parameters', () => {
    expect(printPosition({ call: 51, recordId: 'x', seq: 7, zoom: { from: 38, to: 74 } }, '?only=errors&call=3')).toBe(
      '?only=errors&call=51&zoom=38-74',
    );
    expect(printPosition({ call: null, recordId: 'x', seq: 7, zoom: null }, '')).toBe('?record=x');
    expect(printPosition({ call: null, recordId: null, seq: null, zoom: null }, '?call=1')).toBe('');
  });
});
