import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Snapshot } from '../domain/snapshot.ts';
import { printTriple, toPromptVersion, toTriple } from './descriptor.ts';
import { listEvents, mergeEvents } from './events.ts';
import { parseSnapshot } from './snapshot.ts';
import { toToolOutcome } from './tool-outcome.ts';
import { findTrajectoryFlaw } from './__fixtures__/find-trajectory-flaw.ts';
import { rewriteSnapshot } from './__fixtures__/rewrite-snapshot.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const reject = z.object({ file: z.string(), about: z.enum(['form', 'python types']) });
const accept = z.object({ file: z.string(), written_again: z.string() });
const loaded = z.object({ files: z.record(z.string(), z.array(z.object({ line: z.int(), round_trip_equal: z.boolean().optional() }))) });

const judged = z.object({
  cases: z.array(z.object({ result: z.unknown(), row_success: z.int(), row_message: z.string() })),
  files: z.record(
    z.string(),
    z.object({
      rows: z.array(z.object({ tool_name: z.string(), success: z.int(), error_code: z.string(), call_id: z.string().nullable() })),
    }),
  ),
});
const counts = z.object({
  files: z.record(
    z.string(),
    z.object({
      lines: z.int(),
      bad_lines: z.int(),
      sessions: z.int(),
      events_grow_by_prefix: z.boolean().nullable(),
      prompt_versions_seen: z.int(),
      triples_seen: z.int(),
      per_line: z.array(z.object({ rendered: z.int(), tools: z.int(), executed: z.int(), slices: z.int() })),
    }),
  ),
});

/** Their values depend on the Python class that they are read into. */
const typed = ['accepts/item-number-as-text.json', 'accepts/item-unknown-field.json'];

describe.skipIf(!samples)('weakincentives samples', () => {
  const root = path.join(samples ?? '', 'weakincentives');
  const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
  const readIndex = async (file: string): Promise<unknown> => JSON.parse(await readText(file));

  it('refuses what the library refuses for its form, each with its own words', async () => {
    const rejects = z.array(reject).parse(await readIndex('rejects.json'));
    expect(rejects).toHaveLength(42);
    for (const { file, about } of rejects) {
      const reading = parseSnapshot(await readText(file));
      expect('flaws' in reading && reading.flaws.length > 0, file).toBe(about === 'form');
    }
  });

  it('takes what the library takes, and writes it as the library does', async () => {
    const accepts = z.array(accept).parse(await readIndex('accepts.json'));
    expect(accepts).toHaveLength(19);
    for (const { file, written_again: written } of accepts) {
      const again = rewriteSnapshot(await readText(file));
      if (typed.includes(file)) expect(again, file).not.toBeNull();
      else expect(again, file).toBe(written);
    }
  });

  it('gives the same bytes for every line that the library writes back as it was', async () => {
    const { files } = loaded.parse(await readIndex('head/golden-load.json'));
    for (const [file, lines] of Object.entries(files)) {
      const texts = (await readText(`head/${file}`)).split('\n');
      for (const { line, round_trip_equal: isEqual } of lines) {
        const text = texts[line - 1] ?? '';
        expect(rewriteSnapshot(text) === text, `${file} ${String(line)}`).toBe(isEqual ?? false);
      }
    }
  });

  it('takes the lines of all five vintages, and their bytes but for keys that came later', async () => {
    for (const folder of ['nov25', 'nov26tags', 'jan26', 'pre852']) {
      for (const name of (await readdir(path.join(root, folder))).filter((one) => /\.jsonl?$/u.test(one))) {
        for (const text of (await readText(`${folder}/${name}`)).split('\n').filter(Boolean)) {
          const again = rewriteSnapshot(text);
          expect(again, `${folder}/${name}`).not.toBeNull();
          if (text.includes('"policies"')) expect(again).toBe(text);
        }
      }
    }
  });

  const readSnapshots = async (file: string): Promise<{ snapshots: Snapshot[]; badLines: number }> => {
    const readings = (await readText(file))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseSnapshot);
    const snapshots = readings.flatMap((reading) => ('snapshot' in reading ? [reading.snapshot] : []));
    return { snapshots, badLines: readings.length - snapshots.length };
  };

  it('judges calls as the library does', async () => {
    const { cases, files } = judged.parse(await readIndex('golden-tool-status.json'));
    for (const { result, row_success: success, row_message: message } of cases) {
      expect(toToolOutcome(result), JSON.stringify(result)).toEqual({ isOk: success === 1, message });
    }
    for (const [file, { rows }] of Object.entries(files)) {
      const all = (await readSnapshots(file)).snapshots.map(listEvents);
      const lists = file.includes('tree') ? all : all.slice(-1);
      const calls = lists.flatMap((one) => mergeEvents(one).filter(({ kind }) => kind === 'tool'));
      const made = calls.map(({ fields }) => {
        const { isOk, message } = toToolOutcome(fields.result);
        return { tool_name: fields.name, success: isOk ? 1 : 0, error_code: message, call_id: fields.call_id ?? null };
      });
      expect(made, file).toEqual(rows);
    }
  });

  it('has the counts of the independent script', async () => {
    const { files } = counts.parse(await readIndex('counts.json'));
    for (const [file, expected] of Object.entries(files)) {
      const { snapshots, badLines } = await readSnapshots(file);
      const read = snapshots.map((snapshot) => ({ snapshot, lists: listEvents(snapshot) }));
      expect(badLines, file).toBe(expected.bad_lines);
      const perLine = read.map(({ snapshot, lists: { rendered, tool, executed } }) => {
        return { rendered: rendered.length, tools: tool.length, executed: executed.length, slices: snapshot.slices.length };
      });
      expect(perLine, file).toEqual(expected.per_line);
      const described = read.flatMap(({ lists }) => lists.rendered).filter(({ fields }) => fields.descriptor);
      const versions = described.map((event) => JSON.stringify([event.fields.prompt_key, [...(toPromptVersion(event) ?? [])].sort()]));
      expect(new Set(versions).size, file).toBe(expected.prompt_versions_seen);
      const triples = read.flatMap(({ snapshot, lists }) => toTriple(snapshot, lists) ?? []).map(printTriple);
      if (expected.triples_seen > 0) expect(new Set(triples).size, file).toBe(expected.triples_seen);
      if (expected.events_grow_by_prefix === null || snapshots.length === 0) continue;
      const flaw = findTrajectoryFlaw(snapshots);
      expect(flaw === null, `${file}: ${String(flaw)}`).toBe(expected.events_grow_by_prefix && expected.triples_seen < 2);
    }
  });
});
