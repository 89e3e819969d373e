import { describe, expect, it } from 'vitest';
import { ClientError } from '@/lib/client/client-error.ts';
import { buildRow } from '@/components/observations/build-row.ts';
import { toSingleCommand } from './triage-command.ts';
import { initialTriage, reduceTriage, toFormKey, type TriageEvent, type TriageState } from './triage-state.ts';

const action = { action: 'resolve', reason: 'fixed', note: 'gone since the upgrade' } as const;
const command = toSingleCommand(action, 'groups', buildRow('a', { title: 'Loop' }));
const back = { key: 'a', list: 'all' };
const result = { changeId: 'c1', changed: 1, unchanged: 0, refused: 0, refusals: [] };
const done: TriageEvent = { type: 'done', command, back, keys: ['a'], result };
const refused: TriageEvent = {
  type: 'refused',
  command,
  back,
  keys: ['a'],
  form: 'current a',
  error: new ClientError(400, 'The note is too long.', { code: 'invalid_input' }),
  changed: null,
};
const after = (...events: TriageEvent[]): TriageState => events.reduce(reduceTriage, initialTriage);

describe('triage', () => {
  it('offers to undo what was done, and remembers that this page did it', () => {
    const { notice, lastUndo, own } = after({ type: 'given' }, { type: 'sent' }, done);
    expect(notice).toMatchObject({ text: 'Resolved as fixed: “Loop”.', isProblem: false });
    expect(notice?.undo).toEqual({ changeId: 'c1', keys: ['a'], back, text: 'Resolved as fixed: “Loop”.' });
    expect(lastUndo).toEqual(notice?.undo);
    expect([...own.changeIds]).toEqual(['c1']);
  });
  it('keeps what Undo takes back behind a message, and forgets it with the next action', () => {
    const announced = after(done, { type: 'announced', text: 'Another one left.', away: 'b' });
    expect(announced.notice).toMatchObject({ text: 'Resolved as fixed: “Loop”. Another one left.', away: 'b' });
    expect(announced.notice?.undo?.changeId).toBe('c1');
    expect(reduceTriage(announced, { type: 'given' })).toMatchObject({ notice: null, lastUndo: { changeId: 'c1' } });
    expect(reduceTriage(announced, { type: 'sent' }).lastUndo).toBeNull();
  });
  it('has nothing to undo where nothing changed', () => {
    const nothing = {
      ...result,
      changeId: null,
      changed: 0,
      refused: 1,
      refusals: [{ id: 'a', state: 'fixed', why: 'Reopen it first.' } as const],
    };
    expect(after({ ...done, result: nothing })).toMatchObject({ lastUndo: null, notice: { undo: null, isProblem: true } });
  });
  it('counts what was undone and what changed in the meantime', () => {
    const undo = { changeId: 'c1', keys: ['a'], back, text: '' };
    const undone = after({ type: 'undone', undo, result: { undone: 2, left: 1 } });
    expect(undone.notice).toMatchObject({ isProblem: false, text: '2 undone: 1 changed in the meantime and were left alone.' });
    expect([...undone.own.undone]).toEqual(['a']);
    expect(after({ type: 'undone', undo, result: { undone: 0, left: 1 } }).notice?.isProblem).toBe(true);
  });
  it('keeps the note of a refused resolution for its form', () => {
    const { notice, draft } = after(refused);
    expect(notice).toMatchObject({ isProblem: true, text: 'The note is too long. Nothing was changed.' });
    expect(draft).toEqual({ form: 'current a', action });
    expect(after(refused, { type: 'form sent' }).draft).toBeNull();
    expect(after({ ...refused, form: null }).draft).toBeNull();
  });
  it('says that nothing was changed only where that is certain', () => {
    const lost = new ClientError(null, 'The server is not responding.', { code: 'network' });
    const partial = new ClientError(503, '4,000 of 10,100 were changed.', { code: 'store_busy' });
    const textOf = (event: TriageEvent) => after(event).notice?.text;
    const isUnknown = 'The server is not responding. It is unknown whether anything was changed.';
    expect(textOf({ ...refused, error: lost })).toBe(isUnknown);
    expect(textOf({ ...refused, error: partial })).toBe('4,000 of 10,100 were changed.');
    expect(textOf({ type: 'failed', error: lost, isSent: true })).toBe(isUnknown);
    expect(textOf({ type: 'failed', error: lost, isSent: false })).toBe('The server is not responding. Nothing was changed.');
  });
  it('offers to undo what an action changed before it failed', () => {
    const failWith = (code: string) =>
      after({ ...refused, error: new ClientError(503, '4,000 of 10,100 were changed.', { code, changeId: 'c2' }) });
    const { notice, lastUndo, own } = failWith('store_busy');
    expect(notice).toMatchObject({ text: '4,000 of 10,100 were changed.', isProblem: true, undo: { changeId: 'c2', keys: ['a'], back } });
    expect([lastUndo, [...own.changeIds]]).toEqual([notice?.undo, ['c2']]);
    expect(failWith('not_found').notice?.text).not.toContain('Nothing was changed');
    expect(failWith('internal').notice?.text).toContain('Some observations were already changed.');
  });
  it('asks about a conflict until it is left or another action is given', () => {
    const conflict = after({ ...refused, changed: [] });
    expect(conflict).toMatchObject({ notice: null, conflict: { command, back, changed: [] } });
    expect(reduceTriage(conflict, { type: 'conflict left' }).conflict).toBeNull();
    expect(reduceTriage(conflict, { type: 'given' }).conflict).toBeNull();
  });
  it('tells forms apart by what they are about', () => {
    const row = buildRow('a');
    expect(toFormKey({ on: 'current', list: 'x', row })).toBe('current a');
    expect(toFormKey({ on: 'selection', list: 'x', row: null })).toBe('selection');
  });
});
