import { expect, it } from 'vitest';
import { makeDrafts, type Drafts } from '../format.ts';
import { openCodex } from './reader.ts';

const wide = '語'.repeat(120);

/** Reads values as the lines of a file; `splitAfter` lines apart, the reader is opened anew from its state. */
const read = (values: readonly object[], splitAfter = Infinity): { drafts: Drafts; state: string } => {
  const drafts = makeDrafts();
  const open = (state: unknown) => openCodex({ path: '/logs/file.jsonl' }, state);
  let reader = open(null);
  for (const [at, value] of values.entries()) {
    const number = at + 1;
    reader.read({ number, offset: number, bytes: 1, text: '', hash: String(number) }, value, drafts);
    if (number % splitAfter === 0) reader = open(JSON.parse(JSON.stringify(reader.state())));
  }
  return { drafts, state: JSON.stringify(reader.state()) };
};

const keysOf = ({ records }: Drafts) => records.map(({ nativeKey, block }) => `${String(nativeKey)} ${String(block)}`);

const turnIdOf = (index: number) => `019f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Ids of the longest kind that is kept. */
const idOf = (kind: string, index: number) => `${kind}${String(index)}${wide}`.slice(0, 64);

const yieldedCommand = (index: number) => [
  { type: 'response_item', payload: { type: 'function_call', name: 'exec_command', call_id: idOf('c', index), arguments: '{}' } },
  {
    type: 'response_item',
    payload: { type: 'function_call_output', call_id: idOf('c', index), output: `Process running with session ID ${String(index)}` },
  },
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'write_stdin', call_id: idOf('w', index), arguments: `{"session_id":${String(index)}}` },
  },
];

const unansweredScript = (index: number) => [
  {
    type: 'response_item',
    payload: { type: 'custom_tool_call', name: 'exec', call_id: idOf('s', index), input: 'tools.exec_command({ cmd: "npm git go make" })' },
  },
];

it('keeps its state under 32 kB over a long file of long names, and no key stands twice', () => {
  const values = Array.from({ length: 3000 }, (_, index) => [
    { type: 'session_meta', payload: { id: `${wide}${String(index % 220)}`, cwd: wide } },
    { type: 'turn_context', payload: { model: wide, cwd: `${wide}${String(index)}` } },
    { type: 'turn_context', payload: { turn_id: turnIdOf(index % 230), model: wide } },
    { type: 'response_item', payload: { type: 'function_call', name: wide, call_id: `${wide}${String(index)}`, arguments: '{}' } },
    {
      type: 'event_msg',
      payload: { type: 'exec_command_end', call_id: `${wide}${String(index)}`, exit_code: -123456789, duration: { secs: 9e9 } },
    },
    { type: 'event_msg', payload: { type: 'agent_message', message: `${wide}${String(index)}` } },
    ...(index % 2 === 0 ? yieldedCommand(index) : unansweredScript(index)),
  ]).flat();
  const { drafts, state } = read(values);
  expect(new Set(keysOf(drafts)).size).toBe(drafts.records.length);
  expect(Buffer.byteLength(state)).toBeLessThan(32 * 1024);
});

it('gives turns that come again the same keys in a fork, and read in parts', () => {
  const meta = (id: string) => ({ type: 'session_meta', payload: { id } });
  const turns = Array.from({ length: 1200 }, (_, index) => [
    { type: 'event_msg', payload: { type: 'task_started', turn_id: turnIdOf(index % 300) } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Go on' } },
  ]).flat();
  const parent = read([meta('parent'), ...turns]);
  const keys = keysOf(parent.drafts);
  expect(new Set(keys).size).toBe(keys.length);
  const fork = read([meta('fork'), meta('parent'), ...turns]);
  expect(keysOf(fork.drafts).slice(1)).toEqual(keys);
  expect(keysOf(read([meta('parent'), ...turns], 7).drafts)).toEqual(keys);
});
