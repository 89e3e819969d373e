import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { instantRange } from '../domain/instant.ts';
import { ranges } from '../domain/measure.ts';
import { readFileHead } from '../sources/file-head.ts';
import { readValue } from './__fixtures__/document.ts';
import { flip, flipsOf } from './__fixtures__/flips.ts';
import { collectBatches, fixtureNames, reduceBatches, readFixture } from './__fixtures__/reduce-bytes.ts';
import { makeDrafts, type Drafts, type Line } from './format.ts';
import { detectFormat, formats } from './registry.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'formats-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Everything that happens to a file: head, detection, reading by whatever format is found and by every other one. */
const readAnyhow = async (bytes: Buffer, check: (drafts: Drafts) => void = checkDrafts): Promise<void> => {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    const head = await readFileHead(handle);
    const detected = detectFormat(head);
    if ('format' in detected) check(readValue(detected.format.id, head.document, file));
    else expect(detected.refusal.message).not.toBe('');
  } finally {
    await handle.close();
  }
  const batches = await collectBatches(bytes);
  for (const format of formats) check(reduceBatches(format, batches, file));
};

/** One assertion for all of them: thousands, one for each record, took a quarter of the time. */
const checkDrafts = ({ records, responses, links, sessions }: Drafts) => {
  const places = records.map((record) => `${String(record.line)} ${String(record.block)}`);
  expect({
    recordsOfNone: records.filter((record) => record.session === '' || !(record.line > 0)),
    samePlace: places.length - new Set(places).size,
    responsesOfNone: responses.filter(({ session, nativeId }) => [session, nativeId].includes('')),
    emptyLinks: links.filter((link) => Object.values(link).includes('')),
    unnamedSessions: sessions.filter(({ nativeId }) => nativeId === ''),
  }).toEqual({ recordsOfNone: [], samePlace: 0, responsesOfNone: [], emptyLinks: [], unnamedSessions: [] });
};

const oddNumbers = ['-1e18', '1e300', '9007199254740993', '-1', '0.5', '1e15', '253402300800000', '0'];

const rangeOf: Readonly<Record<string, readonly [min: number, max: number]>> = {
  ...{ atMs: instantRange, createdAtMs: instantRange, updatedAtMs: instantRange },
  ...{ durationMs: ranges.durationMs, costUsd: ranges.usd, reward: ranges.score, exitCode: ranges.exitCode },
  ...{ input: ranges.count, output: ranges.count, cacheRead: ranges.count, cacheWrite: ranges.count, reasoning: ranges.count },
  ...{ cacheWrite1h: ranges.count, iterations: ranges.count, toolErrors: ranges.count },
};

/** Measurements that are out of range, with their names. */
const listOddNumbers = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
        const [min, max] = rangeOf[name] ?? [-Infinity, Infinity];
        return typeof one === 'number' ? (one >= min && one <= max ? [] : [`${name} ${one}`]) : listOddNumbers(one);
      });

describe.each(fixtureNames)('%s', { timeout: fuzzTimeout(30_000) }, (name) => {
  const bytes = readFixture(name);

  it('survives being cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), (length) => readAnyhow(bytes.subarray(0, length))),
      fuzz(8),
    );
  });

  it('survives any flipped bytes', async () => {
    await fc.assert(
      fc.asyncProperty(flipsOf(fc.nat(bytes.length - 1), 4), (flips) => readAnyhow(flip(bytes, flips))),
      fuzz(12),
    );
  });

  it('measures nothing out of range, whatever numbers it holds', async () => {
    const text = bytes.toString('utf8');
    await fc.assert(
      fc.asyncProperty(fc.nat(oddNumbers.length - 1), (shift) => {
        let count = shift;
        const odd = text.replaceAll(/(?<=[:[,] ?)-?\d+(?:\.\d+)?(?=[\],}\s])/gu, () => oddNumbers[(count += 1) % oddNumbers.length] ?? '');
        return readAnyhow(Buffer.from(odd), (drafts) => expect(listOddNumbers(drafts)).toEqual([]));
      }),
      fuzz(3),
    );
  });

  it('gives the same drafts wherever the reader is continued from its state', async () => {
    const batches = await collectBatches(bytes);
    for (const format of formats) {
      const whole = reduceBatches(format, batches, `/logs/${name}`);
      for (const splitAfter of [1, 2, 3, 5]) expect(reduceBatches(format, batches, `/logs/${name}`, splitAfter)).toEqual(whole);
    }
  });
});

