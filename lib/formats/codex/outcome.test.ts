import { expect, it } from 'vitest';
import { toCommandOutcome, toFlagOutcome, toOutput } from './outcome.ts';

const failed = (cause: string) =>
  `exec_command failed for \`/bin/bash -lc 'git push\n--force'\`: CreateProcess { message: "Rejected(\\"${cause}\\")" }`;

it.each([
  ['exec command rejected by user', 'rejected'],
  ['patch rejected by user', 'rejected'],
  [failed('rejected by user'), 'rejected'],
  ['user rejected MCP tool call', 'rejected'],
  [failed("`/bin/bash -lc 'git push'` rejected: blocked by policy"), 'denied'],
  ['`git push --force` rejected: blocked by policy', 'denied'],
  ['patch rejected: writing outside of the project; rejected by user approval settings', 'denied'],
  ['approval policy is Never; reject command — you should not ask for escalated permissions', 'denied'],
  ['Command blocked by PreToolUse hook: not on a Friday. Command: git push', 'denied'],
  ['This action was rejected due to unacceptable risk.\nReason: it deletes a volume.', 'denied'],
  // These ran, or could not be started.
  ['Exit code: 1\nWall time: 0.1 seconds\nOutput:\nmkdir: /etc/shop: Permission denied', 'error'],
  [`exec_command failed for \`true\`: CreateProcess { message: "No such file or directory" }`, 'error'],
  ['Exit code: 0\nWall time: 0.1 seconds\nOutput:\n`git push` rejected: blocked by policy', 'ok'],
])('%s: %s', (text, outcome) => {
  expect(toOutput(text).callOutcome.outcome).toBe(outcome);
});

it('tells who declined a call by its output, which is nearer than its status', () => {
  const declined = { status: 'declined', exit_code: -1 };
  expect(toCommandOutcome({ ...declined, aggregated_output: '`npm test` rejected: blocked by policy' })?.outcome).toBe('denied');
  expect(toCommandOutcome({ ...declined, aggregated_output: 'exec command rejected by user' })?.outcome).toBe('rejected');
  expect(toCommandOutcome(declined)).toMatchObject({ outcome: 'rejected', outcomeSource: 'flag' });
  expect(toFlagOutcome({ status: 'declined', stderr: 'patch rejected: x; rejected by user approval settings' })?.outcome).toBe('denied');
});
