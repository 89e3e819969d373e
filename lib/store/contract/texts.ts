import { beforeEach, describe, expect, it } from 'vitest';
import { toLineHash } from '../../sources/lines.ts';
import { compressText } from '../compress.ts';
import { packParts } from '../raw-parts.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../make-batch.ts';
import { buildConversation } from '../build-conversation.ts';
import type { Store } from '../store.ts';
import type { FreshStore, StoreSubject } from './store-subject.ts';

/** Texts: cut to a window, read by slices, searched, and as the line they came from. */
export const describeTexts = ({ fresh }: StoreSubject): void => {
  describe('texts', () => {
    let store: Store;
    let put: FreshStore['put'];
    beforeEach(() => {
      ({ store, put } = fresh());
    });

    beforeEach(() => put(buildConversation('s')));

    it('keeps long texts whole and cuts no character in two', async () => {
      const text = 'é'.repeat(50_000);
      const params = JSON.stringify({ content: '𝒳'.repeat(40_000) });
      const record = makeRecordRow({ sessionId: 'long', seq: 0, kind: 'tool_call', text });
      const call = makeToolCallRow({ sessionId: 'long', seq: 0, callIndex: 1, params });
      await put(makeBatch({ sessions: [makeSessionRow({ id: 'long' })], records: [record], calls: [call] }));
      const [shown] = await store.listRecords('long', 0, 1, 64 * 1024);
      expect(shown).toMatchObject({ text: text.slice(0, 32 * 1024), textBytes: 100_000 });
      expect((await store.listRecords('long', 0, 1, 5))[0]?.text).toBe('éé');
      expect(shown?.toolCall?.paramsBytes).toBe(Buffer.byteLength(params));
      expect(params.startsWith(shown?.toolCall?.params ?? 'none')).toBe(true);
      expect(await store.readText('long', 'r0', 'text', 49_990, 100)).toEqual({ text: 'é'.repeat(10), totalChars: 50_000 });
      expect(await store.readText('long', 'r0', 'params', 0, 1_000_000)).toEqual({ text: params, totalChars: params.length });
      expect(await store.readText('s', 's-2', 'text', 3, 4)).toEqual({ text: 'such', totalChars: 13 });
      expect(await store.readText('s', 's-0', 'params', 0, 10)).toBeNull();
    });

    it('finds a text in records, calls and results, whatever its case', async () => {
      const prose = { sessionId: 's', kind: 'response' } as const;
      await put({
        ...buildConversation('s'),
        records: [
          makeRecordRow({ ...prose, id: 'p1', seq: 20, text: 'Grüße aus KÖLN' }),
          makeRecordRow({ ...prose, id: 'p2', seq: 21, text: '100% "quoted" _*( NEAR' }),
          makeRecordRow({ sessionId: 's', id: 'p3', seq: 22, kind: 'tool_call' }),
          makeRecordRow({ sessionId: 's', id: 'p4', seq: 23, kind: 'tool_result', text: 'köln\nköln' }),
          makeRecordRow({ sessionId: 's', id: 'p5', seq: 24, kind: 'tool_call', text: 'Output of one entry' }),
        ],
        calls: [
          makeToolCallRow({ sessionId: 's', id: 'p3', seq: 22, callIndex: 9, params: '{"path":"C:\\\\Köln \\"x\\""}' }),
          makeToolCallRow({ sessionId: 's', id: 'p5', seq: 24, callIndex: 10 }),
        ],
        results: [
          makeToolResultRow({ sessionId: 's', recordId: 'p4', callId: 'p3' }),
          makeToolResultRow({ sessionId: 's', recordId: 'p5', callId: 'p5' }),
        ],
      });
      const find = async (text: string, after = -1, limit = 100) => {
        const { total, matches } = await store.listTextMatches('s', text, after, limit);
        return [total, ...matches.map(({ seq, callIndex }) => `${seq}#${callIndex}`)];
      };
      expect(await find('köln')).toEqual([2, '20#0', '22#9']);
      expect(await find('köln', 20)).toEqual([2, '22#9']);
      expect(await find('köln', -1, 1)).toEqual([2, '20#0']);
      expect(await find('c:\\KÖLN "x"')).toEqual([1, '22#9']);
      expect(await find('no such')).toEqual([1, '1#1']);
      expect(await find('output OF')).toEqual([1, '24#10']);
      for (const text of ['100%', '"QUOTED"', '_*(', 'near']) expect(await find(text)).toEqual([1, '21#0']);
      for (const text of ['%', '"', '\\', '(', 'a* OR b', "'", '\0', '\ud800']) expect((await find(text))[0]).toBeTypeOf('number');
      expect(await find('_%')).toEqual([0]);
    });

    it('gives back the line that a record was read from', async () => {
      const lines = ['{"a":"é"}', '{"b":2}', '{"c":3}'];
      const starts = [0, Buffer.byteLength(lines[0] ?? ''), Buffer.byteLength(lines.slice(0, 2).join(''))];
      const raw = { sessionId: 'raw', sourceId: 'source-raw', firstOffset: 0, offsets: [0, 100, 200], starts, hashes: null, rawBytes: 30 };
      const conversation = buildConversation('raw');
      const records = conversation.records.map((record, at) => {
        const line = lines[at];
        return line === undefined ? record : { ...record, lineHash: toLineHash(Buffer.from(line)) };
      });
      await put({ ...conversation, records, raw: [{ ...raw, data: compressText(lines.join('')) }] });
      const raws = await Promise.all([0, 1, 2, 3].map((seq) => store.readRaw('raw', `raw-${seq}`)));
      expect(raws.map((found) => found?.raw ?? null)).toEqual([...lines, null]);
      expect(raws[1]).toEqual({ raw: lines[1], path: '/logs/source-raw.jsonl', line: 2, bytes: 99 });
    });

    it('shares parts of lines between sessions, and forgets those that the last of them had', async () => {
      const text = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => `item ${at * 7_919}`));
      const lines = [text, `[1,${text}]`];
      const starts = [0, Buffer.byteLength(lines[0] ?? '')];
      const chunk = {
        firstOffset: 0,
        offsets: [0, 100],
        starts,
        hashes: null,
        rawBytes: 1,
        ...packParts(Buffer.from(lines.join('')), starts),
      };
      const putShared = async (id: string) => {
        const conversation = buildConversation(id);
        const records = conversation.records.map((record, at) => ({
          ...record,
          lineHash: toLineHash(Buffer.from(lines[at] ?? String(at))),
        }));
        await put({ ...conversation, records, raw: [{ sessionId: id, sourceId: `source-${id}`, ...chunk }] });
      };
      const bytesKept = async () => (await store.describeArchive()).bytes.originalLines;
      await putShared('one');
      const bytes = await bytesKept();
      await putShared('two');
      expect(await bytesKept()).toBe(bytes);
      await store.deleteSessions(['one'], 0);
      expect(await bytesKept()).toBe(bytes);
      expect((await store.readRaw('two', 'two-1'))?.raw).toBe(lines[1]);
      expect((await store.readRawChunk('two', 'source-two', 0))?.bytes.toString()).toBe(lines.join(''));
      await store.removeRawChunks('source-two', [{ sessionId: 'two', firstOffset: 0 }]);
      expect(await bytesKept()).toBe(0);
    });
  });
};