describe('a reader', () => {
  const id = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 300 }), fc.uuid());
  const text = fc.string({ unit: 'binary', maxLength: 400 });
  const block = fc.oneof(
    fc.record({ type: fc.constant('text'), text }),
    fc.record({
      type: fc.constant('tool_use'),
      id,
      name: fc.constantFrom('Task', 'Bash'),
      input: fc.record({ prompt: text, description: text, subagent_type: text }),
    }),
    fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content: text, is_error: fc.boolean() }),
    fc.anything({ maxDepth: 1 }),
  );
  const line = fc.record(
    {
      type: fc.constantFrom('user', 'assistant', 'system', 'summary', 'attachment', 'progress', 'result', 'custom-title', 'x'),
      uuid: id,
      parentUuid: id,
      sessionId: id,
      agentId: id,
      leafUuid: id,
      summary: text,
      cwd: text,
      version: text,
      gitBranch: text,
      isSidechain: fc.boolean(),
      message: fc.record({ id, model: text, content: fc.oneof(text, fc.array(block, { maxLength: 3 })) }, { requiredKeys: [] }),
      toolUseResult: fc.oneof(text, fc.record({ agentId: id })),
      data: fc.record({ agentId: id }),
      parentToolUseID: id,
    },
    { requiredKeys: ['type'] },
  );
  const toLine = (value: unknown, index: number): Line => {
    const json = JSON.stringify(value);
    return { number: index + 1, offset: index, bytes: json.length, text: json, hash: String(index) };
  };

  it('keeps its state under 32 kB, and continues from it alike, whatever the lines hold', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 59 }), (values, splitAfter) => {
        for (const format of formats) {
          if (!format.openLines) continue;
          const [whole, parts] = [makeDrafts(), makeDrafts()];
          const hints = { path: '/logs/file.jsonl' };
          const reader = format.openLines(hints, undefined);
          let resumed = format.openLines(hints, undefined);
          for (const [index, value] of values.entries()) {
            const parsed: unknown = JSON.parse(JSON.stringify(value));
            reader.read(toLine(value, index), parsed, whole);
            if (index === splitAfter) resumed = format.openLines(hints, JSON.parse(JSON.stringify(resumed.state())));
            resumed.read(toLine(value, index), parsed, parts);
          }
          expect(parts).toEqual(whole);
          expect(Buffer.byteLength(JSON.stringify(reader.state()))).toBeLessThan(32 * 1024);
        }
      }),
      fuzz(50),
    );
  });

  it('keeps its state under 32 kB over a long file of long names', () => {
    const format = formats[0];
    const reader = format?.openLines?.({ path: '/logs/file.jsonl' }, undefined);
    const wide = '語'.repeat(120);
    for (let index = 0; index < 1000; index++) {
      const sessionId = `${wide}${String(index % 40)}`.slice(-120);
      const call = {
        type: 'tool_use',
        id: `call ${String(index)} ${wide}`.slice(0, 120),
        name: 'Task',
        input: { prompt: wide, description: wide, subagent_type: wide },
      };
      const values = [
        {
          type: 'assistant',
          uuid: `${String(index)}${wide}`,
          sessionId,
          cwd: `${wide}${String(index)}`,
          gitBranch: wide,
          version: wide,
          message: { id: wide, model: wide, content: [call] },
        },
        { type: 'summary', summary: wide.repeat(3), leafUuid: `leaf${String(index)}` },
        {
          type: 'user',
          uuid: `side${String(index)}`,
          parentUuid: null,
          isSidechain: true,
          sessionId,
          message: { content: `root ${String(index)}` },
        },
      ];
      for (const value of values) reader?.read(toLine(value, index), value, makeDrafts());
    }
    expect(Buffer.byteLength(JSON.stringify(reader?.state()))).toBeLessThan(32 * 1024);
  });
});
