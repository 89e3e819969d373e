import { join } from 'node:path';
import { makePrng } from '../prng.ts';
import { projectCwd } from '../project.ts';
import type { DemoFile, Setting, Written, Work } from '../reported.ts';
import { makeThreadId, RolloutWriter } from './rollout-writer.ts';
import type { Scenario } from './story.ts';

/** Tells a session in the rollouts that Codex writes: one for it, one for each of its subagents. */
export function writeCodex(scenario: Scenario, { project, task, model, wantedRecords }: Work, { startMs, seed, origin }: Setting): Written {
  const prng = makePrng(seed);
  const parent = origin && { relation: 'fork' as const, id: origin.nativeId, nickname: '' };
  const id = makeThreadId(prng);
  const session = new RolloutWriter({ prng, id, cwd: projectCwd(project), gitBranch: project.branch, model, startMs, parent });
  const children: RolloutWriter[] = [];
  scenario({ session, project, task, children, origin, wantedRecords });
  return { nativeId: id, lines: session.lines, endMs: session.nowMs, files: [session, ...children].map(toFile) };
}

const toFile = ({ options, lines }: RolloutWriter): DemoFile => {
  const [day = '', time = ''] = new Date(options.startMs).toISOString().slice(0, 19).split('T');
  const name = `rollout-${day}T${time.replaceAll(':', '-')}-${options.id}.jsonl`;
  return { path: join('codex', 'sessions', ...day.split('-'), name), portions: [lines] };
};
