import { describe, expect, it } from 'vitest';
import { findPlayhead, findTurnInView, resolveSelection } from './resolve-place.ts';

const nowhere = { call: null, seq: null, recordId: null };

describe('the selection of a position', () => {
  it('is what the URL says until the record is read', () => {
    expect(resolveSelection({ ...nowhere, call: 5 }, null, 's')).toEqual({ call: 5, seq: null, recordId: null });
    expect(resolveSelection({ ...nowhere, recordId: 'r' }, null, 's')).toEqual(nowhere);
  });
  it('is completed by the record that was read', () => {
    const record = { id: 'r', sessionId: 's', seq: 12, toolCall: { callIndex: 7 } };
    expect(resolveSelection({ ...nowhere, recordId: 'r' }, record, 's')).toEqual({ call: 7, seq: 12, recordId: null });
  });
  it('puts the id of a record into the URL that only its place names', () => {
    const record = { id: 'r', sessionId: 's', seq: 12, toolCall: null };
    expect(resolveSelection({ ...nowhere, seq: 12 }, record, 's')).toEqual({ call: null, seq: 12, recordId: 'r' });
  });
  it('ignores the record of an earlier selection', () => {
    const record = { id: 'old', sessionId: 's', seq: 3, toolCall: { callIndex: 2 } };
    expect(resolveSelection({ ...nowhere, recordId: 'r' }, record, 's')).toEqual(nowhere);
    expect(resolveSelection({ ...nowhere, seq: 12 }, record, 's')).toEqual({ ...nowhere, seq: 12 });
    expect(resolveSelection({ ...nowhere, call: 9 }, record, 's')).toEqual({ ...nowhere, call: 9 });
  });
  it('ignores a record at the same place of another session', () => {
    const record = { id: 'r', sessionId: 'parent', seq: 12, toolCall: null };
    expect(resolveSelection({ ...nowhere, seq: 12 }, record, 's')).toEqual({ ...nowhere, seq: 12 });
  });
});

describe('the playhead', () => {
  const rows = [
    { call: 0, lastCall: 0 },
    { call: 4, lastCall: 9 },
    { call: 0, lastCall: 0 },
  ];
  it('is the last call at or before the row', () => {
    expect(findPlayhead(rows, 1)).toBe(9);
    expect(findPlayhead(rows, 2)).toBe(9);
  });
  it('is unknown before the first call, and without a row', () => {
    expect(findPlayhead(rows, 0)).toBeNull();
    expect(findPlayhead(rows, -1)).toBeNull();
  });
});

describe('the turn that is read', () => {
  it('is the selected one while it is in view, else the first in view', () => {
    expect(findTurnInView('3 5', { turn: 4 })).toBe(4);
    expect(findTurnInView('3 5', { turn: 6 })).toBe(3);
    expect(findTurnInView('3 5', undefined)).toBe(3);
  });
  it('is unknown where nothing is in view', () => {
    expect(findTurnInView('', { turn: 4 })).toBeNull();
  });
});
