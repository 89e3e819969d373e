import { expect, it } from 'vitest';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import type { Drafts } from '../format.ts';
import { formats } from '../registry.ts';

const thread = (last: string) => `01a00000-0000-7000-8000-00000000000${last}`;

const reduceFixture = async (name: string, path = `/logs/rollout-2026-09-10T10-00-00-${thread('b')}.jsonl`): Promise<Drafts> => {
  const format = formats.find((one) => one.id === 'codex');
  if (!format) throw new Error('No format codex.');
  return reduceBytes(format, readFixture(`codex/${name}`), path);
};
const tokensOf = ({ responses }: Drafts) => responses.map(({ tokens }) => [tokens.input, tokens.cacheRead, tokens.output]);
const boundariesOf = ({ records }: Drafts) => records.filter(({ kind }) => kind === 'boundary').map(({ text }) => text);

it('counts a response that is recorded once, and not again in the totals behind it', async () => {
  const drafts = await reduceFixture('paginated.jsonl');
  expect(tokensOf(drafts)).toEqual([
    [100, 0, 10],
    [100, 100, 20],
    [100, 200, 30],
    [100, 300, 40],
  ]);
  expect(drafts.records.filter((record) => record.unknown)).toEqual([]);
});

it('links a fork that copies nothing to the thread that it goes on from', async () => {
  const drafts = await reduceFixture('paginated-fork.jsonl');
  expect(drafts.sessions[0]).toMatchObject({ nativeId: thread('b'), parentNativeId: thread('a'), relation: 'fork' });
  expect(boundariesOf(drafts)).toEqual([`Continues from the first 12 entries of session ${thread('a')}`]);
  expect(tokensOf(drafts)).toEqual([
    [50, 300, 5],
    [60, 300, 6],
  ]);
});

it('finds the base where the fork is named by nothing else, and leaves out what its totals inherit', async () => {
  const lines = readFixture('codex/paginated-fork.jsonl').toString().split('\n');
  const text = lines.filter((line) => !line.includes('"token_usage_record"')).join('\n');
  const bytes = Buffer.from(text.replace(/"forked_from_id": "[^"]*", /u, ''));
  const format = formats.find((one) => one.id === 'codex');
  if (!format) throw new Error('No format codex.');
  const drafts = await reduceBytes(format, bytes, '/logs/a.jsonl');
  expect(drafts.sessions[0]).toMatchObject({ parentNativeId: thread('a'), relation: 'fork' });
  expect(tokensOf(drafts)).toEqual([
    [50, 300, 5],
    [60, 300, 6],
  ]);
});

it('reads a rollout that takes turns back as the same session, and says so', async () => {
  const drafts = await reduceFixture(
    'paginated-revert.jsonl',
    `/logs/rollout-2026-09-10T10-02-00-${thread('a')}_01a00000-0000-7000-8000-0000000000aa.jsonl`,
  );
  expect(drafts.sessions[0]).toMatchObject({ nativeId: thread('a') });
  expect(drafts.sessions.filter((session) => session.parentNativeId)).toEqual([]);
  expect(boundariesOf(drafts)[0]).toContain(`this session's rollout ${thread('a')}; the entries after them were taken back`);
});

it('takes the rollout that a later one goes on from for the same thread, by the name of the file', async () => {
  const later = '01a00000-0000-7000-8000-0000000000aa';
  const bytes = Buffer.from(
    readFixture('codex/paginated-revert.jsonl')
      .toString()
      .replace(`"history_base": {"thread_id": "${thread('a')}"`, `"history_base": {"thread_id": "${later}"`),
  );
  const format = formats.find((one) => one.id === 'codex');
  if (!format) throw new Error('No format codex.');
  const named = await reduceBytes(
    format,
    bytes,
    `/logs/rollout-2026-09-10T10-02-00-${thread('a')}_01a00000-0000-7000-8000-0000000000ab.jsonl`,
  );
  expect(named.sessions.filter((session) => session.parentNativeId)).toEqual([]);
});

it('counts no tokens of the history that a subagent was given, though its parent is not there', async () => {
  const drafts = await reduceFixture('subagent-history.jsonl');
  expect(tokensOf(drafts)).toEqual([[30, 20, 4]]);
  expect(drafts.sessions[0]).toMatchObject({ parentNativeId: thread('a'), relation: 'subagent', agentName: 'Ada' });
});
