import { expect, it } from 'vitest';
import { makeDrafts } from '../format.ts';
import { openClaudeCode } from './reader.ts';

type Given = { id: string; parent: string | null; kind?: 'prompt' | 'answer' | 'command'; text?: string } | { leaf: string; last: string };

const sessionId = '5e550009-0000-4000-8000-000000000001';

const toLine = (given: Given, at: number): Record<string, unknown> => {
  if ('leaf' in given) return { type: 'last-prompt', leafUuid: given.leaf, lastPrompt: given.last, sessionId };
  const { id, parent, kind = 'prompt', text = id } = given;
  const timestamp = new Date(Date.UTC(2026, 4, 1, 10, 0, at)).toISOString();
  const own = { uuid: id, parentUuid: parent, sessionId, timestamp, cwd: '/home/ada/shop', version: '2.1.200' };
  if (kind === 'answer')
    return { ...own, type: 'assistant', message: { id: `msg_${id}`, role: 'assistant', model: 'm', content: [{ type: 'text', text }] } };
  const content = kind === 'command' ? `<command-name>/mcp</command-name><command-message>mcp</command-message>` : text;
  return { ...own, type: 'user', message: { role: 'user', content } };
};

/** Prompts and boundaries as the reader gives them, in order; its state is stored and continued behind each line. */
const read = (...all: Given[]): string[] => {
  let state: unknown;
  return all.flatMap((given, at) => {
    const value = toLine(given, at);
    const text = JSON.stringify(value);
    const reader = openClaudeCode({ path: '/logs/a.jsonl' }, state);
    const out = makeDrafts();
    reader.read({ number: at + 1, offset: at * 1_000, bytes: text.length, text, hash: `h${at}` }, value, out);
    state = JSON.parse(JSON.stringify(reader.state()));
    return out.records.flatMap(({ kind, text: said, aboutTurn, block }) =>
      kind === 'prompt' ? [said] : kind === 'boundary' ? [`−${aboutTurn?.takesBack}@${block}`] : [],
    );
  });
};

const a: Given = { id: 'a', parent: null };
const a2: Given = { id: 'a2', parent: 'a', kind: 'answer' };
const b: Given = { id: 'b', parent: 'a2' };
const b2: Given = { id: 'b2', parent: 'b', kind: 'answer' };
const c: Given = { id: 'c', parent: 'b2' };
const c2: Given = { id: 'c2', parent: 'c', kind: 'answer' };

it('says how many turns a prompt took back, right before it', () => {
  expect(read(a, a2, b, b2, { id: 'd', parent: 'a2' })).toEqual(['a', 'b', '−1@-1', 'd']);
  expect(read(a, a2, b, b2, c, c2, { id: 'd', parent: 'a2' }, { id: 'd2', parent: 'd', kind: 'answer' })).toEqual([
    'a',
    'b',
    'c',
    '−2@-1',
    'd',
  ]);
});

it('takes back again what came after', () => {
  const d: Given = { id: 'd', parent: 'a2' };
  expect(read(a, a2, b, b2, d, { id: 'd2', parent: 'd', kind: 'answer' }, { id: 'e', parent: 'a2' })).toEqual([
    'a',
    'b',
    '−1@-1',
    'd',
    '−1@-1',
    'e',
  ]);
});

it('knows all as taken back where the conversation begins again, but not behind a compaction or in a file without links', () => {
  expect(read(a, a2, b, b2, { id: 'd', parent: null })).toEqual(['a', 'b', '−2@-1', 'd']);
  const loose = [a, b, c].map((given): Given => ({ ...given, parent: null }));
  expect(read(...loose)).toEqual(['a', 'b', 'c']);
});

it('follows the note of where the conversation stands, unless that is older than the prompt', () => {
  expect(read(a, a2, b, b2, { leaf: 'b2', last: 'b' }, { leaf: 'a2', last: 'a' })).toEqual(['a', 'b', '−1@1']);
  expect(read(a, a2, b, b2, { leaf: 'a2', last: 'a' }, { id: 'd', parent: 'a2' })).toEqual(['a', 'b', '−1@1', 'd']);
  expect(read(a, a2, b, { leaf: 'a2', last: 'b' }, b2)).toEqual(['a', 'b']);
});

it('takes commands of the client and entries that stand twice for no way back', () => {
  const command: Given = { id: 'x', parent: 'a2', kind: 'command' };
  expect(read(a, a2, command, { id: 'y', parent: 'a2', kind: 'command' }, { id: 'd', parent: 'y' })).toEqual(['a', 'd']);
  expect(read(a, a2, b, b2, a, a2, c)).toEqual(['a', 'b', 'a', 'c']);
});

it('finds its way back over hundreds of entries', () => {
  const answers = Array.from({ length: 400 }, (_, at): Given => ({
    id: `b2-${at}`,
    parent: at === 0 ? 'b' : `b2-${at - 1}`,
    kind: 'answer',
  }));
  expect(read(a, a2, b, ...answers, { id: 'd', parent: 'a2' })).toEqual(['a', 'b', '−1@-1', 'd']);
});
