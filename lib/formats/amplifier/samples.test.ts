import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readFileHead } from '../../sources/file-head.ts';
import { reduceBytes } from '../__fixtures__/reduce-bytes.ts';
import { detectFormat } from '../registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

/** Names of events in logs, roles in transcripts. */
const expectedFile = z.object({ lines: z.int(), events: z.record(z.string(), z.int()) });
const named = z.object({ event: z.string().optional(), role: z.string().optional() });

describe.skipIf(!samples)('Amplifier samples', async () => {
  const root = samples ?? '';
  const listed = samples
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8')))
    : {};

  it.each(Object.keys(listed).filter((file) => file.startsWith('amplifier')))(
    '%s has the counts of the independent script',
    async (name) => {
      const expected = expectedFile.parse(listed[name]);
      const file = path.join(root, name);
      const handle = await open(file);
      const detected = detectFormat(await readFileHead(handle));
      await handle.close();
      if (!('format' in detected)) throw new Error(`${name} is not read.`);
      const bytes = await readFile(file);
      const { records, issues } = await reduceBytes(detected.format, bytes, file);
      expect(issues).toEqual([]);
      expect(new Set(records.map((record) => record.line)).size).toBe(expected.lines);
      expect(records.filter((record) => record.unknown)).toEqual([]);

      const lines = bytes.toString().trim().split('\n');
      const nameOf = (line: number) => {
        const { event, role } = named.parse(JSON.parse(lines[line - 1] ?? ''));
        return event ?? role ?? '';
      };
      const countOf = (has: (record: (typeof records)[number]) => boolean) => {
        const counts: Record<string, number> = {};
        for (const line of new Set(records.filter(has).map((record) => record.line)))
          counts[nameOf(line)] = (counts[nameOf(line)] ?? 0) + 1;
        return counts;
      };
      const only = (...names: string[]) => Object.fromEntries(Object.entries(expected.events).filter(([event]) => names.includes(event)));
      expect(countOf(() => true)).toEqual(expected.events);
      expect(countOf((record) => record.kind === 'prompt')).toEqual(only('prompt:submit', 'user'));
      expect(countOf((record) => record.kind === 'tool_call')).toEqual(only('tool:pre', 'tool:start', 'assistant'));
      expect(countOf((record) => record.kind === 'tool_result')).toEqual(only('tool:post', 'tool:end', 'tool'));
      expect(countOf((record) => record.kind === 'boundary')).toEqual(only('context:compaction'));
    },
  );
});
