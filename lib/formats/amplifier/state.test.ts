import { expect, it } from 'vitest';
import { makeDrafts } from '../format.ts';
import { openEvents } from './events-reader.ts';

it('keeps its state under 32 kB over a long file of long names, and no key stands twice', () => {
  const reader = openEvents({ path: '/logs/file.jsonl' }, null);
  const wide = '語'.repeat(120);
  const drafts = makeDrafts();
  const kinds = [
    (at: string) => ({ event: 'prompt:submit', data: { session_id: `${wide}${String(Number(at) % 40)}`, prompt: `${wide}${at}` } }),
    (at: string) => ({ event: 'llm:response', data: { model: `${wide}${at}`, usage: { input: Number(at) }, content: `${wide}${at}` } }),
    (at: string) => ({ event: 'content_block:end', data: { block: { type: 'text', text: `${wide}${at}` }, working_dir: `${wide}${at}` } }),
    (at: string) => ({ event: 'tool:pre', data: { tool_call_id: `${wide}${at}`, tool_name: wide } }),
    (at: string) => ({ event: 'tool:start', data: { tool_call_id: `${wide}${at}`, tool_name: wide } }),
    () => ({ event: 'content_block:end', data: { block: { type: 'thinking', thinking: 'again' } } }),
  ];
  for (let index = 0; index < 3000; index++) {
    // The last thousand are one turn.
    const makers = index < 2000 ? kinds : kinds.slice(1);
    for (const [at, make] of makers.entries()) {
      const number = index * kinds.length + at + 1;
      reader.read({ number, offset: number, bytes: 1, text: '', hash: String(number) }, make(String(index)), drafts);
    }
  }
  expect(Buffer.byteLength(JSON.stringify(reader.state()))).toBeLessThan(32 * 1024);
  const keys = drafts.records.flatMap(({ session, nativeKey }) => (nativeKey === null ? [] : [`${session} ${nativeKey}`]));
  expect(new Set(keys).size).toBe(keys.length);
  // A prompt, an answer, a call and a thought; the rest are copies.
  expect(keys.length).toBe(2000 + 3 * 3000);
});
