import { expect, it } from 'vitest';
import { toOutcome } from './tool-result.ts';

it.each([
  [{ result: { success: false, error: { message: 'Denied by hook: no writes outside of the project' } } }, 'denied'],
  [{ result: 'Denied by hook: the user rejected it' }, 'rejected'],
  [{ result: { output: 'x' }, status: 'denied' }, 'denied'],
  [{ result: { output: 'x' }, status: 'rejected' }, 'rejected'],
  [{ result: { success: false, error: { message: 'open /etc/shop: permission denied' } } }, 'error'],
])('%j: %s', (end, outcome) => {
  expect(toOutcome({ name: 'bash', error: null, status: null, durationMs: null, ...end }).outcome).toBe(outcome);
});
