import { expect, it } from 'vitest';
import { makeDrafts } from '../format.ts';
import { openCodex } from './reader.ts';

it('keeps its state under 32 kB over a long file of long names, and no key stands twice', () => {
  const reader = openCodex({ path: '/logs/file.jsonl' }, null);
  const wide = '語'.repeat(120);
  const drafts = makeDrafts();
  for (let index = 0; index < 3000; index++) {
    const payloads = [
      { type: 'session_meta', payload: { id: `${wide}${String(index % 60)}`, cwd: wide } },
      { type: 'turn_context', payload: { model: wide, cwd: `${wide}${String(index)}` } },
      { type: 'response_item', payload: { type: 'function_call', name: wide, call_id: `${wide}${String(index)}`, arguments: '{}' } },
      {
        type: 'event_msg',
        payload: { type: 'exec_command_end', call_id: `${wide}${String(index)}`, exit_code: -123456789, duration: { secs: 9e9 } },
      },
      { type: 'event_msg', payload: { type: 'agent_message', message: `${wide}${String(index)}` } },
    ];
    for (const [at, value] of payloads.entries()) {
      const number = index * payloads.length + at + 1;
      reader.read({ number, offset: number, bytes: 1, text: '', hash: String(number) }, value, drafts);
    }
    if (index === 300)
      expect(new Set(drafts.records.map((record) => `${String(record.nativeKey)} ${String(record.block)}`)).size).toBe(
        drafts.records.length,
      );
  }
  expect(Buffer.byteLength(JSON.stringify(reader.state()))).toBeLessThan(32 * 1024);
});
