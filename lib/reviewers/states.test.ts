import { describe, expect, it } from 'vitest';
import { describeChange, toReviewed, type ReviewerStates } from './states.ts';

const filesOf = (entries: Record<string, string> | null, hash = JSON.stringify(entries)) => ({ hash, count: 3, entries });
const at = (files: ReviewerStates['files'], conversation: ReviewerStates['conversation'] = null, definition = 'd'): ReviewerStates => ({
  definition,
  files,
  conversation,
});

describe('describeChange', () => {
  const before = at(filesOf({ a: '1', b: '1', c: '1', d: '1', e: '1' }), { hash: 'x', count: 3 });

  it.each([
    [null, 'This session was not reviewed yet.'],
    [at(before.files, before.conversation, 'other'), 'The reviewer was changed since its last review.'],
    [before, null],
    [at(filesOf({ a: '2', b: '1', c: '1', d: '1', e: '1' }), before.conversation), '1 file changed: a.'],
    [at(filesOf({ a: '2', b: '2', c: '2', d: '2', f: '1' }), before.conversation), '5 files changed: a, b, c and 2 more; 1 file gone: e.'],
    [at(filesOf(null, 'many'), before.conversation), 'The watched files changed.'],
    [at(before.files, { hash: 'y', count: 5 }), '2 new messages.'],
    [at(before.files, { hash: 'y', count: 3 }), 'The conversation changed.'],
  ])('%#', (other, expected) => {
    expect(other === null ? describeChange(null, before) : describeChange(before, other)).toBe(expected);
  });
});

describe('toReviewed', () => {
  const now = at(filesOf({ a: '1', b: '1', c: '1' }));

  it('keeps what was left out due, until all was sent', () => {
    const first = toReviewed(now, null, new Set(['a']));
    expect(describeChange(first, now)).toBe('2 files changed or left out before: b, c.');
    const second = toReviewed(now, first, new Set(['b']));
    expect(describeChange(second, now)).toBe('1 file changed or left out before: c.');
    expect(describeChange(toReviewed(now, second, new Set(['c'])), now)).toBeNull();
  });

  it('does not count a file as seen that changed since', () => {
    const first = toReviewed(now, null, new Set(['a', 'b']));
    const changed = at(filesOf({ a: '2', b: '1', c: '1' }));
    expect(describeChange(toReviewed(changed, first, new Set(['c'])), changed)).toBe('1 file changed or left out before: a.');
  });
});
