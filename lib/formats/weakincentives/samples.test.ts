import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readFileHead } from '../../sources/file-head.ts';
import { reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { detectFormat, type Detection } from '../registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const counted = z.object({
  lines: z.int(),
  sessions: z.int(),
  events_grow_by_prefix: z.boolean().nullable(),
  triples_seen: z.int(),
  per_line: z.array(z.object({ rendered: z.int(), tools: z.int(), executed: z.int() })),
});
const judged = z.object({ items: z.int(), failed: z.int() });
const ofFiles = <Shape extends z.ZodType>(shape: Shape) => z.object({ files: z.record(z.string(), shape) });
const rejects = z.array(z.object({ file: z.string(), about: z.string() }));

describe.skipIf(!samples)('weakincentives samples', () => {
  const root = path.join(samples ?? '', 'weakincentives');
  const readIndex = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const detect = async (file: string): Promise<Detection> => {
    const handle = await open(path.join(root, file));
    try {
      return detectFormat(await readFileHead(handle));
    } finally {
      await handle.close();
    }
  };
  const read = async (file: string) => {
    const detected = await detect(file);
    if (!('format' in detected)) throw new Error(`${file}: ${detected.refusal.message}`);
    return reduceBytes(detected.format, await readFile(path.join(root, file)), path.join(root, file));
  };

  it('gives each event once', async () => {
    const { files } = ofFiles(counted).parse(await readIndex('counts.json'));
    for (const [file, expected] of Object.entries(files)) {
      if (expected.lines === 0) continue;
      const { records, sessions, issues } = await read(file);
      expect(new Set(sessions.map(({ nativeId }) => nativeId)).size, file).toBe(expected.sessions);
      expect(
        records.filter(({ subtype }) => subtype === 'snapshot'),
        file,
      ).toHaveLength(expected.lines);
      expect(issues, file).toEqual([]);
      const countOf = (kind: string): number =>
        new Set(records.filter((record) => record.kind === kind).map(({ session, nativeKey }) => `${session} ${String(nativeKey)}`)).size;
      const most = (of: (line: (typeof expected.per_line)[number]) => number): number => {
        const each = expected.per_line.map(of);
        // Different sessions have different events.
        return expected.sessions === 1 ? Math.max(...each) : file.includes('two-sessions') ? NaN : each.reduce((sum, one) => sum + one, 0);
      };
      const sums = [most((line) => line.rendered), most((line) => line.tools), most((line) => line.executed)];
      if (!sums.includes(NaN)) expect([countOf('prompt'), countOf('tool_call'), countOf('response')], file).toEqual(sums);
    }
  });

  it('judges calls as the library does', async () => {
    const { files } = ofFiles(judged).parse(await readIndex('golden-tool-status.json'));
    for (const [file, { items, failed }] of Object.entries(files)) {
      const { records } = await read(file);
      const calls = records.filter(({ call }) => call);
      expect([calls.length, calls.filter(({ result }) => result?.outcome === 'error').length], file).toEqual([items, failed]);
    }
  });

  it('refuses what the library refuses for its form, and says why', async () => {
    const messages = new Set<string>();
    const forms = rejects.parse(await readIndex('rejects.json')).filter(({ about }) => about === 'form');
    for (const { file } of forms) {
      const detected = await detect(file);
      if ('format' in detected) throw new Error(`${file} is read.`);
      messages.add(detected.refusal.message);
    }
    expect([...messages].filter((message) => message.startsWith('This is a weakincentives snapshot')).length).toBeGreaterThan(15);
  });

  it('says at which render a prompt changed', async () => {
    const { records } = await read('head/renders.jsonl');
    expect(records.filter(({ subtype }) => subtype === 'prompt-changed').map(({ line, text }) => [line, text])).toEqual([
      [6, 'Prompt changed: section rules changed'],
      [8, 'Prompt changed: section rules changed, tool search removed'],
    ]);
  });
});
