import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { planSession, type PlannedSession } from './plan.ts';
import { makePrng } from './prng.ts';
import { projectCwd } from './project.ts';
import { long } from './scenarios/long.ts';
import { SessionWriter } from './session-writer.ts';
import type { Scenario, Story } from './story.ts';

export type DemoOptions = {
  /** Number of main sessions, 40 unless told. */
  count?: number;
  /** Adds one session of at least so many records. */
  longSessionRecords?: number;
  /** The instant at which the demo's newest session is at work; every other time is before it. */
  nowMs: number;
  seed?: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const linesPerChunk = 500;

/**
 * Writes made-up Claude Code sessions below `folder`, as the agent lays them out, and answers the paths of all
 * files in the order written. The same options give the same bytes. A long session is streamed: memory stays flat.
 */
export async function writeDemoFiles(folder: string, options: DemoOptions): Promise<string[]> {
  const { count = 40, longSessionRecords = 0, nowMs, seed = 1 } = options;
  const paths: string[] = [];
  /** The last finished session of each project, for a fork to continue. */
  const finished = new Map<string, Story['origin']>();
  for (let index = 0; index < count; index += 1) {
    const plan = planSession(index);
    const ageMs = index === 0 ? 150_000 : dayMs + (((index - 1) * 37) % 40) * 11 * hourMs + makePrng(seed + index).int(0, 10 * hourMs);
    const origin = finished.get(plan.project.name) ?? null;
    const story = makeStory(plan, { startMs: nowMs - ageMs, seed: seed * 1_000_003 + index, origin });
    const lines = collect(plan.scenario, story);
    paths.push(...(await writeStory(folder, story, [lines])));
    if (index > 0) finished.set(plan.project.name, { sessionId: story.session.options.sessionId, lines });
  }
  if (longSessionRecords > 0) {
    const plan = { ...planSession(1), scenario: long, wantedRecords: longSessionRecords };
    const startMs = nowMs - 2 * hourMs - longSessionRecords * 8_000;
    const story = makeStory(plan, { startMs, seed: seed * 5_000_011, origin: null });
    paths.push(...(await writeStory(folder, story, stream(long, story))));
  }
  return paths;
}

type Setting = { startMs: number; seed: number; origin: Story['origin'] };

function makeStory(plan: PlannedSession, { startMs, seed, origin }: Setting): Story {
  const { project, model } = plan;
  const prng = makePrng(seed);
  const session = new SessionWriter({ prng, sessionId: prng.uuid(), cwd: projectCwd(project), gitBranch: project.branch, model, startMs });
  const task = project.tasks[plan.taskIndex % project.tasks.length] ?? project.tasks[0];
  return { session, project, task, children: [], origin, wantedRecords: plan.wantedRecords };
}

/** The lines of a whole session; for those that fit into memory. */
function collect(scenario: Scenario, story: Story): string[] {
  return [...stream(scenario, story)].flat();
}

/** The lines of a session in portions. */
function* stream(scenario: Scenario, story: Story): Generator<string[]> {
  const parts = (scenario(story) ?? [])[Symbol.iterator]();
  while (!parts.next().done) if (story.session.lines.length >= linesPerChunk) yield story.session.take();
  yield story.session.take();
}

async function writeStory(folder: string, story: Story, portions: Iterable<string[]>): Promise<string[]> {
  const { cwd, sessionId } = story.session.options;
  const base = join(folder, 'projects', cwd.replaceAll(/[^A-Za-z0-9-]/g, '-'), sessionId);
  const paths = [`${base}.jsonl`];
  await writeLines(`${base}.jsonl`, portions);
  for (const { agentId, agentType, description, writer } of story.children) {
    const path = join(base, 'subagents', `agent-${agentId}.jsonl`);
    await writeLines(path, [writer.take()]);
    const companion = path.replace(/\.jsonl$/, '.meta.json');
    await writeFile(companion, `${JSON.stringify({ agentType, description })}\n`);
    paths.push(path, companion);
  }
  return paths;
}

async function writeLines(path: string, portions: Iterable<string[]>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const text = function* () {
    for (const lines of portions) if (lines.length > 0) yield `${lines.join('\n')}\n`;
  };
  await pipeline(Readable.from(text()), createWriteStream(path));
}
