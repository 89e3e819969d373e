import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { streamClaudeCode } from './claude-code/write-story.ts';
import { longSession, planSession } from './plan.ts';
import { makePrng } from './prng.ts';
import type { DemoFile, Written } from './reported.ts';

export type DemoOptions = {
  /** Number of main sessions (default: all 40 from `from` on), and the index of the first (default: 0, the newest). */
  count?: number;
  from?: number;
  /** Adds one session of at least this many records. */
  longSessionRecords?: number;
  /** When the newest session is running; every other time is earlier. */
  nowMs: number;
  seed?: number;
};

const defaultCount = 40;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysPerSession = 0.62;
/** Age of the last line of the running session. */
const sinceLastMs = 20_000;

/**
 * Writes made-up sessions of Claude Code and Codex below `folder`, as the agents lay them out, and returns the paths of
 * all files in the order written. The same options give the same bytes. A long session is streamed: memory stays flat.
 */
export async function writeDemoFiles(folder: string, options: DemoOptions): Promise<string[]> {
  const { from = 0, count = defaultCount - from, longSessionRecords = 0, nowMs, seed = 1 } = options;
  const paths: string[] = [];
  const write = async ({ path, portions }: DemoFile) => {
    paths.push(join(folder, path));
    await writeLines(join(folder, path), portions);
  };
  for (let index = from; index < from + count; index += 1) {
    for (const file of writeSession(index, nowMs, seed).files) await write(file);
  }
  if (longSessionRecords > 0) {
    const startMs = nowMs - 2 * hourMs - longSessionRecords * 24_000;
    const work = { ...longSession.work, wantedRecords: longSessionRecords };
    await write(streamClaudeCode(longSession.scenario, work, { startMs, seed: seed * 5_000_011, origin: null }));
  }
  return paths;
}

function writeSession(index: number, nowMs: number, seed: number): Written {
  const { writeStory, continues } = planSession(index);
  const origin = continues === 0 ? null : writeSession(index + continues, nowMs, seed);
  const writeFrom = (startMs: number) => writeStory({ startMs, seed: seed * 1_000_003 + index, origin });
  return writeFrom(index === 0 ? nowMs - sinceLastMs - writeFrom(0).endMs : nowMs - toAgeMs(index, seed));
}

/** How long ago a finished session began: within a nine-hour window of a day, so that most begin during working hours. */
const toAgeMs = (index: number, seed: number): number =>
  dayMs * Math.floor(1 + index * daysPerSession) + makePrng(seed + index).int(0, 9 * hourMs);

async function writeLines(path: string, portions: Iterable<readonly string[]>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const text = function* () {
    for (const lines of portions) if (lines.length > 0) yield `${lines.join('\n')}\n`;
  };
  await pipeline(Readable.from(text()), createWriteStream(path));
}
