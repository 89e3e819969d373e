import { describe, expect, it } from 'vitest';
import { readDocument, toBrief } from '../__fixtures__/document.ts';
import { readFixture, reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { makeDrafts, type Drafts } from '../format.ts';
import { weakincentivesFormats } from './formats.ts';

const [lines] = weakincentivesFormats;
const read = (name: string): Promise<Drafts> => {
  if (!lines) throw new Error('There is no format.');
  return reduceBytes(lines, readFixture(`weakincentives/${name}`), `/dumps/${name}`);
};

/** Records in brief, without the session. */
const toKinds = (drafts: Drafts) => toBrief(drafts).map((brief) => brief.slice(brief.indexOf(' ') + 1));

describe('a dump of successive renders', () => {
  it('gives each event once, in the order of time, and a record for each snapshot', async () => {
    const drafts = await read('renders.jsonl');
    expect(drafts.issues).toEqual([]);
    expect(toKinds(drafts)).toEqual([
      'prompt ## 1. Task\n\nCheck th',
      'meta snapshot 1 prompts, 0 tool ca',
      'tool_call read_file ok def parse(): …',
      'tool_call read_file error File not found: gone',
      'response The parser drops the',
      'prompt ## 1. Task\n\nFix it\n\n',
      'system prompt-changed Prompt changed: sect',
      'meta snapshot 2 prompts, 2 tool ca',
      'tool_call Bash error Error: exit code 2',
      'response {"fixed":false}',
      'meta snapshot 2 prompts, 3 tool ca',
    ]);
    expect(drafts.records.find(({ subtype }) => subtype === 'prompt-changed')?.text).toBe('Prompt changed: section rules changed');
    expect(drafts.records.at(-1)?.text).toBe(
      '2 prompts, 3 tool calls, 2 answers; slices: Plan 1, ToolInvoked 3, PromptExecuted 2, PromptRendered 2',
    );
    expect(drafts.sessions[0]).toMatchObject({ title: 'Review: Check the parser', titleRank: 2 });
    const orders = drafts.records.map(({ order = [0, 0, 0] }) => order);
    expect(orders.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])).toEqual(orders);
  });

  it('counts the tokens of a response once, though each call that it asked for repeats them', async () => {
    const { responses, records } = await read('renders.jsonl');
    expect(responses.map(({ nativeId, tokens: { input, cacheRead, output } }) => [nativeId, input, cacheRead, output])).toEqual([
      ['t1', 600, 400, 20],
      ['t1', 600, 400, 20],
      ['e1', 200, 1_000, 80],
    ]);
    expect(records.filter(({ call }) => call).map(({ response }) => response)).toEqual(['t1', 't1', null]);
  });

  it('gives records the same ids, whichever snapshots were imported before', async () => {
    if (!lines) throw new Error('There is no format.');
    const idsOf = ({ records }: Drafts) =>
      records.flatMap(({ nativeKey, block, kind }) => (kind === 'meta' ? [] : [`${String(nativeKey)} ${block}`]));
    const last = readFixture('weakincentives/renders.jsonl').toString('utf8').trim().split('\n').at(-1) ?? '';
    const alone = await reduceBytes(lines, Buffer.from(last), '/other.json');
    expect(idsOf(alone).toSorted()).toEqual(idsOf(await read('renders.jsonl')).toSorted());
  });
});

describe('a dump of a tree of sessions', () => {
  it('gives each its events and its parent', async () => {
    const drafts = await read('tree.jsonl');
    expect(drafts.issues).toEqual([]);
    expect(drafts.sessions.map(({ parentNativeId, relation }) => [parentNativeId, relation])).toEqual([
      [undefined, undefined],
      ['11111111-2222-4333-8444-555555555555', 'subagent'],
      [undefined, undefined],
    ]);
    expect(toKinds(drafts).map((kind) => kind.split(' ', 2).join(' '))).toEqual([
      ...['prompt ##', 'tool_call read_file', 'response The', 'meta snapshot'],
      ...['prompt ##', 'tool_call read_file', 'tool_call read_file', 'meta snapshot'],
      ...['meta snapshot'],
    ]);
  });

  it('distinguishes events without an id by their content and place', async () => {
    const { records } = await read('tree.jsonl');
    const keys = records.filter(({ call }) => call).map(({ nativeKey }) => nativeKey);
    expect(keys[0]).toBe('t1');
    expect(keys[1]).toMatch(/^tool:0:/u);
    expect(keys[2]).toMatch(/^tool:1:/u);
  });
});

it('says of each line what is wrong with it, and reads the others', async () => {
  const { issues, records } = await read('odd-lines.jsonl');
  expect(issues.map(({ line, code, message }) => [line, code, message])).toEqual([
    [3, 'bad_snapshot', 'Line 3 is not a valid snapshot: its version is "2", and only version "1" is known. It was skipped.'],
    [
      4,
      'bad_snapshot',
      'Line 4 is not a valid snapshot: its created_at is "soon", which is not a time; its tags is not an object. It was skipped.',
    ],
  ]);
  expect(new Set(records.map(({ line }) => line))).toEqual(new Set([1, 2, 5, 6]));
});

it('reads a snapshot over several lines, without tags, and counts no call twice', () => {
  const drafts = readDocument('weakincentives-document', 'weakincentives/indented.json');
  expect(drafts.sessions[0]?.nativeId).toBe('11111111-2222-4333-8444-555555555555');
  expect(toKinds(drafts)).toEqual([
    'prompt ## 1. Task\n\nCheck th',
    'tool_call read_file ok def parse(): …',
    'response The parser drops the',
    'meta snapshot 1 prompts, 1 tool ca',
  ]);
});

it('keeps its state under 32 kB over many sessions of long names', () => {
  const reader = lines?.openLines?.({ path: '/dump.jsonl' }, undefined);
  const wide = '\0'.repeat(250);
  for (let number = 1; number <= 100; number += 1) {
    const rendered = { event_id: `${number}${wide}`.slice(0, 128), prompt_ns: wide, prompt_key: wide };
    const slices = [{ slice_type: 'lib:PromptRendered', item_type: 'x', items: [rendered] }];
    const value = { version: '1', created_at: '2026-01-01', slices, tags: { session_id: `${number}${wide}` } };
    reader?.read({ number, offset: 0, bytes: 0, text: '', hash: String(number) }, value, makeDrafts());
  }
  const { length } = Buffer.from(JSON.stringify(reader?.state()));
  expect(length).toBeGreaterThan(1_000);
  expect(length).toBeLessThan(32 * 1024);
});
