import { describe, expect, it } from 'vitest';
import { isOpenAtFirst } from './call-visibility.ts';
import { makeToolCall } from './build-record.ts';

describe('isOpenAtFirst', () => {
  it('opens failures that are no repeats, and edits', () => {
    expect(isOpenAtFirst(makeToolCall({ outcome: 'error' }))).toBe(true);
    expect(isOpenAtFirst(makeToolCall({ outcome: 'error', sameAs: 3 }))).toBe(false);
    expect(isOpenAtFirst(makeToolCall({ kind: 'edit' }))).toBe(true);
    expect(isOpenAtFirst(makeToolCall())).toBe(false);
    expect(isOpenAtFirst(null)).toBe(false);
  });
  it('opens a result with an image that can be shown', () => {
    expect(isOpenAtFirst(makeToolCall({ resultAttachments: [{ mediaType: 'image/png', bytes: 69 }] }))).toBe(true);
    expect(isOpenAtFirst(makeToolCall({ resultAttachments: [{ mediaType: 'image/svg+xml', bytes: 69 }] }))).toBe(false);
    expect(isOpenAtFirst(makeToolCall({ resultAttachments: [{ mediaType: 'image/png', bytes: 0 }] }))).toBe(false);
  });
  it('opens plans and questions, also if their arguments are cut', () => {
    expect(isOpenAtFirst(makeToolCall({ name: 'ExitPlanMode', kind: 'todo', params: '{"plan":"# A' }))).toBe(true);
    expect(isOpenAtFirst(makeToolCall({ name: 'AskUserQuestion', kind: 'other', params: '{"questions":[' }))).toBe(true);
  });
  it('opens a todo list, not what only touches one', () => {
    expect(isOpenAtFirst(makeToolCall({ name: 'TodoWrite', kind: 'todo', params: '{"todos":[{"content":"a","status":"pending"}]}' }))).toBe(
      true,
    );
    expect(isOpenAtFirst(makeToolCall({ name: 'TaskUpdate', kind: 'todo', params: '{"taskId":"1","status":"in_progress"}' }))).toBe(false);
  });
});
